// How seats are called on the page.

import { t } from '../i18n';
import type { SeatView } from './view';

export function levelName(level: string): string {
  const number = /^bot([1-5])$/.exec(level)?.[1];
  return number ? t('bot', { level: number }) : level === 'greedy' ? t('greedy') : level === 'random' ? t('random') : level;
}

export function seatName(seat: Pick<SeatView, 'kind'> & { name?: string | null }): string {
  switch (seat.kind) {
    case 'open':
      return t('openSeat');
    case 'kept':
      return t('keptFor', { name: seat.name ?? '' });
    case 'bot':
      return levelName(seat.name ?? '');
    case 'person':
      return seat.name ?? '';
  }
}

/** All names by seat; the own one says so, unless everybody sits at this device. */
export function namesOf(seats: SeatView[], mine: number[]): Record<number, string> {
  const own = (seat: number) => mine.length < 2 && mine.includes(seat);
  return Object.fromEntries(seats.map((seat) => [seat.seat, own(seat.seat) ? `${seatName(seat)} (${t('you')})` : seatName(seat)]));
}
