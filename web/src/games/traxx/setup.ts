// The set-up board of Träxx: a path for every seat, and which cards are turned. A number's points are those it has when it is
// reached in the order in which the paths are drawn here, and can be changed.

import { gameText } from '../../i18n';
import { place, type Bench, type Editor, type Icon } from '../../insight/editor';
import { SYMBOLS } from '../../ui/symbols';
import { FIELDS, HEX } from './look';
import { strings } from './strings';
import { LETTERS, spot, type Board, type FieldColour, type Path as PathView } from './view';

interface Path {
  /** From end to end. */
  fields: string[];
  start: string;
  /** The points recorded for the numbers on it, by field. */
  points: ReadonlyMap<string, number>;
}

export interface Paths {
  paths: Path[];
  /** The cards turned, as their letters. */
  seen: string[];
  /** The card that lies open; empty if none. */
  card: string;
  /** Who chooses in an open round and what was newly reached in it; a change forgets both. */
  rest: string;
}

const LETTER = Object.fromEntries(Object.entries(LETTERS).map(([letter, colour]) => [colour, letter]));
const half = (number: number) => Math.ceil(number / 2);

function write({ paths, seen, card, rest }: Paths): string {
  const path = ({ fields, start, points }: Path) =>
    fields.map((at) => `${at}${at === start ? '*' : ''}${points.has(at) ? `=${points.get(at)}` : ''}`).join('-');
  const words = [paths.map(path).join('/')];
  if (seen.length) words.push(`seen=${seen.join(',')}`);
  if (card) words.push(`card=${card}`);
  if (rest) words.push(rest);
  return words.join(' ');
}

function readPath(text: string): Path | undefined {
  const points = new Map<string, number>();
  const fields: string[] = [];
  let start: string | undefined;
  for (const word of text.split('-')) {
    const found = /^([a-i]\d)(\*?)(?:=(\d+))?$/.exec(word);
    const at = found?.[1];
    if (at === undefined) return undefined;
    fields.push(at);
    if (found?.[2]) start = at;
    if (found?.[3]) points.set(at, Number(found[3]));
  }
  return start === undefined ? undefined : { fields, start, points };
}

function read(text: string): Paths | undefined {
  const [first = '', ...words] = text.trim().split(/\s+/);
  const paths = first.split('/').map(readPath);
  if (paths.some((path) => path === undefined)) return undefined;
  const value = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';
  if (words.some((word) => !/^(seen|card|to|new)=/.test(word))) return undefined;
  return {
    paths: paths as Path[],
    seen: value('seen').split(',').filter(Boolean),
    card: value('card'),
    rest: words.filter((word) => /^(to|new)=/.test(word)).join(' '),
  };
}

/** All cards of the deck: those to come as the server said, and those turned in the position that it was asked about. */
function deck({ shown, accepted }: Bench<Board>): string[] {
  const before = read(accepted);
  const left = (shown?.cards ?? []).map((card) => card.map((colour) => LETTER[colour] ?? '').join(''));
  return [...left, ...(before?.seen ?? []), ...(before?.card ? [before.card] : [])].sort();
}

const touches = (one: string, two: string): boolean => {
  const [a, b] = [spot(one), spot(two)];
  return Math.hypot(a.x - b.x, a.y - b.y) < 1.01 && one !== two;
};
const numberAt = ({ shown }: Bench<Board>, at: string): number | undefined =>
  shown?.fields.find((field) => field.at === at)?.number ?? undefined;

/** What a number is worth for a seat that reaches it now (T7, and alone T8): the server judges in the end. */
function worth(model: Paths, bench: Bench<Board>, number: number): number {
  const numbers = (path: Path) => path.fields.map((at) => numberAt(bench, at) ?? 0);
  const [own, ...others] = [
    ...model.paths.filter((_, i) => i === bench.side - 1),
    ...model.paths.filter((_, i) => i !== bench.side - 1),
  ].map(numbers);
  const late = others.length ? others.some((list) => list.includes(number)) : own?.some((one) => one > number);
  return late ? half(number) : number;
}

const ofSide = (model: Paths, side: number, path: Path): Paths => ({
  ...model,
  rest: '',
  paths: model.paths.map((old, i) => (i === side - 1 ? path : old)),
});

/** Draws on from the end that the field touches. A path of one field begins elsewhere instead. */
function draw(model: Paths, at: string, bench: Bench<Board>): Paths {
  const path = model.paths[bench.side - 1];
  if (!path || path.fields.includes(at)) return model;
  const [first = '', last = ''] = [path.fields[0], path.fields.at(-1)];
  const number = numberAt(bench, at);
  const points = number === undefined ? path.points : new Map([...path.points, [at, worth(model, bench, number)]]);
  if (touches(last, at)) return ofSide(model, bench.side, { ...path, fields: [...path.fields, at], points });
  if (touches(first, at)) return ofSide(model, bench.side, { ...path, fields: [at, ...path.fields], points });
  return path.fields.length === 1 ? begin(model, at, bench) : model;
}

/** Takes an end of the path away. */
function shorten(model: Paths, at: string, bench: Bench<Board>): Paths {
  const path = model.paths[bench.side - 1];
  if (!path || path.fields.length < 2 || (at !== path.fields[0] && at !== path.fields.at(-1))) return model;
  const fields = path.fields.filter((one) => one !== at);
  const points = new Map([...path.points].filter(([one]) => one !== at));
  const start = at === path.start ? (at === path.fields[0] ? fields[0] : fields.at(-1)) : path.start;
  return ofSide(model, bench.side, { fields, points, start: start ?? at });
}

/** The field becomes the start: that of the path it is on, or of a new one. */
function begin(model: Paths, at: string, bench: Bench<Board>): Paths {
  const path = model.paths[bench.side - 1];
  if (path?.fields.includes(at)) return ofSide(model, bench.side, { ...path, start: at });
  return ofSide(model, bench.side, { fields: [at], start: at, points: new Map() });
}

/** Full points become half of them, and the other way round. */
function otherPoints(model: Paths, at: string, bench: Bench<Board>): Paths {
  const path = model.paths[bench.side - 1];
  const number = numberAt(bench, at);
  if (!path || number === undefined || !path.fields.includes(at)) return model;
  const points = path.points.get(at) === number ? half(number) : number;
  return ofSide(model, bench.side, { ...path, points: new Map([...path.points, [at, points]]) });
}

/** To come, turned, open, and to come again; only one card lies open. */
function nextState(model: Paths, card: string): Paths {
  const base = { ...model, rest: '' };
  if (model.card === card) return { ...base, card: '' };
  if (!model.seen.includes(card)) return { ...base, seen: [...model.seen, card] };
  const seen = model.seen.filter((one) => one !== card);
  return { ...base, card, seen: model.card ? [...seen, model.card] : seen };
}

const word = (key: string, args?: Record<string, string | number>) => gameText(strings, key, args);
const coloursOf = (card: string): FieldColour[] => [...card].map((letter) => LETTERS[letter] ?? 'grey');
/** A hexagon for each field that the card allows, with the sign of its colour (T14). */
const cardIcon = (card: string): Icon => ({
  box: `-0.6 -0.65 ${card.length * 1.06 + 0.14} 1.3`,
  shapes: coloursOf(card).flatMap((colour, i) => [
    { d: HEX, x: i * 1.06, scale: 0.95, fill: `var(--${colour})`, stroke: '#0005', width: 0.03 },
    { d: SYMBOLS[FIELDS[colour]], x: i * 1.06, scale: 0.26, fill: `var(--${colour}-ink)` },
  ]),
});

export const setup: Editor<Paths, Board> = {
  read,
  write,
  draft: (model, bench) => {
    const { shown } = bench;
    if (!shown) return undefined;
    const path = ({ fields, start, points }: Path, i: number): PathView => {
      const numbers = fields.flatMap((field) => {
        const number = numberAt(bench, field);
        return number === undefined ? [] : [{ number, points: points.get(field) ?? number }];
      });
      const missed = shown.fields.length - fields.length;
      const score = numbers.reduce((sum, one) => sum + one.points, -missed);
      return { seat: i + 1, start, fields, numbers, missed, score };
    };
    const turned = [...model.seen, model.card];
    return {
      fields: shown.fields,
      paths: model.paths.map(path),
      card: model.card ? coloursOf(model.card) : null,
      cards: deck(bench)
        .filter((card) => !turned.includes(card))
        .map(coloursOf),
      taken: [],
    };
  },
  seat: (_, { side }) => side,
  sides: ({ paths }) => ({ label: word('setup-pathOf'), seats: paths.map((_, i) => i + 1) }),
  tools: () => [
    {
      label: word('setup-path'),
      tools: [
        { id: 'draw', label: word('setup-drawPath') },
        { id: 'shorten', label: word('setup-shortenPath') },
        { id: 'start', label: word('setup-pathStart') },
        { id: 'points', label: word('setup-fullOrHalf') },
      ],
    },
  ],
  places: (model, tool, bench) => {
    const fields = (bench.shown?.fields ?? []).map((field) => field.at);
    const own = model.paths[bench.side - 1]?.fields ?? [];
    const ends = [own[0], own.at(-1)];
    const useful = (field: string): boolean =>
      tool === 'shorten'
        ? own.length > 1 && ends.includes(field)
        : tool === 'points'
          ? own.includes(field) && numberAt(bench, field) !== undefined
          : tool === 'start' ||
            (!own.includes(field) && (own.length < 2 || ends.some((end) => end !== undefined && touches(end, field))));
    return fields.filter(useful).map((field) => place('field', field));
  },
  press: (model, tool, { place: field = '' }, bench) => {
    switch (tool) {
      case 'shorten':
        return shorten(model, field, bench);
      case 'start':
        return begin(model, field, bench);
      case 'points':
        return otherPoints(model, field, bench);
      default:
        return draw(model, field, bench);
    }
  },
  controls: (model, bench) => [
    {
      kind: 'toggles',
      label: word('setup-cardsAre'),
      items: deck(bench).map((card) => ({
        id: card,
        label: coloursOf(card)
          .map((colour) => word(colour))
          .join(', '),
        icon: cardIcon(card),
        pressed: model.card === card || model.seen.includes(card),
        state:
          model.card === card
            ? word('setup-cardOpen')
            : model.seen.includes(card)
              ? word('setup-cardTurned')
              : word('setup-cardToCome'),
      })),
      press: (card) => ({ text: write(nextState(model, card)) }),
    },
  ],
};
