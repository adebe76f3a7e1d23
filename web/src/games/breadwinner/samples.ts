import type { Board } from './view';
import type { MoveView, Part } from '../../wire.gen';
import type { Sample } from '../../gallery/sample';

const empty: Board = {
  tiles: ['D1', 'a', 'b', 'c', 'd', 'D2'].map((at) => ({ at, bots: [], crop: null, poison: false })),
  sides: [1, 2].map((seat) => ({ seat, factories: [null, null, null, null], pile: 8, loaves: 0 })),
  centre: 12,
  loaves_to_win: 12,
  phase: 'build',
  seat: 1,
  round: 1,
  round_cap: 60,
  rolled: [1, 1, 2, 4, 5, 5, 6, 6],
  free: 0,
  discard: [],
  pool: 10,
};
const move = (text: string, ...parts: [string, string, string?][]): MoveView => ({
  text,
  parts: parts.map(([role, value, place]): Part => ({ role, value, ...(place ? { place } : {}) })),
});
const end = move('end', ['word', 'end']);

const middle: Board = {
  ...empty,
  phase: 'map',
  seat: 1,
  round: 9,
  rolled: [],
  centre: 5,
  discard: [3, 7],
  pool: 4,
  tiles: [
    { at: 'D1', bots: [{ seat: 1, kind: 'harvester', load: 7 }], crop: null, poison: false },
    {
      at: 'a',
      bots: [
        { seat: 1, kind: 'drone' },
        { seat: 1, kind: 'locust' },
      ],
      crop: null,
      poison: false,
    },
    {
      at: 'b',
      bots: [
        { seat: 2, kind: 'shield' },
        { seat: 1, kind: 'soldier' },
      ],
      crop: { value: 4 },
      poison: false,
    },
    { at: 'c', bots: [], crop: null, poison: true },
    { at: 'd', bots: [{ seat: 2, kind: 'harvester', load: 10 }], crop: { value: null }, poison: false },
    {
      at: 'D2',
      bots: [
        { seat: 2, kind: 'soldier', used: true },
        { seat: 2, kind: 'locust' },
      ],
      crop: null,
      poison: false,
    },
  ],
  sides: [
    { seat: 1, factories: [null, 'harvester', 'drone', null], pile: 2, loaves: 4 },
    { seat: 2, factories: ['drone', null, 'shield', 'soldier'], pile: 1, loaves: 3 },
  ],
};

export const samples: Sample[] = [
  {
    title: 'first roll',
    board: empty,
    last: [],
    seat: 1,
    flip: true,
    moves: [
      move('build 1@1', ['face', '1'], ['factory', '1f1', '1f1']),
      move('build 1@2', ['face', '1'], ['factory', '1f2', '1f2']),
      move('build 2@1', ['face', '2'], ['factory', '1f1', '1f1']),
      end,
    ],
  },
  {
    title: 'middle, a Locust chosen',
    board: middle,
    last: ['D2'],
    seat: 1,
    flip: true,
    moves: [
      move('Lo a>c', ['bot', 'Lo a', 'a'], ['to', 'c', 'c']),
      move('Lo a poison', ['bot', 'Lo a', 'a'], ['action', 'poison']),
      move('Lo a>D1', ['bot', 'Lo a', 'a'], ['to', 'D1', 'D1']),
      move('So b pulse Sh', ['bot', 'So b', 'b'], ['action', 'pulse']),
      move('Dr a plant', ['bot', 'Dr a', 'a'], ['action', 'plant']),
      move('Ha7 D1 unload', ['bot', 'Ha7 D1', 'D1'], ['action', 'unload']),
      end,
    ],
    chosen: [{ role: 'bot', value: 'Lo a', place: 'a' }],
  },
  {
    title: 'end',
    board: {
      ...middle,
      phase: null,
      seat: null,
      centre: 0,
      sides: [
        { ...middle.sides[0]!, loaves: 12 },
        { ...middle.sides[1]!, loaves: 0 },
      ],
    },
    last: ['D1'],
    seat: 2,
    moves: [],
  },
];
