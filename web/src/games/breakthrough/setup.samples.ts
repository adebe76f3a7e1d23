// Positions for the tests of the set-up board.

export const MEN = 'pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w';

/** Texts that the board reads and writes back. */
export const texts = [MEN, '10/10/10/3p6/10/P9 b', '2/2/2/PP b', `${MEN} first`];
/** Texts that only the text field takes. */
export const others = ['8/7 w', 'pppx w', ''];
