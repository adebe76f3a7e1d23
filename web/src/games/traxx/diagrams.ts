import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    drawing: 1,
    spec: 'traxx:seats=1',
    deal: true,
    caption: {
      en: 'The board with a start field. A colour always has the same sign.',
      de: 'Das Brett mit einem Startfeld. Eine Farbe hat immer dasselbe Zeichen.',
    },
  },
  {
    chapter: 2,
    spec: 'traxx:seats=1',
    position: 'g3-g4-f5-e6*-f6=4-f7-e7-d6-c5-c4-d4-d3=2 seen=BGPE,RYPE,BGGYE card=RGYE',
  },
];
