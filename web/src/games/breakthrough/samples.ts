import type { Board, Man } from './view';
import { squareName } from '../../lib/squares';
import type { MoveView } from '../../wire.gen';
import type { Sample } from '../../gallery/sample';

/** Reads the notation of positions, for samples only. */
function fen(text: string): Board {
  const rows = text.split('/');
  const men: Man[] = [];
  let columns = 0;
  rows.forEach((line, i) => {
    let column = 0;
    for (const [token] of line.matchAll(/\d+|[Pp]/g)) {
      if (token === 'P' || token === 'p')
        men.push({ at: squareName(column++, rows.length - 1 - i), side: token === 'P' ? 'white' : 'black' });
      else column += Number(token);
    }
    columns = Math.max(columns, column);
  });
  return {
    columns,
    home: null,
    rows: rows.length,
    men,
    sides: [
      { side: 'white', seat: 1 },
      { side: 'black', seat: 2 },
    ],
  };
}

const step = (from: string, to: string, takes = false): MoveView => ({
  text: from + (takes ? 'x' : '-') + to,
  parts: [
    { role: 'from', value: from, place: from },
    { role: 'to', value: to, place: to },
  ],
});

export const samples: Sample[] = [
  {
    title: 'start',
    board: fen('pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP'),
    last: [],
    seat: 1,
    moves: [step('e2', 'e3'), step('e2', 'd3'), step('d2', 'd3')],
  },
  {
    title: 'middle',
    board: fen('p1pp1pp1/pp3p1p/2p1p3/1P2Pp2/3p2P1/2P1P3/PP3P1P/PP1PP1PP'),
    last: ['e5', 'f5'],
    seat: 1,
    moves: [
      step('e3', 'd4', true),
      step('e3', 'e4'),
      step('e3', 'f4'),
      step('g4', 'f5', true),
      step('g4', 'g5'),
      step('c3', 'd4', true),
    ],
    chosen: [{ role: 'from', value: 'e3', place: 'e3' }],
  },
  { title: '5 × 5', board: fen('ppppp/ppppp/5/PPPPP/PPPPP'), last: [], seat: 2, flip: true, moves: [] },
  {
    title: '16 × 16',
    board: fen(['p'.repeat(16), 'p'.repeat(16), ...Array(12).fill('16'), 'P'.repeat(16), 'P'.repeat(16)].join('/')),
    last: [],
    seat: 1,
    moves: [],
  },
];
