// Values of positions in words, and as shares of a bar.

import type { Names } from '../i18n';
import { number, perCent, ti } from './text';
import type { ValueView } from '../wire.gen';

/** A chance in whole per cent; an estimate never says 0 or 100, because only a proof does. */
export function percent(chance: number, proven = false): number {
  const whole = Math.round(100 * chance);
  return proven ? whole : Math.min(99, Math.max(1, whole));
}

export const isProven = (value: ValueView): boolean => value.bound === 'proven';

/** The seats that win a proven position; several share it. */
export function winnersOf({ chances }: ValueView): number[] {
  const best = Math.max(...chances);
  return chances.flatMap((chance, i) => (chance > 0 && best - chance < 1e-6 ? [i + 1] : []));
}

/** The result of a proven position in words, from no one's view. */
function provenResult(value: ValueView, names: Names): string {
  const winners = winnersOf(value);
  const [winner, second] = winners;
  const all = winners.length === value.chances.length;
  if (winner === undefined || (second !== undefined && all)) return value.distance === 0 ? ti('drawn') : ti('isDrawn');
  if (second !== undefined) return ti('sharedWin', { names: winners.map((seat) => names[seat] ?? '').join(', ') });
  const name = names[winner] ?? '';
  return value.distance ? ti('winsIn', { name, n: value.distance }) : ti('wins', { name });
}

/** A value in one short sentence: who wins, or the chance of the seat that chooses, or the points expected. */
export function valueWords(value: ValueView, names: Names, seat: number | null | undefined): string {
  if (value.points !== undefined) {
    const proven = isProven(value);
    const n = Number(value.points.toFixed(proven ? 0 : 1));
    const error = value.error ? ` ${ti('plusMinus', { n: number(value.error, 1) })}` : '';
    return ti(proven ? 'pointsProven' : 'pointsExpected', { n: number(n, proven ? 0 : 1) }) + error;
  }
  if (isProven(value) && value.chances.length > 0) return provenResult(value, names);
  const whose = seat ?? value.chances.indexOf(Math.max(...value.chances)) + 1;
  const share = value.chances[whose - 1];
  if (share === undefined) return ti('unknownValue');
  const words = ti('chanceOf', { name: names[whose] ?? '', percent: percent(share) });
  if (value.bound === 'lower') return ti('atLeast', { value: words });
  if (value.bound === 'upper') return ti('atMost', { value: words });
  const error = value.error && value.error >= 0.005 ? ` ${ti('plusMinus', { n: Math.round(100 * value.error) })}` : '';
  return words + error;
}

/** The same as a badge: `63 %`, `#7` as chess programs write a win in 7, `31.2`. */
export function valueBadge(value: ValueView, seat: number | null | undefined): string {
  if (value.points !== undefined) return number(value.points, isProven(value) ? 0 : 1);
  const whose = seat ?? 1;
  const share = value.chances[whose - 1];
  if (share === undefined) return '–';
  if (isProven(value) && value.distance && (share > 0.999 || share < 0.001))
    return `${share > 0.5 ? '#' : '−#'}${value.distance}`;
  return perCent(percent(share, isProven(value)));
}

/** The shares of a bar in seat order; they fill it. */
export function shares({ chances }: ValueView): number[] {
  const total = chances.reduce((sum, chance) => sum + Math.max(0, chance), 0);
  return total > 0 ? chances.map((chance) => Math.max(0, chance) / total) : chances.map(() => 1 / chances.length);
}
