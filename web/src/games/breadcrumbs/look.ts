import type { SymbolName } from '../../ui/symbols';
import type { Letter, TileColour } from './view';

export const COLOURS: Record<TileColour, SymbolName> = {
  red: 'circle',
  orange: 'diamond',
  green: 'triangle',
  blue: 'square',
  purple: 'star',
};

export const LETTERS: Letter[] = ['A', 'B', 'C', 'D', 'E'];
