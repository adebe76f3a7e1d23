import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  {
    chapter: 2,
    spec: 'breadcrumbs',
    position: 'r3A,p2,r1,g1,p3/o1,r5,g4,r4,b2/b3,g3,o5,p4,b1/b5,r2A,g2,o2B,g5/o3,p5,o4B,p1,b4B A:1@a2 B:2@d1 turn 9B',
  },
];
