import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    chapter: 1,
    spec: 'snipe:seats=3,forest=cross',
    position:
      '.,.,+,<Ac,.,./.,.,+Ac,+Fec,.,./+Fc,+N,rc,+,+Fnc,v/>F,+A,^Fnc,>,+,v/.,.,vs,+Ac,.,./.,.,<Ac,+S,.,. snipe 3@a3s hunters 1@d2s,2@d2 held 0,0,4 idle 3 turn 3 dice 4+5 left 9',
  },
];
