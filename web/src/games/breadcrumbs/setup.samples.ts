// Positions for the tests of the set-up board.

export const CRUMBS =
  'r1,o2B,g3A,b4B,p5/o1,g2,b3A,p4B,r5A/g1,b2,p3,r4,o5/b1,p2,r3,o4,g5/p1,r2,o3,g4,b5 A:1@c5 B:2@d4 turn 11A';

/** Texts that the board reads and writes back. */
export const texts = [CRUMBS];
/** Texts that only the text field takes. */
export const others = ['undealt', 'names 1,2'];
