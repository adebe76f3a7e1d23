// The forest of Snipe Hunt, as the program describes it.

import type { SnipeBoard, SnipeMarkName, SnipePawnName, SnipeReach } from '../../wire.gen';

export type Hunter = Exclude<SnipePawnName, 'Snipe'>;
export type PawnName = Lowercase<SnipePawnName>;

export interface Card {
  at: string;
  /** The exits, as letters: `nes`. */
  exits: string;
  mark?: SnipeMarkName;
}

export interface Pawn {
  pawn: PawnName;
  /** None before the roll-off. */
  seat: number | null;
  /** A space: `c4` the centre, `c4n` its northern exit. */
  at: string;
}

export type Reach = SnipeReach;

export interface Board {
  columns: number;
  rows: number;
  /** None before the deal. */
  cards: Card[];
  crumbs: string[];
  pawns: Pawn[];
  /** The crumbs each seat holds, by seat. */
  held: number[];
  dice: [number, number] | null;
  stepsLeft: number;
  /** Where the walk can end, each with one route in letters of directions. */
  reach: Reach[];
  /** The pawn that moves now. */
  mover: PawnName | null;
}

const pawnName = (name: SnipePawnName): PawnName => (name === 'Snipe' ? 'snipe' : name);

export function read({ board }: { board: unknown }): Board {
  const { columns, rows, cards, crumbs, pawns, mover, dice, steps, reach, held } = board as SnipeBoard;
  return {
    columns,
    rows,
    crumbs,
    held,
    dice,
    stepsLeft: steps,
    reach,
    mover: mover === null ? null : pawnName(mover),
    cards: cards.map(({ at, exits, mark }) => ({ at, exits: exits.join(''), ...(mark ? { mark } : {}) })),
    pawns: pawns.map(({ pawn, seat, at }) => ({ pawn: pawnName(pawn), seat, at })),
  };
}

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
export const spaces = (card: Card): string[] => [card.at, ...[...card.exits].map((exit) => card.at + exit)];

const AROUND = 'nesw';
const quarter = (exits: string, turns: number): string =>
  [...exits].map((exit) => AROUND[(AROUND.indexOf(exit) + turns + 4) % 4] ?? '').join('');
const sorted = (exits: string): string => [...exits].sort().join('');

/**
 * How far a card is turned that has these exits now, in degrees and near to how far it was; `undefined` if no turn leads
 * there. Where both ways do, it goes the way that is wished for.
 */
export function turnedTo(base: string, exits: string, before: number, wish: number): number | undefined {
  const ways = [0, wish, -wish, 180].map((more) => before + more);
  return ways.find((angle) => sorted(quarter(base, Math.round(angle / 90) % 4)) === sorted(exits));
}
