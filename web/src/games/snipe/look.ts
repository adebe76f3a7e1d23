import type { SeatStyle } from '../module';
import type { PawnName } from './view';

export const PAWNS: Record<PawnName, SeatStyle> = {
  snipe: { colour: 'orange', symbol: 'bird' },
  red: { colour: 'red', symbol: 'circle' },
  blue: { colour: 'blue', symbol: 'square' },
  green: { colour: 'green', symbol: 'triangle' },
  yellow: { colour: 'yellow', symbol: 'star' },
  white: { colour: 'white', symbol: 'diamond' },
  violet: { colour: 'purple', symbol: 'plus' },
};
