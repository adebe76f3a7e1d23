import type { SeatStyle } from '../module';
import type { PawnName } from './view';

export const PAWNS: Record<PawnName, SeatStyle> = {
  Snipe: { colour: 'orange', symbol: 'bird' },
  red: { colour: 'red', symbol: 'circle' },
  blue: { colour: 'blue', symbol: 'square' },
  green: { colour: 'green', symbol: 'triangle' },
  yellow: { colour: 'yellow', symbol: 'star' },
  white: { colour: 'white', symbol: 'diamond' },
  violet: { colour: 'purple', symbol: 'plus' },
};

/** The colours that tell seats apart before the roll-off gives them their pawns. */
export const UNDRAWN: PawnName[] = ['red', 'blue', 'green', 'yellow', 'white', 'violet', 'Snipe'];

/** A hunter with a hat, around the middle of the body. */
export const HUNTER =
  'M-0.48 0.5C-0.48 0.1 -0.3 0 -0.26 -0.08H-0.52C-0.54 -0.2 -0.36 -0.22 -0.28 -0.24C-0.24 -0.66 0.24 -0.66 0.28 -0.24C0.36 -0.22 0.54 -0.2 0.52 -0.08H0.26C0.3 0 0.48 0.1 0.48 0.5Z';

/** A crumb with its holes, before the number of crumbs. */
export const CRUMB_SIGN =
  'M-2.4 -0.2C-2.6 -2 -0.6 -2.6 0.6 -2.2C2.4 -2.2 2.8 -0.2 2.2 1C2 2.6 -0.4 2.4 -1.2 2C-2.4 1.8 -2.2 0.8 -2.4 -0.2ZM-0.8 -0.7h0.1M0.9 0.3h0.1M-0.5 0.9h0.1';

export const CRUMB =
  'M-0.24 -0.02C-0.26 -0.2 -0.06 -0.26 0.06 -0.22C0.24 -0.22 0.28 -0.02 0.22 0.1C0.2 0.26 -0.04 0.24 -0.12 0.2C-0.24 0.18 -0.22 0.08 -0.24 -0.02Z';
