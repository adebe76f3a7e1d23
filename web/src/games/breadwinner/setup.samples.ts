// Positions for the tests of the set-up board.

export const FARM =
  'phase=map seat=1 start=2 round=12 loaves=8,0 a=1Sh+1Ha+crop b=2Sh+2Ha c=1Ha+2Ha1! d=2Dr+poison 1f4=Dr 2f1=So 2f3=Lo 2f4=Dr discard=8';

/** Texts that the board reads and writes back. */
export const texts = [
  FARM,
  'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,4,5,6,6',
  'phase=map seat=2 start=1 round=7 harvesting=a loaves=3,0 D1=1Lo a=2Ha+crop2,9 c=crop7',
];
/** Texts that only the text field takes. */
export const others = ['phase=starter', 'phase=map a=9Zz', 'phase=map phase=map', 'phase=map moon=1'];
