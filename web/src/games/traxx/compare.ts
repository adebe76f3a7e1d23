// What tells two paths apart that one card allows: the numbers, the fields, and the room that is left at the ends. A search says
// only how many points lie between them; a player learns from what can be seen on the board.

import { gameText } from '../../i18n';
import { strings } from './strings';
import { spot, type Board } from './view';

const tr = (key: string, args?: Record<string, string | number>) => gameText(strings, key, args);

interface Walk {
  from: string;
  fields: string[];
}

/** A path as a move is written: `e2>e1-d1`; a pass is none. */
function walk(text: string): Walk | undefined {
  const [from, fields] = text.split('>');
  return from && fields ? { from, fields: fields.split('-') } : undefined;
}

const touch = (one: string, other: string): boolean => {
  const [a, b] = [spot(one), spot(other)];
  return one !== other && Math.hypot(a.x - b.x, a.y - b.y) < 1.1;
};

/** How many free fields lie beside each of the two ends after a path. */
function room(board: Pick<Board, 'fields'>, path: readonly string[], { from, fields }: Walk): [number, number] {
  const taken = new Set([...path, ...fields]);
  const still = path.length < 2 ? path[0] : path.find((at, i) => (i === 0 || i === path.length - 1) && at !== from);
  const free = (end: string | undefined) =>
    end === undefined ? 0 : board.fields.filter(({ at }) => !taken.has(at) && touch(at, end)).length;
  return [free(fields.at(-1)), free(still)];
}

/** Whether a path ends where it can never go on, while cards are to come: said before it is walked. */
export function shutsIn(
  board: Pick<Board, 'fields' | 'paths' | 'cards'>,
  seat: number | undefined,
  move: string,
): boolean {
  const path = board.paths.find((one) => one.seat === seat)?.fields;
  const way = walk(move);
  return path !== undefined && way !== undefined && board.cards.length > 0 && room(board, path, way)[0] === 0;
}

/** What is better about the better path, in sentences; nothing where no one can see it. `board` is the one before the choice. */
export function compare(
  board: Pick<Board, 'fields' | 'paths' | 'taken'>,
  seat: number,
  best: string,
  other: string,
): string[] {
  const path = board.paths.find((one) => one.seat === seat)?.fields ?? [];
  const [good, bad] = [walk(best), walk(other)];
  if (!good) return [];
  const numbers = ({ fields }: Walk) =>
    fields.flatMap((field) => board.fields.find(({ at }) => at === field)?.number ?? []);
  const listed = (all: number[]) =>
    all.map((n) => (board.taken.includes(n) ? tr('numberHalf', { n }) : String(n))).join(', ');
  if (!bad) {
    const [n, list] = [good.fields.length, listed(numbers(good))];
    return [list ? tr('comparePassFor', { n, list }) : tr('comparePass', { n })];
  }
  const [mine, theirs] = [numbers(good), numbers(bad)];
  const [ahead, behind] = [mine.filter((n) => !theirs.includes(n)), theirs.filter((n) => !mine.includes(n))];
  const said: string[] = [];
  if (ahead.length) said.push(tr('compareOnly', { list: listed(ahead) }));
  if (behind.length) said.push(tr('compareNot', { list: listed(behind) }));
  if (mine.length && !ahead.length && !behind.length) said.push(tr('compareBoth', { list: listed(mine) }));
  const [longer, shorter] = [good.fields.length, bad.fields.length];
  if (longer !== shorter) said.push(tr('compareFields', { n: longer, other: shorter }));
  const [left, lost] = [room(board, path, good), room(board, path, bad)];
  const shut = (ends: [number, number]) => ends.filter((n) => n === 0).length;
  const roomier = shut(left) < shut(lost) || (shut(left) === shut(lost) && left[0] + left[1] > lost[0] + lost[1]);
  if (roomier) {
    said.push(tr('compareEnds', { a: left[0], b: left[1], c: lost[0], d: lost[1] }));
    if (shut(left) < shut(lost)) said.push(tr('compareShut'));
  }
  return said;
}
