import type { Diagram } from '../diagram';

export const diagrams: Diagram[] = [
  { chapter: 2, spec: 'breakthrough:columns=5,rows=6', position: 'pp1pp/2p2/1P1p1/2P2/P4/PP1P1 w' },
];
