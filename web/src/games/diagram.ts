// Positions for the rules pages: small enough to be understood at a glance, with something to try in each. They are
// read and played by the program itself, so they cannot show what the rules forbid.

import type { PlayedEvent } from '../wire.gen';
import type { Words } from './lesson';

export interface Diagram {
  spec: string;
  /** The position; the start of the game if absent. */
  position?: string;
  /** What was played on it. */
  events?: PlayedEvent[];
  /** Whether an example of the deal follows. */
  deal?: boolean;
  /** Behind which chapter of the rules page it stands, counted from 1. */
  chapter?: number;
  /** Which text drawing of the rules page it replaces, counted from 1. */
  drawing?: number;
  /** What it shows. */
  caption?: Words;
}
