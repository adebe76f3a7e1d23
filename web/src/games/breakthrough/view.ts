// The board of Breakthrough, as the program describes it.

import type { BreakthroughBoard, BreakthroughMan } from '../../wire.gen';

export type Board = BreakthroughBoard;
export type Man = BreakthroughMan;

export const read = ({ board }: { board: unknown }): Board => board as Board;

/** How many steps a man has to go to the far row. */
export function stepsOf({ at, side }: Man, { rows }: Pick<Board, 'rows'>): number {
  const row = Number(at.slice(1)) - 1;
  return side === 'white' ? rows - 1 - row : row;
}

/** The men of a side that win with their next step: from the row before the last one nothing blocks every square. */
export const winning = (board: Board, side: Man['side']): Man[] =>
  board.home ? [] : board.men.filter((man) => man.side === side && stepsOf(man, board) === 1);
