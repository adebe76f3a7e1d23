// The board of Breakthrough, as the program describes it.

import type { BreakthroughBoard, BreakthroughMan } from '../../wire.gen';

export type Board = BreakthroughBoard;
export type Man = BreakthroughMan;

export const read = ({ board }: { board: unknown }): Board => board as Board;
