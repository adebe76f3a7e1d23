// What the log says of a turn in one row: what mattered, in the order in which it happened.

import { gameText, type Names } from '../../i18n';
import type { TextView } from '../../wire.gen';
import { strings } from './strings';

/** What matters in a turn; steps and offers are told when its row is unfolded. */
const HEADLINES = new Set(
  'rolled-off rolled rolled-two rotated turned turned-shut-in lifted caught last idle won shared drawn'
    .split(' ')
    .map((key) => `snipe-${key}`),
);

export const tells = ({ key }: TextView): boolean => HEADLINES.has(key);

export function headline(told: TextView[], names: Names): (TextView | string)[] {
  const lifted = told.filter(({ key }) => key === 'snipe-lifted');
  const caught = told.some(({ key }) => key === 'snipe-caught');
  const all = told.flatMap((text, i): (TextView | string)[] => {
    const isLast = told.findLastIndex(({ key }) => key === text.key) === i;
    if (!isLast || !HEADLINES.has(text.key)) return [];
    // A roll alone is the whole turn; beside a catch it is one number too many.
    if (text.key === 'snipe-rolled' && caught) return [];
    const { seat = '', held = '' } = text.args ?? {};
    if (text.key === 'snipe-caught') {
      const { catcher = '', caught = '', half = '', all = '' } = text.args ?? {};
      const [name, other] = [catcher, caught].map((one) => names[Number(one)] ?? one);
      return [gameText(strings, 'catches', { name: name ?? '', other: other ?? '', n: half, of: all })];
    }
    if (text.key !== 'snipe-lifted' || lifted.length === 1) return [text];
    return [gameText(strings, 'lifts', { name: names[Number(seat)] ?? seat, n: lifted.length, held })];
  });
  return all.length ? all : told.slice(-1);
}
