// The board of Breakthrough, as the program describes it.

import type { BreakthroughBoard, BreakthroughMan } from '../../wire.gen';

export type Board = BreakthroughBoard;
export type Man = BreakthroughMan;

export const read = ({ board }: { board: unknown }): Board => board as Board;

/** A square's column and row, both from 0. */
export function square(name: string): { column: number; row: number } {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

export const name = (column: number, row: number): string => String.fromCharCode(97 + column) + (row + 1);
