import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    drawing: 1,
    spec: 'breakthrough',
    caption: { en: 'The start. White moves up and begins.', de: 'Der Anfang. Weiß zieht nach oben und beginnt.' },
  },
  {
    drawing: 2,
    spec: 'breakthrough:columns=5,rows=6',
    position: '5/2P2/5/p4/5/4P w',
    caption: {
      en: 'White’s man on c5 may go to b6, c6 or d6.',
      de: 'Der weiße Stein auf c5 darf nach b6, c6 oder d6.',
    },
  },
  {
    drawing: 2,
    spec: 'breakthrough:columns=5,rows=6',
    position: 'pp3/5/5/2p2/1PPP1/5 b',
    caption: {
      en: 'Black’s man on c3 may take b2 or d2. It may not step to c2: that square is occupied.',
      de: 'Der schwarze Stein auf c3 darf b2 oder d2 schlagen. Nach c2 darf er nicht: das Feld ist besetzt.',
    },
  },
  {
    chapter: 2,
    spec: 'breakthrough:columns=5,rows=6',
    position: 'pp1pp/2p2/1P1p1/2P2/P4/PP1P1 w',
    caption: {
      en: 'White may take on c5 or on d4. Both men are covered: Black can take back.',
      de: 'Weiß darf auf c5 oder auf d4 schlagen. Beide Steine sind gedeckt: Schwarz kann zurückschlagen.',
    },
  },
];
