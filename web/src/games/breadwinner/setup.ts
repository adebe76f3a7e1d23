// The set-up board of Breadwinner: words `key=value`, as the program writes them. What follows from the rest is not asked for:
// dice that are not bots are in the pile, and a roll has as many dice as the pile.

import { gameText, type Names } from '../../i18n';
import { place, type Editor, type Icon } from '../../insight/editor';
import { ti } from '../../insight/text';
import { samePart } from '../../lib/choose';
import type { Part } from '../../wire.gen';
import { CODES, FACES, faceName, ICONS, KINDS, SEATS } from './look';
import { strings } from './strings';
import type { Board, Bot, Kind } from './view';

interface Tile {
  bots: Bot[];
  /** The values it may have, as written; empty for a chip of the present pile. */
  crop?: string;
  poison: boolean;
}

export interface Farm {
  phase: string;
  seat: number;
  start: number;
  round: number;
  /** `harvesting=a` or `poisoning=a`: a chip is being turned up. */
  reveal: string;
  rolled: number[];
  free: number;
  loaves: [number, number];
  tiles: ReadonlyMap<string, Tile>;
  /** By name: `1f2`. */
  factories: ReadonlyMap<string, Kind>;
  discard: number[];
}

const TILES = ['D1', 'a', 'b', 'c', 'd', 'D2'];
const FACTORIES = [1, 2].flatMap((seat) => [1, 2, 3, 4].map((number) => `${seat}f${number}`));
const DICE = 8;
const LOAVES = 12;
const VALUES = Array.from({ length: 10 }, (_, i) => i + 1);
const EMPTY: Tile = { bots: [], poison: false };
const KIND_NAMES = Object.keys(CODES) as Kind[];

function write(farm: Farm): string {
  const words = [`phase=${farm.phase} seat=${farm.seat} start=${farm.start} round=${farm.round}`];
  if (farm.reveal) words.push(farm.reveal);
  if (farm.phase === 'build') words.push(`rolled=${[...farm.rolled].sort((a, b) => a - b).join(',')}`);
  if (farm.free > 0) words.push(`free=${farm.free}`);
  if (farm.loaves.some((count) => count > 0)) words.push(`loaves=${farm.loaves.join(',')}`);
  for (const at of TILES) {
    const { bots, crop, poison } = farm.tiles.get(at) ?? EMPTY;
    const things = bots.map((bot) => `${bot.seat}${CODES[bot.kind]}${bot.load || ''}${bot.used ? '!' : ''}`);
    if (crop !== undefined) things.push(`crop${crop}`);
    if (poison) things.push('poison');
    if (things.length) words.push(`${at}=${things.join('+')}`);
  }
  for (const at of FACTORIES) {
    const kind = farm.factories.get(at);
    if (kind) words.push(`${at}=${CODES[kind]}`);
  }
  if (farm.discard.length) words.push(`discard=${[...farm.discard].sort((a, b) => a - b).join(',')}`);
  return words.join(' ');
}

function readTile(text: string): Tile | undefined {
  const tile: Tile = { bots: [], poison: false };
  for (const thing of text.split('+')) {
    const bot = /^([12])(Dr|Ha|Lo|So|Sh)(\d*)(!?)$/.exec(thing);
    const crop = /^crop([\d,]*)$/.exec(thing);
    const kind = KINDS[bot?.[2] ?? ''];
    if (bot && kind) tile.bots.push({ seat: Number(bot[1]), kind, load: Number(bot[3]) || null, used: bot[4] === '!' });
    else if (crop) tile.crop = crop[1] ?? '';
    else if (thing === 'poison') tile.poison = true;
    else return undefined;
  }
  return tile;
}

const numbers = (text: string | undefined): number[] => (text ? text.split(',').map(Number) : []);

function read(text: string): Farm | undefined {
  const words = new Map<string, string>();
  for (const word of text.trim().split(/\s+/)) {
    const at = word.indexOf('=');
    if (at < 1 || words.has(word.slice(0, at))) return undefined;
    words.set(word.slice(0, at), word.slice(at + 1));
  }
  const phase = words.get('phase') ?? '';
  if (!['map', 'factories', 'roll', 'build', 'recall', 'over'].includes(phase)) return undefined;
  const known = /^(phase|seat|start|round|harvesting|poisoning|rolled|free|loaves|D[12]|[a-d]|[12]f[1-4]|discard)$/;
  if ([...words.keys()].some((key) => !known.test(key))) return undefined;
  const tiles = new Map<string, Tile>();
  for (const at of TILES) {
    const tile = words.has(at) ? readTile(words.get(at) ?? '') : EMPTY;
    if (!tile) return undefined;
    tiles.set(at, tile);
  }
  const factories = new Map<string, Kind>();
  for (const at of FACTORIES.filter((one) => words.has(one))) {
    const kind = KINDS[words.get(at) ?? ''];
    if (!kind) return undefined;
    factories.set(at, kind);
  }
  const [one = 0, two = 0] = numbers(words.get('loaves'));
  const reveal = ['harvesting', 'poisoning'].find((key) => words.has(key));
  return {
    phase,
    seat: Number(words.get('seat') ?? 1),
    start: Number(words.get('start') ?? 1),
    round: Number(words.get('round') ?? 1),
    reveal: reveal ? `${reveal}=${words.get(reveal)}` : '',
    rolled: numbers(words.get('rolled')),
    free: Number(words.get('free') ?? 0),
    loaves: [one, two],
    tiles,
    factories,
    discard: numbers(words.get('discard')),
  };
}

const botsOf = (farm: Farm, seat: number): number =>
  [...farm.tiles.values()].flatMap(({ bots }) => bots).filter((bot) => bot.seat === seat).length +
  [...farm.factories.keys()].filter((at) => at.startsWith(`${seat}`)).length;
const pileOf = (farm: Farm, seat: number): number => Math.max(0, DICE - botsOf(farm, seat));

/** Makes what follows from the rest fit it: the number of dice rolled, free bots (W18), the first round (W19). */
function settled(farm: Farm): Farm {
  const pile = pileOf(farm, farm.seat);
  const builds = farm.phase === 'build';
  const rolled = builds ? [...farm.rolled, ...Array<number>(DICE).fill(1)].slice(0, pile) : [];
  const laid = [...farm.tiles.values()].some(({ bots, crop, poison }) => bots.length || poison || crop !== undefined);
  const begun = laid || farm.loaves.some(Boolean) || farm.discard.length > 0;
  return {
    ...farm,
    rolled,
    free: builds ? Math.floor(rolled.filter((face) => face === 6).length / 3) : 0,
    round: begun ? Math.max(2, farm.round) : farm.round,
  };
}

/** In the build phase a bot of the seat that builds is a die of its roll, and becomes one again. */
function swapDie(farm: Farm, seat: number, out: Kind | undefined, back: Kind | undefined): Farm {
  if (farm.phase !== 'build' || seat !== farm.seat) return farm;
  const rolled = [...farm.rolled];
  const at = out ? rolled.indexOf(FACES.indexOf(out) + 1) : -1;
  if (out) rolled.splice(at < 0 ? rolled.length - 1 : at, 1);
  if (back) rolled.push(FACES.indexOf(back) + 1);
  return { ...farm, rolled };
}

const withTile = (farm: Farm, at: string, change: Partial<Tile>): Farm => {
  const { crop, ...rest } = { ...(farm.tiles.get(at) ?? EMPTY), ...change };
  const tile: Tile = crop === undefined ? rest : { ...rest, crop };
  return { ...farm, reveal: '', tiles: new Map([...farm.tiles, [at, tile]]) };
};

function putBot(farm: Farm, at: string, seat: number, kind: Kind): Farm {
  const { bots } = farm.tiles.get(at) ?? EMPTY;
  return swapDie(
    withTile(farm, at, { bots: [...bots, { seat, kind, load: null, used: false }] }),
    seat,
    kind,
    undefined,
  );
}
function takeBot(farm: Farm, at: string, index: number): Farm {
  const { bots } = farm.tiles.get(at) ?? EMPTY;
  const gone = bots[index];
  if (!gone) return farm;
  return swapDie(withTile(farm, at, { bots: bots.filter((bot) => bot !== gone) }), gone.seat, undefined, gone.kind);
}
/** A factory holds bots of its owner only, so the tool's seat does not matter there. */
function setFactory(farm: Farm, at: string, kind: Kind | undefined): Farm {
  const owner = Number(at[0]);
  const old = farm.factories.get(at);
  const factories = new Map(farm.factories);
  if (kind === undefined) factories.delete(at);
  else factories.set(at, kind);
  return swapDie({ ...farm, factories }, owner, kind, old);
}

/** The next value that lies nowhere else; after the last one it is unknown, or no load, again. */
function nextValue(farm: Farm, now: number): number {
  const tiles = [...farm.tiles.values()];
  const used = [
    ...farm.discard,
    ...tiles.flatMap(({ crop }) => numbers(crop)),
    ...tiles.flatMap(({ bots }) => bots.map(({ load }) => load ?? 0)),
  ];
  return VALUES.find((value) => value > now && !used.includes(value)) ?? 0;
}

/** The value of a Harvester's load, or of the crop on a Land. */
function nextLoad(farm: Farm, at: string, index: number): Farm {
  const { bots, crop } = farm.tiles.get(at) ?? EMPTY;
  const bot = bots[index];
  if (bot?.kind === 'harvester') {
    const load = nextValue(farm, bot.load ?? 0) || null;
    return withTile(farm, at, { bots: bots.map((one) => (one === bot ? { ...bot, load } : one)) });
  }
  if (bot || crop === undefined) return farm;
  return withTile(farm, at, { crop: String(nextValue(farm, Number(crop) || 0) || '') });
}

function onTile(farm: Farm, at: string, what: string): Farm {
  const { crop, poison, bots } = farm.tiles.get(at) ?? EMPTY;
  if (what === 'crop') {
    const tile: Tile = crop === undefined ? { bots, poison, crop: '' } : { bots, poison };
    return { ...farm, reveal: '', tiles: new Map([...farm.tiles, [at, tile]]) };
  }
  if (what === 'poison') return withTile(farm, at, { poison: !poison });
  if (what === 'value') return nextLoad(farm, at, -1);
  // The eraser clears the tile.
  return bots.reduce<Farm>((left) => takeBot(left, at, 0), {
    ...farm,
    tiles: new Map([...farm.tiles, [at, { bots, poison: false }]]),
  });
}

/** The part by which the board knows a bot: own ones and rivals, seen from the seat to move, have different roles. */
const botPart = (farm: Farm, { seat, kind, load }: Bot, at: string): Part =>
  place(seat === farm.seat ? 'bot' : 'target', at, `${CODES[kind]}${load || ''} ${at}`);

function pressed(farm: Farm, tool: string, part: Part): Farm {
  const at = part.place ?? '';
  const [what, which = ''] = tool.split(' ');
  const seat = Number(what);
  const kind = KINDS[which];
  if (/f/.test(at)) {
    const same = farm.factories.get(at) === kind;
    return kind || what === 'eraser' ? setFactory(farm, at, same ? undefined : kind) : farm;
  }
  if (part.role === 'to') return kind ? putBot(farm, at, seat, kind) : onTile(farm, at, what ?? '');
  const bots = farm.tiles.get(at)?.bots ?? [];
  const index = bots.findIndex((bot) => samePart(botPart(farm, bot, at), part));
  const bot = bots[index];
  if (what === 'value') return nextLoad(farm, at, index);
  if (what === 'eraser') return takeBot(farm, at, index);
  if (!kind || !bot) return onTile(farm, at, what ?? '');
  // The same bot once more is a second one, if there is room; another one takes its place.
  return bots.length > 1 ? putBot(takeBot(farm, at, index), at, seat, kind) : putBot(farm, at, seat, kind);
}

const word = (key: string, args?: Record<string, string | number>) => gameText(strings, key, args);
const die = (kind: Kind | 'rnd', seat: number): Icon => {
  const colour = SEATS[seat]?.colour ?? 'grey';
  const corner = seat === 1 ? 0.55 : 0.15;
  const d = `M${-1.1 + corner} -1.1H${1.1 - corner}A${corner} ${corner} 0 0 1 1.1 ${-1.1 + corner}V${1.1 - corner}A${corner} ${corner} 0 0 1 ${1.1 - corner} 1.1H${-1.1 + corner}A${corner} ${corner} 0 0 1 -1.1 ${1.1 - corner}V${-1.1 + corner}A${corner} ${corner} 0 0 1 ${-1.1 + corner} -1.1Z`;
  return {
    box: '-1.25 -1.25 2.5 2.5',
    shapes: [
      { d, fill: `var(--${colour})`, stroke: '#1d150d', width: 0.1 },
      { d: ICONS[kind], stroke: `var(--${colour}-ink)`, width: 0.22 },
    ],
  };
};

const DISC = 'M5.2 0A5.2 5.2 0 1 1 -5.2 0A5.2 5.2 0 1 1 5.2 0Z';
const CROP: Icon = {
  box: '-6 -6 12 12',
  shapes: [
    { d: DISC, fill: '#8b5e2d', stroke: '#2c1b0a', width: 0.6 },
    {
      d: 'M0 3V-1M0 0C-3 0 -3 -3 -3 -3C0 -3 0 -1 0 0C0 -2 1 -3.6 3 -3.6C3 -1 1 -0.5 0 -0.5',
      fill: '#b9e07c',
      stroke: '#d9f3a8',
      width: 0.5,
    },
  ],
};
const POISON: Icon = {
  box: '-6 -6 12 12',
  shapes: [
    { d: DISC, fill: '#4c2a5e', stroke: '#e9dcf2', width: 0.5 },
    { d: 'M-2.6 -0.6A2.6 2.6 0 1 1 2.6 -0.6L1.7 1.5V3.1H-1.7V1.5Z', fill: '#e9dcf2' },
    { d: 'M-1.1 -0.7h0.1M1 -0.7h0.1', stroke: '#4c2a5e', width: 1.1 },
  ],
};

const PHASES = ['map', 'factories', 'roll', 'build', 'recall'];

/** Bots are used in the map phase of their seat only (W9). */
const unused = ({ tiles }: Farm): Farm['tiles'] =>
  new Map([...tiles].map(([at, tile]) => [at, { ...tile, bots: tile.bots.map((bot) => ({ ...bot, used: false })) }]));

function controls(farm: Farm, names: Names, cap: number): ReturnType<typeof setup.controls> {
  const seats = [1, 2].map((seat) => ({ value: String(seat), label: names[seat] ?? String(seat) }));
  const change = (next: Partial<Farm>) => ({ text: write(settled({ ...farm, reveal: '', ...next })) });
  return [
    {
      kind: 'choice',
      label: ti('sideToMove'),
      value: String(farm.seat),
      options: seats,
      set: (value) => change({ seat: Number(value), tiles: unused(farm) }),
    },
    {
      kind: 'choice',
      label: word('setup-phase'),
      value: farm.phase,
      options: PHASES.map((value) => ({
        value,
        label: value === 'roll' ? word('setup-beforeRoll') : word(`phase-${value}`),
      })),
      set: (phase) => change({ phase, tiles: unused(farm) }),
    },
    {
      kind: 'number',
      label: word('setup-round'),
      value: farm.round,
      least: 1,
      most: cap,
      set: (round) => ({ text: write({ ...farm, round }) }),
    },
    {
      kind: 'choice',
      label: word('setup-begins'),
      value: String(farm.start),
      options: seats,
      set: (value) => change({ start: Number(value) }),
    },
    ...farm.loaves.map((value, i) => ({
      kind: 'number' as const,
      label: word('setup-loavesOf', { name: names[i + 1] ?? '' }),
      value,
      least: 0,
      most: LOAVES,
      set: (count: number) => change({ loaves: i === 0 ? [count, farm.loaves[1]] : [farm.loaves[0], count] }),
    })),
    ...(farm.phase === 'build' ? [rollControl(farm)] : []),
    spentControl(farm),
  ];
}

/** The crop values in the discard. */
const spentControl = (farm: Farm): ReturnType<typeof setup.controls>[number] => ({
  kind: 'toggles',
  label: word('spent'),
  items: VALUES.map((value) => ({ id: String(value), label: String(value), pressed: farm.discard.includes(value) })),
  press: (id) => {
    const value = Number(id);
    const others = farm.discard.filter((one) => one !== value);
    const discard = farm.discard.includes(value) ? others : [...others, value];
    return { text: write(settled({ ...farm, reveal: '', discard })) };
  },
});

/** The dice that lie there: pressing one turns it to the next face. */
const rollControl = (farm: Farm): ReturnType<typeof setup.controls>[number] => ({
  kind: 'toggles',
  label: word('setup-rolledDice'),
  items: farm.rolled.map((face, i) => ({
    id: String(i),
    label: word(faceName(face)),
    icon: die(faceName(face), farm.seat),
    pressed: false,
  })),
  press: (id) => {
    const rolled = farm.rolled.map((face, i) => (String(i) === id ? (face % 6) + 1 : face));
    return { text: write(settled({ ...farm, rolled })) };
  },
});

export const setup: Editor<Farm, Board> = {
  read,
  write,
  draft: (farm, { shown }) => ({
    tiles: TILES.map((at) => {
      const { bots, crop, poison } = farm.tiles.get(at) ?? EMPTY;
      const known = crop !== undefined && /^\d+$/.test(crop) ? Number(crop) : null;
      return { at, bots, poison, crop: crop === undefined ? null : { value: known } };
    }),
    sides: [1, 2].map((seat) => ({
      seat,
      factories: [1, 2, 3, 4].map((number) => farm.factories.get(`${seat}f${number}`) ?? null),
      pile: pileOf(farm, seat),
      loaves: farm.loaves[seat - 1] ?? 0,
    })),
    centre: Math.max(0, LOAVES - farm.loaves[0] - farm.loaves[1]),
    loaves_to_win: shown?.loaves_to_win ?? LOAVES,
    phase: farm.phase === 'roll' ? 'build' : farm.phase === 'over' ? null : (farm.phase as Board['phase']),
    seat: farm.seat,
    round: farm.round,
    round_cap: shown?.round_cap ?? 60,
    rolled: farm.rolled,
    free: farm.free,
    discard: farm.discard,
    pool: shown?.pool ?? 0,
  }),
  tools: (_, { names }) => [
    ...[1, 2].map((seat) => ({
      label: word('setup-botsOf', { name: names[seat] ?? '' }),
      tools: KIND_NAMES.map((kind) => ({ id: `${seat} ${CODES[kind]}`, label: word(kind), icon: die(kind, seat) })),
    })),
    {
      label: word('setup-chips'),
      tools: [
        { id: 'crop', label: word('crop'), icon: CROP },
        { id: 'value', label: word('setup-cropValue') },
        { id: 'poison', label: word('poison'), icon: POISON },
        { id: 'eraser', label: ti('eraser') },
      ],
    },
  ],
  places: (farm) => [
    ...TILES.map((at) => place('to', at)),
    // The board takes the first part that fits a bot, and for an own one both roles fit.
    ...[...farm.tiles]
      .flatMap(([at, { bots }]) => bots.map((bot) => botPart(farm, bot, at)))
      .sort((a, b) => a.role.localeCompare(b.role)),
    ...FACTORIES.map((at) => {
      const kind = farm.factories.get(at);
      return kind ? botPart(farm, { seat: Number(at[0]), kind }, at) : place('factory', at);
    }),
  ],
  seat: ({ seat }) => seat,
  press: (farm, tool, part) => settled(pressed(farm, tool, part)),
  controls: (farm, { names, shown }) => controls(farm, names, shown?.round_cap ?? 60),
};
