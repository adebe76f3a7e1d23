import type { SymbolName } from '../../ui/symbols';
import type { Letter, TileColour } from './view';

export const COLOURS: Record<TileColour, SymbolName> = {
  red: 'circle',
  orange: 'diamond',
  green: 'triangle',
  blue: 'square',
  purple: 'star',
};

/** A pawn, around the middle of its body. */
export const PAWN = 'M-16 20C-16 9 -8 6 -7 -3A11 11 0 1 1 7 -3C8 6 16 9 16 20Z';

export const LETTERS: Letter[] = ['A', 'B', 'C', 'D', 'E'];
