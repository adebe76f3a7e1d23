import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    chapter: 2,
    spec: 'breadwinner',
    position: 'phase=map seat=1 start=2 round=8 b=1Sh+1Ha+crop d=2Sh+2Ha 1f2=Lo 1f4=Dr 2f1=So 2f2=Lo 2f3=Ha 2f4=Dr',
  },
];
