// The forest of Snipe Hunt, as the program describes it.

import type { SnipeBoard, SnipeCard, SnipePawn, SnipePawnName } from '../../wire.gen';

export type PawnName = SnipePawnName;
export type Card = Pick<SnipeCard, 'at' | 'exits' | 'mark'>;
export type Pawn = SnipePawn;

/** What is drawn of the program's board. */
export type Board = Pick<
  SnipeBoard,
  'columns' | 'rows' | 'crumbs' | 'pawns' | 'held' | 'dice' | 'steps' | 'reach' | 'mover'
> & { cards: Card[] };

export const read = ({ board }: { board: unknown }): Board => board as SnipeBoard;

const OFFSET: Record<string, [number, number]> = {
  '': [1.5, 1.5],
  n: [1.5, 0.5],
  e: [2.5, 1.5],
  s: [1.5, 2.5],
  w: [0.5, 1.5],
};

/** The centre of a space in units of one space, from the top left of the forest. */
export function spot(board: Board, at: string): { x: number; y: number } {
  const card = origin(board, at);
  const [dx, dy] = OFFSET[at.slice(2)] ?? [1.5, 1.5];
  return { x: card.x + dx, y: card.y + dy };
}

/** A line through points as an SVG path. It is broken where a pawn was sent to another place. */
export const joined = (points: { x: number; y: number }[]): string =>
  points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      const isNext = before !== undefined && Math.hypot(x - before.x, y - before.y) < 1.5;
      return `${isNext ? 'L' : 'M'} ${x} ${y}`;
    })
    .join(' ');

const STEP: Record<string, [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

/** The points of a walk: every step is one space of the grid. */
export function route(board: Board, from: string, way: string): { x: number; y: number }[] {
  const points = [spot(board, from)];
  for (const letter of way) {
    const [dx, dy] = STEP[letter] ?? [0, 0];
    const last = points.at(-1) ?? { x: 0, y: 0 };
    points.push({ x: last.x + dx, y: last.y + dy });
  }
  return points;
}

/** The top left corner of a card. */
export function origin(board: Board, at: string): { x: number; y: number } {
  return { x: (at.charCodeAt(0) - 97) * 3, y: (board.rows - Number(at[1])) * 3 };
}

/** All spaces of a card: its centre and its exits. */
export const spaces = ({ at, exits }: { at: string; exits: Iterable<string> }): string[] => [
  at,
  ...[...exits].map((exit) => at + exit),
];

const AROUND = 'nesw';
const quarter = (exits: Iterable<string>, turns: number): string =>
  [...exits].map((exit) => AROUND[(AROUND.indexOf(exit) + turns + 4) % 4] ?? '').join('');
const sorted = (exits: Iterable<string>): string => [...exits].sort().join('');

/**
 * How far a card is turned that has these exits now, in degrees and near to how far it was; `undefined` if no turn leads
 * there. Where both ways do, it goes the way that is wished for.
 */
export function turnedTo(
  base: Iterable<string>,
  exits: Iterable<string>,
  before: number,
  wish: number,
): number | undefined {
  const ways = [0, wish, -wish, 180].map((more) => before + more);
  return ways.find((angle) => sorted(quarter(base, Math.round(angle / 90) % 4)) === sorted(exits));
}
