// Positions for the tests of the set-up board.

export const FOREST =
  '.,.,+,<Ac,.,./.,.,+Ac,+Fec,.,./+Fc,+N,rc,+,+Fnc,v/>F,+A,^Fnc,>,+,v/.,.,vs,+Ac,.,./.,.,<Ac,+S,.,. snipe 3@a3s hunters 1@d2s,2@d2 held 0,0,4 idle 3 turn 3 dice 4+5 left 9';

/** Texts that the board reads and writes back. */
export const texts = [FOREST, FOREST.replace('dice 4+5 left 9', 'roll')];
/** Texts that only the text field takes. */
export const others = ['deal', '+,+ roll-off'];
