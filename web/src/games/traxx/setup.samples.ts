// Positions for the tests of the set-up board.

const PATH = 'g3-g4-f5-e6*-f6=4-f7-e7-d6-c5-c4-d4-d3=2 seen=BGPE,RYPE,BGGYE card=RGYE';

/** Texts that the board reads and writes back. */
export const texts = [PATH, 'd5*-e5=2-d4/e4* seen=BGYP card=RRBYE to=2 new=2'];
/** Texts that only the text field takes. */
export const others = ['deal', 'd5-d6'];
