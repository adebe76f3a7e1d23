// The board of a game without a folder: its text drawing with its spots, which the server sends as the board. It is less
// than a board made for the game, but complete: whatever the drawing has no place for is a button.

import type { GameModule, SeatStyle } from '../games/module';
import type { TextBoard } from '../wire.gen';
import BoardView from './Board.svelte';
import { buttonsFor } from './choices';
import { de } from './de';
import { readDrawing, type Drawing } from './drawing';
import { en } from './en';

const FIRST: SeatStyle = { colour: 'red', symbol: 'circle' };
const STYLES: SeatStyle[] = [
  FIRST,
  { colour: 'blue', symbol: 'square' },
  { colour: 'green', symbol: 'triangle' },
  { colour: 'yellow', symbol: 'diamond' },
  { colour: 'purple', symbol: 'star' },
  { colour: 'orange', symbol: 'plus' },
  { colour: 'grey', symbol: 'hexagon' },
  { colour: 'black', symbol: 'drop' },
];

export const genericGame = (id: string): GameModule<Drawing> => ({
  Board: BoardView,
  // It may have any shape.
  landscape: true,
  read: ({ board }) => readDrawing(board as Partial<TextBoard>),
  style: (_, seat) => STYLES[(seat - 1) % STYLES.length] ?? FIRST,
  text: (drawing) => drawing.spoken,
  strings: { game: id, en, de },
  diagrams: [],
  buttons: buttonsFor,
});
