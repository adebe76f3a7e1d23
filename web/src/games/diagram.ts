// Positions for the rules pages: small enough to be understood at a glance, with something to try in each. They are
// read and played by the program itself, so they cannot show what the rules forbid.

export interface Diagram {
  spec: string;
  position: string;
  /** Behind which chapter of the rules page it stands, counted from 1. */
  chapter: number;
}
