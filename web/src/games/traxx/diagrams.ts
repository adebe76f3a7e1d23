import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    chapter: 2,
    spec: 'traxx:seats=1',
    position: 'g3-g4-f5-e6*-f6=4-f7-e7-d6-c5-c4-d4-d3=2 seen=BGPE,RYPE,BGGYE card=RGYE',
  },
];
