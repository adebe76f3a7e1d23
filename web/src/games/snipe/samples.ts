import type { Board, Card, PawnName } from './view';
import type { MoveView } from '../../wire.gen';
import type { Sample } from '../../gallery/sample';

const EXITS: Record<string, string> = {
  '+': 'nesw',
  '^': 'new',
  '>': 'nes',
  v: 'esw',
  '<': 'nsw',
  '-': 'ew',
  I: 'ns',
  L: 'ne',
  J: 'nw',
  '7': 'sw',
  r: 'es',
};
const MARKS: Record<string, Card['mark']> = { F: 'feather', A: 'arrow', N: 'nest', S: 'station' };

/** Reads the notation of a deal, for samples only. */
function forest(text: string): { columns: number; rows: number; cards: Card[]; crumbs: string[] } {
  const lines = text.split('/').map((line) => line.split(','));
  const cards: Card[] = [];
  const crumbs: string[] = [];
  lines.forEach((line, i) =>
    line.forEach((word, column) => {
      if (word === '.') return;
      const at = String.fromCharCode(97 + column) + (lines.length - i);
      cards.push({ at, exits: [...EXITS[word[0]!]!], mark: MARKS[word[1] ?? ''] ?? null });
      for (const letter of word.slice(1)) {
        if (letter === 'c') crumbs.push(at);
        else if ('nesw'.includes(letter)) crumbs.push(at + letter);
      }
    }),
  );
  return { columns: lines[0]!.length, rows: lines.length, cards, crumbs };
}

const FULL =
  '+Fc,vs,+n,<Ac,+e,7/>,+Ac,+,+Fc,^n,<s/+e,+N,rc,+Ac,+Fc,v/>Fc,+Ac,^Fc,>e,+w,<Ac/+,-,>Ac,+Ac,+Fc,+S/Lc,^s,+Fc,+n,^Ac,Jn';
const CROSS = '.,.,+,<Ac,.,./.,.,+Ac,+Fec,.,./+Fc,+N,rc,+,+Fnc,v/>Fc,+Anwc,^Fnc,>,+,v/.,.,vs,+Ac,.,./.,.,<Ac,+S,.,.';
const pawns = (...list: [PawnName, number, string][]) => list.map(([pawn, seat, at]) => ({ pawn, seat, at }));
const step = (way: string, at: string): MoveView => ({ text: way, parts: [{ role: 'step', value: way, place: at }] });
const base = { dice: [2, 5] as [number, number], reach: [] };

const rotations = (board: { cards: Card[] }): MoveView[] => [
  ...board.cards.flatMap((card) =>
    ['cw', 'ccw'].map((way) => ({
      text: `rot ${card.at} ${way}`,
      parts: [
        { role: 'card', value: card.at, place: card.at },
        { role: 'way', value: way },
      ],
    })),
  ),
  { text: 'skip', parts: [{ role: 'word', value: 'skip' }] },
];

const seven = forest(FULL);
const four = forest(CROSS);
export const samples: Sample[] = [
  {
    title: 'start, seven',
    board: {
      ...base,
      ...seven,
      held: [0, 0, 0, 0, 0, 0, 0],
      steps: 7,
      mover: 'Snipe',
      pawns: pawns(
        ['Snipe', 3, 'b4'],
        ['red', 1, 'f2'],
        ['blue', 2, 'f2'],
        ['green', 4, 'f2'],
        ['yellow', 5, 'f2'],
        ['white', 6, 'f2'],
        ['violet', 7, 'f2'],
      ),
    } satisfies Board,
    last: [],
    seat: 3,
    moves: [step('n', 'b4n'), step('e', 'b4e'), step('s', 'b4s'), step('w', 'b4w')],
  },
  {
    title: 'middle, four',
    board: {
      ...base,
      ...seven,
      crumbs: seven.crumbs.filter((_, i) => i % 2 === 0),
      held: [4, 7, 0, 3],
      steps: 4,
      mover: 'blue',
      pawns: pawns(['Snipe', 1, 'd4w'], ['red', 3, 'b2w'], ['blue', 2, 'e4'], ['green', 4, 'c3']),
    } satisfies Board,
    last: ['e4'],
    seat: 2,
    moves: [step('n', 'e4n'), step('e', 'e4e'), step('w', 'e4w')],
  },
  {
    title: 'rotation, cross',
    board: {
      ...base,
      ...four,
      held: [2, 5, 1],
      steps: 3,
      mover: 'Snipe',
      pawns: pawns(['Snipe', 2, 'd2'], ['red', 1, 'd5w'], ['blue', 3, 'e3w']),
    } satisfies Board,
    last: [],
    seat: 2,
    moves: rotations(four),
    chosen: [{ role: 'card', value: 'd4', place: 'd4' }],
  },
];
