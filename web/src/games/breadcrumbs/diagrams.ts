import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    drawing: 1,
    spec: 'breadcrumbs:seats=5',
    deal: true,
    caption: {
      en: 'Five players at their starts. Two play with A and B, three with A, B and C, four with A, B, D and E.',
      de: 'Fünf Spieler auf ihren Startfeldern. Zu zweit spielen A und B, zu dritt A, B und C, zu viert A, B, D und E.',
    },
  },
  {
    drawing: 4,
    spec: 'breadcrumbs',
    position: 'r1,o2B,g3A,b4B,p5/o1,g2,b3A,p4B,r5A/g1,b2,p3,r4,o5/b1,p2,r3,o4,g5/p1,r2,o3,g4,b5 A:1@c5 B:2@d4 turn 11A',
    events: [{ seats: [1], texts: ['d5'] }],
    caption: {
      en: 'After the step of the example: chips of both on d5, of A on c5, c4 and e4, of B on d4 and b5.',
      de: 'Nach dem Schritt des Beispiels: Chips von beiden auf d5, von A auf c5, c4 und e4, von B auf d4 und b5.',
    },
  },
  {
    chapter: 2,
    spec: 'breadcrumbs',
    position: 'r3A,p2,r1,g1,p3/o1,r5,g4,r4,b2/b3,g3,o5,p4,b1/b5,r2A,g2,o2B,g5/o3,p5,o4B,p1,b4B A:1@a2 B:2@d1 turn 9B',
    caption: {
      en: 'Blue’s own chips lie on all three neighbours: every step takes one off.',
      de: 'Auf allen drei Nachbarn liegen Chips von Blau: jeder Schritt nimmt einen weg.',
    },
  },
];
