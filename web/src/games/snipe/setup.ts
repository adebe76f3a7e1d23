// The set-up board of Snipe Hunt: cards with their exits, marks and crumbs, the pawns with their players, the crumbs held, the
// turn. Crumbs change hands and are never lost: what leaves the forest goes to the Snipe's player.

import { gameText, type Names } from '../../i18n';
import { icon, place, type Editor, type Icon } from '../../insight/editor';
import { ti } from '../../insight/text';
import { SYMBOLS } from '../../ui/symbols';
import { HUNTER, PAWNS } from './look';
import { strings } from './strings';
import { spaces, type Board, type Card as CardView, type PawnName } from './view';

interface Card {
  /** Letters of directions, in the order `nesw`. */
  exits: string;
  /** `F` a feather, `A` an arrow, `N` the Nest, `S` the Station. */
  mark: string;
  /** Letters of the exits with a crumb, `c` for the centre. */
  crumbs: string;
}

export interface Forest {
  columns: number;
  rows: number;
  cards: ReadonlyMap<string, Card>;
  /** The Snipe first, then the hunters in the order of colours. */
  pawns: { seat: number; at: string }[];
  held: number[];
  idle: number;
  seat: number;
  /** What follows the seat: `roll`, or `dice 3+4 left 7` and what has happened since. */
  turn: string;
}

const WAYS = 'nesw';
const COLOURS: PawnName[] = ['Snipe', 'red', 'blue', 'green', 'yellow', 'white', 'violet'];
/** The characters of cards, by their exits. */
const SIGNS: Record<string, string> = {
  nesw: '+',
  new: '^',
  nes: '>',
  esw: 'v',
  nsw: '<',
  ew: '-',
  ns: 'I',
  ne: 'L',
  nw: 'J',
  sw: '7',
  es: 'r',
};
const EXITS = Object.fromEntries(Object.entries(SIGNS).map(([exits, sign]) => [sign, exits]));
const MARKS: Record<string, CardView['mark']> = { F: 'feather', A: 'arrow', N: 'nest', S: 'station' };

const sorted = (letters: string) => [...`${WAYS}c`].filter((letter) => letters.includes(letter)).join('');
const names = ({ columns, rows }: { columns: number; rows: number }): string[][] =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => `${String.fromCharCode(97 + j)}${rows - i}`),
  );

function write(forest: Forest): string {
  const card = (at: string) => {
    const found = forest.cards.get(at);
    return found ? (SIGNS[found.exits] ?? '+') + found.mark + sorted(found.crumbs) : '.';
  };
  const cards = names(forest).map((row) => row.map(card).join(','));
  const [snipe, ...hunters] = forest.pawns.map(({ seat, at }) => `${seat}@${at}`);
  const head = `${cards.join('/')} snipe ${snipe} hunters ${hunters.join(',')} held ${forest.held.join(',')} idle ${forest.idle}`;
  return forest.turn === 'over' ? `${head} over` : `${head} turn ${forest.seat} ${forest.turn}`;
}

const LINE =
  /^(\S+) snipe (\d)@(\w+) hunters (\d@\w+(?:,\d@\w+)*) held (\d+(?:,\d+)*) idle (\d+) (?:over|turn (\d) (.+))$/;

function read(text: string): Forest | undefined {
  const found = LINE.exec(text.trim());
  if (!found) return undefined;
  const [, board = '', snipeSeat, snipeAt = '', hunters = '', held = '', idle, seat, turn] = found;
  const lines = board.split('/').map((line) => line.split(','));
  const [columns, rows] = [lines[0]?.length ?? 0, lines.length];
  if (lines.some((line) => line.length !== columns)) return undefined;
  const cards = new Map<string, Card>();
  for (const [i, row] of names({ columns, rows }).entries())
    for (const [j, at] of row.entries()) {
      const cell = lines[i]?.[j] ?? '';
      if (cell === '.') continue;
      const [, sign = '', mark = '', crumbs = ''] = /^(.)([FANS]?)([neswc]*)$/.exec(cell) ?? [];
      const exits = EXITS[sign];
      if (exits === undefined) return undefined;
      cards.set(at, { exits, mark, crumbs });
    }
  const pawns = hunters.split(',').map((one) => {
    const [owner, at = ''] = one.split('@');
    return { seat: Number(owner), at };
  });
  return {
    columns,
    rows,
    cards,
    pawns: [{ seat: Number(snipeSeat), at: snipeAt }, ...pawns],
    held: held.split(',').map(Number),
    idle: Number(idle),
    seat: Number(seat ?? 1),
    turn: turn ?? 'over',
  };
}

const cardOf = (at: string) => at.slice(0, 2);
const sideOf = (at: string) => at.slice(2) || 'c';
const crumbsOn = (forest: Forest): string[] =>
  [...forest.cards].flatMap(([at, { crumbs }]) => [...crumbs].map((side) => (side === 'c' ? at : at + side)));

const changed = (forest: Forest, at: string, change: Partial<Card>): Forest => {
  const old = forest.cards.get(at);
  // Only before the first step of a game, and after lifting a crumb, no idle turn is counted (S22).
  return old
    ? { ...forest, idle: forest.idle || 1, cards: new Map([...forest.cards, [at, { ...old, ...change }]]) }
    : forest;
};

/** The Snipe's player gets crumbs, or gives them; if it has none, the player with most gives. */
function give(forest: Forest, count: number): Forest {
  const held = [...forest.held];
  const snipe = (forest.pawns[0]?.seat ?? 1) - 1;
  const from = count < 0 && !held[snipe] ? held.indexOf(Math.max(...held)) : snipe;
  held[from] = Math.max(0, (held[from] ?? 0) + count);
  return { ...forest, held };
}

function toggleCrumb(forest: Forest, at: string): Forest {
  const crumbs = forest.cards.get(cardOf(at))?.crumbs ?? '';
  const side = sideOf(at);
  const lies = crumbs.includes(side);
  const next = lies ? crumbs.replace(side, '') : crumbs + side;
  return give(changed(forest, cardOf(at), { crumbs: next }), lies ? 1 : -1);
}

function movePawn(forest: Forest, index: number, at: string): Forest {
  const pawns = forest.pawns.map((pawn, i) => (i === index ? { ...pawn, at } : pawn));
  const moved = { ...forest, idle: forest.idle || 1, pawns };
  // The Snipe lifts what it stands on (S14).
  const lifts = index === 0 && forest.cards.get(cardOf(at))?.crumbs.includes(sideOf(at));
  return lifts ? toggleCrumb(moved, at) : moved;
}

const turned = (letters: string) =>
  sorted([...letters].map((way) => WAYS[(WAYS.indexOf(way) + 1) % 4] ?? way).join(''));

/** A quarter turn clockwise, with what lies and stands on the card (S19). */
function turnCard(forest: Forest, at: string): Forest {
  const old = forest.cards.get(at);
  if (!old) return forest;
  const sides = old.crumbs.replace('c', '');
  const centre = old.crumbs.includes('c') ? 'c' : '';
  const pawns = forest.pawns.map((pawn) =>
    cardOf(pawn.at) === at && pawn.at !== at ? { ...pawn, at: at + turned(sideOf(pawn.at)) } : pawn,
  );
  return { ...changed(forest, at, { exits: turned(old.exits), crumbs: turned(sides) + centre }), pawns };
}

const SHAPES: Record<string, string> = { cross: 'nesw', tee: 'new', straight: 'ns', corner: 'ne' };
const isShape = (exits: string, shape: string): boolean => {
  let one = SHAPES[shape] ?? '';
  for (let i = 0; i < 4; i++) {
    if (one === exits) return true;
    one = turned(one);
  }
  return false;
};

/** Another form of card; a card that has the form already is turned. */
function reshape(forest: Forest, at: string, shape: string): Forest {
  const old = forest.cards.get(at);
  if (!old) return forest;
  if (isShape(old.exits, shape)) return turnCard(forest, at);
  const exits = SHAPES[shape] ?? '';
  const crumbs = [...old.crumbs].filter((side) => side === 'c' || exits.includes(side)).join('');
  return give(changed(forest, at, { exits, crumbs }), old.crumbs.length - crumbs.length);
}

/** A feather or an arrow is put on or taken away; Nest and Station change places with what was there. */
function mark(forest: Forest, at: string, sign: string): Forest {
  const old = forest.cards.get(at);
  if (!old || ((sign === 'N' || sign === 'S') && old.mark === sign)) return forest;
  if (sign === 'F' || sign === 'A') return changed(forest, at, { mark: old.mark === sign ? '' : sign });
  const [home] = [...forest.cards].find(([, card]) => card.mark === sign) ?? [];
  const next = changed(forest, at, { mark: sign, crumbs: old.crumbs.replace('c', '') });
  const centre = old.crumbs.includes('c') ? 'c' : '';
  if (home === undefined) return give(next, centre.length);
  // No crumb lies at home (S5): it goes to the card that is home no longer.
  return changed(next, home, { mark: old.mark, crumbs: (forest.cards.get(home)?.crumbs ?? '') + centre });
}

function exchange(forest: Forest, one: string, two: string): Forest {
  const [first, second] = [forest.cards.get(one), forest.cards.get(two)];
  return first && second ? changed(changed(forest, one, second), two, first) : forest;
}

const diceOf = (turn: string): [number, number] | null => {
  const found = /^dice (\d)\+(\d)/.exec(turn);
  return found ? [Number(found[1]), Number(found[2])] : null;
};
/** A turn that begins: two hunters of one player are chosen between first (S7). */
function fresh(forest: Forest, seat: number, dice: [number, number] | null): Forest {
  const chooses = forest.pawns.filter((pawn) => pawn.seat === seat).length > 1;
  const turn = dice ? `dice ${dice[0]}+${dice[1]} ${chooses ? 'pick' : `left ${dice[0] + dice[1]}`}` : 'roll';
  // A turn that has begun is counted (S22).
  return { ...forest, seat, turn, idle: dice ? forest.idle || 1 : forest.idle };
}

/** The Snipe goes to another player, who gives that player the own pawns. */
function snipeOf(forest: Forest, seat: number): Forest {
  const old = forest.pawns[0]?.seat;
  const pawns = forest.pawns.map((pawn) =>
    pawn.seat === old ? { ...pawn, seat } : pawn.seat === seat ? { ...pawn, seat: old ?? seat } : pawn,
  );
  return fresh({ ...forest, pawns }, forest.seat, diceOf(forest.turn));
}

const word = (key: string, args?: Record<string, string | number>) => gameText(strings, key, args);
const paths = (exits: string): Icon => {
  const arms: Record<string, string> = { n: 'M0 0V-1', e: 'M0 0H1', s: 'M0 0V1', w: 'M0 0H-1' };
  return {
    box: '-1.1 -1.1 2.2 2.2',
    shapes: [
      { d: 'M-1 -1H1V1H-1Z', fill: 'var(--hedge)' },
      { d: [...exits].map((way) => arms[way]).join(''), stroke: '#e8d6a8', width: 0.5 },
    ],
  };
};
const pawnIcon = (name: PawnName): Icon =>
  name === 'Snipe'
    ? icon(SYMBOLS.bird, 'var(--orange)', '#1d150d', '-1.2 -1.2 2.4 2.4', 0.1)
    : icon(HUNTER, `var(--${PAWNS[name].colour})`, '#1d150d', '-0.7 -0.8 1.4 1.4', 0.07);

const DICE = [1, 2, 3, 4, 5, 6].flatMap((low) =>
  [1, 2, 3, 4, 5, 6].filter((high) => high >= low).map((high) => `${low}+${high}`),
);
const isCardTool = (tool: string) => /^(turn|exchange|shape|mark)/.test(tool);

/** Everything of the position that does not stand on the board. */
function controls(forest: Forest, names: Names): ReturnType<typeof setup.controls> {
  const seats = forest.held.map((_, i) => ({ value: String(i + 1), label: names[i + 1] ?? String(i + 1) }));
  const dice = diceOf(forest.turn);
  return [
    {
      kind: 'choice',
      label: ti('sideToMove'),
      value: String(forest.seat),
      options: seats,
      set: (value) => ({ text: write(fresh(forest, Number(value), dice)) }),
    },
    {
      kind: 'choice',
      label: word('setup-dice'),
      value: dice?.join('+') ?? '',
      options: [{ value: '', label: word('setup-notRolled') }, ...DICE.map((value) => ({ value, label: value }))],
      set: (value) => ({ text: write(fresh(forest, forest.seat, diceOf(`dice ${value}`))) }),
    },
    {
      kind: 'choice',
      label: word('setup-playsSnipe'),
      value: String(forest.pawns[0]?.seat ?? 1),
      options: seats,
      set: (value) => ({ text: write(snipeOf(forest, Number(value))) }),
    },
    ...forest.held.map((value, i) => ({
      kind: 'number' as const,
      label: word('setup-crumbsOf', { name: names[i + 1] ?? '' }),
      value,
      least: 0,
      most: 30,
      set: (count: number) => ({
        text: write({ ...forest, held: forest.held.map((old, j) => (j === i ? count : old)) }),
      }),
    })),
    {
      kind: 'number',
      label: word('setup-idleTurns'),
      value: forest.idle,
      least: 0,
      most: 1400,
      set: (idle) => ({ text: write({ ...forest, idle }) }),
    },
  ];
}

export const setup: Editor<Forest, Board> = {
  read,
  write,
  draft: (forest) => {
    const dice = diceOf(forest.turn);
    const own = forest.pawns.findIndex(({ seat }) => seat === forest.seat);
    const left = /left (\d+)/.exec(forest.turn)?.[1];
    return {
      columns: forest.columns,
      rows: forest.rows,
      cards: [...forest.cards].map(([at, { exits, mark }]) => ({ at, exits: [...exits], mark: MARKS[mark] ?? null })),
      crumbs: crumbsOn(forest),
      pawns: forest.pawns.map(({ seat, at }, i) => ({ pawn: COLOURS[i] ?? 'red', seat, at })),
      held: forest.held,
      dice,
      steps: Number(left ?? 0),
      reach: [],
      mover: COLOURS[own] ?? null,
    };
  },
  tools: ({ pawns }) => [
    {
      label: ti('pieces'),
      tools: [
        { id: 'crumb', label: word('crumb'), icon: icon(SYMBOLS.hexagon, '#e9b04b') },
        ...pawns.map((_, i) => {
          const name = COLOURS[i] ?? 'red';
          return { id: `pawn ${i}`, label: word(`pawn-${name}`), icon: pawnIcon(name) };
        }),
      ],
    },
    {
      label: word('setup-cards'),
      tools: [
        { id: 'turn', label: word('setup-turnCard') },
        { id: 'exchange', label: word('setup-exchangeCards'), pair: true },
        ...Object.entries(SHAPES).map(([shape, exits]) => ({
          id: `shape ${shape}`,
          label: word(`setup-${shape}`),
          icon: paths(exits),
        })),
        ...Object.entries(MARKS).map(([sign, name]) => ({ id: `mark ${sign}`, label: word(name ?? '') })),
      ],
    },
  ],
  places: ({ cards }, tool) =>
    [...cards].flatMap(([at, { exits }]) =>
      isCardTool(tool) ? [place('card', at)] : spaces({ at, exits }).map((space) => place('from', space)),
    ),
  press: (forest, tool, { place: at = '' }, _, first) => {
    const [what, which = ''] = tool.split(' ');
    switch (what) {
      case 'crumb':
        return toggleCrumb(forest, at);
      case 'pawn':
        return movePawn(forest, Number(which), at);
      case 'turn':
        return turnCard(forest, at);
      case 'shape':
        return reshape(forest, at, which);
      case 'mark':
        return mark(forest, at, which);
      default:
        return exchange(forest, first?.place ?? at, at);
    }
  },
  controls: (forest, { names }) => controls(forest, names),
};
