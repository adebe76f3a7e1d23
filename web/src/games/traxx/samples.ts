import { LETTERS, type Board, type Field, type Path } from './view';
import type { MoveView } from '../../wire.gen';
import type { Sample } from '../../gallery/sample';

const ROWS = `B5 E Y E G6
Y R G B Y E
B E B E G B P
R Y G3 P R* E Y E
G10 B R E* Y2 P* B R Y7
P G P B* E Y4 G B
E R Y P R P R
P G R Y B G
Y9 P G P R8`;
const DECK = 'RBGY RBGE RBYP RBPE RGYE BGYP BGPE RYPE GYPE RRBYE RBBGP BGGYE RGYYP BYPPE RGPEE'.split(' ');
const card = (text: string) => [...text].map((letter) => LETTERS[letter]!);

const fields: Field[] = ROWS.split('\n').flatMap((line, row) =>
  line.split(' ').map((text, i): Field => {
    const number = Number(text.slice(1).replace('*', ''));
    return { at: 'abcdefghi'[row]! + (i + 1), color: LETTERS[text[0]!]!, number: number || null };
  }),
);

function path(seat: number, start: string, text: string): Path {
  const walked = text.split('-');
  const numbers = walked.flatMap((at) => {
    const number = fields.find((field) => field.at === at)?.number;
    return number ? [{ number, points: seat === 2 ? Math.ceil(number / 2) : number }] : [];
  });
  const missed = 61 - walked.length;
  return {
    seat,
    start,
    fields: walked,
    numbers,
    missed,
    score: numbers.reduce((all, n) => all + n.points, 0) - missed,
  };
}

const walk = (text: string): MoveView => {
  const [end, ...rest] = text.split(/[>-]/);
  return {
    text,
    parts: [{ role: 'end', value: end!, place: end! }, ...rest.map((at) => ({ role: 'field', value: at, place: at }))],
  };
};
const pass: MoveView = { text: 'pass', parts: [{ role: 'word', value: 'pass' }] };

const board = (paths: Path[], open: string | null, gone: number): Board => ({
  fields,
  paths,
  card: open ? card(open) : null,
  cards: DECK.filter((text) => text !== open)
    .slice(gone)
    .map(card),
  taken: paths.flatMap((p) => p.numbers.map((n) => n.number)).filter((n) => n > 7),
});

const LONG = 'h5-i5-i4-i3-h4-g5-g6-h6-g7-f7-f6-e6-e7-d6-d7-c7-c6-c5-b5-a5-a4-b4-b3-a2-b2-b1-a1';
export const samples: Sample[] = [
  {
    title: 'start, alone',
    board: board([path(1, 'e6', 'e6')], 'BGGYE', 0),
    last: ['e6'],
    seat: 1,
    moves: [walk('e6>e7'), walk('e6>e7-d6'), walk('e6>e7-d6-d7'), walk('e6>f6'), pass],
  },
  {
    title: 'middle, three, drawing',
    board: board(
      [
        path(1, 'e6', 'h6-g7-f7-f6-e6-e7-d6-d7'),
        path(2, 'e4', 'f4-g3-f3-e4-e5'),
        path(3, 'd5', 'a2-b3-b4-c5-d5-d4-d3'),
      ],
      'BGYP',
      4,
    ),
    last: ['g7', 'h6'],
    seat: 1,
    decided: [2],
    moves: [walk('d7>c7'), walk('d7>c7-c6'), walk('d7>c7-c6-c5'), walk('d7>c7-c6-c5-b5'), walk('h6>g6'), pass],
    chosen: [
      { role: 'end', value: 'd7', place: 'd7' },
      { role: 'field', value: 'c7', place: 'c7' },
      { role: 'field', value: 'c6', place: 'c6' },
    ],
  },
  {
    title: 'end, four',
    board: board(
      [
        path(1, 'e6', LONG),
        path(2, 'e4', 'c4-d4-d5-d6-c6-b6-b5-a4-a3-b4-b3-c3-d3-e3-f3-e4-e5-f4-g3-h2-i1-i2-h3-h4-g5-h5-i4-i5'),
        path(3, 'd5', 'd4-c3-b2-c2-d2-d1-e1-f1-e2-f2-e3-d3-e4-e5-d5-c5-b4'),
        path(4, 'f4', 'f4-g3-h2'),
      ],
      null,
      15,
    ),
    last: [],
    seat: 1,
    moves: [],
  },
];
