// The time left on a clock, as people read it.

import { t } from '../i18n';
import type { TableView } from '../wire.gen';

/** Whether a clock of this browser's seats runs that is counted in minutes; days leave time to look at everything. */
export const runsOut = (view: Pick<TableView, 'clock' | 'you'> | undefined): boolean =>
  view?.clock?.rule.kind === 'increment' &&
  view.you.some(({ seat }) => view.clock?.seats[seat - 1]?.since !== undefined);

const twoDigits = (n: number) => String(n).padStart(2, '0');

export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  if (seconds >= 172_800)
    return t('clockDays', { n: Math.floor(seconds / 86_400) })
      .split(' ')
      .slice(0, 2)
      .join(' ');
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}
