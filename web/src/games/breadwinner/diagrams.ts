import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    drawing: 1,
    spec: 'breadwinner',
    position: 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6',
    caption: {
      en: 'The Deliveries D1 and D2, the Lands a to d between them, and the factories of both players.',
      de: 'Die Ablieferungn D1 und D2, dazwischen die Länder a bis d, und die Fabriken beider Spieler.',
    },
  },
  {
    chapter: 2,
    spec: 'breadwinner',
    position: 'phase=map seat=1 start=2 round=8 b=1Sh+1Ha+crop d=2Sh+2Ha 1f2=Lo 1f4=Dr 2f1=So 2f2=Lo 2f3=Ha 2f4=Dr',
  },
];
