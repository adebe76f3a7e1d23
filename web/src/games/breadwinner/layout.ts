// Where things lie on Breadwinner's table. The viewer's side is below. On a high screen the two sides lie above and below the
// map; on a wide one they lie to its left, one above the other, and everything is half as large again.

import type { Part } from '../../wire.gen';
import { CODES } from './look';
import type { Bot } from './view';

interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
}

interface Tile extends Box {
  land: boolean;
}

interface Sizes {
  width: number;
  /** The map from its left edge, without the sides. */
  map: { x: number; y: number; width: number };
  area: { width: number; height: number };
  delivery: number;
  /** How far a Delivery is from the edges of the map: it has room for its name and two bots. */
  deliveryX: number;
  land: number;
  /** How far a Land is from the edges of the map. */
  landX: number;
  /** Where bots stand on a Land: parts of its width, and how far below its middle. */
  bots: [number, number];
  botY: number;
  chip: number;
  // Within a side, from its upper left corner.
  factories: Grid;
  dice: Grid;
  loaves: Grid;
  loafScale: number;
  titles: { key: string; x: number; y: number }[];
  /** A word about a factory, from its middle; without it, it stands on the edge of the side. */
  factoryWord: number | undefined;
}

/** Things in rows: where the first one is, how many are in a row, and how far they are apart. */
interface Grid extends Point {
  columns: number;
  across: number;
  down: number;
}

const PORTRAIT: Sizes = {
  width: 120,
  map: { x: 0, y: 31, width: 120 },
  area: { width: 118, height: 27 },
  delivery: 20,
  deliveryX: 8,
  land: 31,
  landX: 4,
  bots: [0.23, 0.77],
  botY: 1.5,
  chip: 0.8,
  factories: { x: 14, y: 16.2, columns: 4, across: 19.4, down: 0 },
  dice: { x: 87, y: 7, columns: 4, across: 7.2, down: 6.6 },
  loaves: { x: 89, y: 21.4, columns: 6, across: 4.6, down: 3.2 },
  loafScale: 0.6,
  titles: [
    { key: 'phase-factories', x: 5, y: 5.2 },
    { key: 'pileTitle', x: 87, y: 5.2 },
  ],
  factoryWord: undefined,
};
const LANDSCAPE: Sizes = {
  width: 187,
  map: { x: 76, y: 1, width: 110 },
  area: { width: 74, height: 52 },
  delivery: 20,
  deliveryX: 9,
  land: 29,
  landX: 1,
  bots: [0.21, 0.79],
  botY: 2.6,
  chip: 1,
  factories: { x: 15.5, y: 17, columns: 2, across: 21, down: 21.5 },
  dice: { x: 50, y: 8, columns: 3, across: 7.4, down: 7 },
  loaves: { x: 52.6, y: 38.6, columns: 4, across: 5.6, down: 5 },
  loafScale: 0.72,
  titles: [
    { key: 'phase-factories', x: 6.5, y: 5.9 },
    { key: 'pileTitle', x: 50, y: 5.9 },
    { key: 'loavesTitle', x: 50, y: 34.4 },
  ],
  factoryWord: 9,
};
const GAP = 3;
const DICE = 8;

type Rows = readonly [number, number, number, number];

/** Which tiles touch. */
const NEXT: Record<string, string> = { D1: 'ab', a: 'bc', b: 'ad', c: 'ad', d: 'bc', D2: 'cd' };
const neighbours = (at: string): string[] => [
  ...(NEXT[at] ?? ''),
  ...['D1', 'D2'].filter((delivery) => NEXT[delivery]?.includes(at)),
];

/** A shortest way from tile to tile, both included. Where several are as short, any of them will do. */
function way(from: string, to: string): string[] {
  const ways = [[from]];
  for (const one of ways) {
    const at = one.at(-1) ?? from;
    if (at === to) return one;
    if (one.length < 5) ways.push(...neighbours(at).map((next) => [...one, next]));
  }
  return [from];
}

/** The upper edges of the rows: a Delivery, two rows of Lands, the other Delivery. */
function rowsOf({ map: { y }, delivery, land }: Sizes): Rows {
  return [y, y + delivery + GAP, y + delivery + land + 2 * GAP, y + delivery + 2 * land + 3 * GAP];
}

function tilesOf(size: Sizes, rows: Rows, landWidth: number, flip: boolean): Map<string, Tile> {
  const { map, deliveryX, landX } = size;
  const order = flip ? ['D2', 'c', 'd', 'a', 'b', 'D1'] : ['D1', 'a', 'b', 'c', 'd', 'D2'];
  const tiles = new Map<string, Tile>();
  order.forEach((at, i) => {
    if (i === 0 || i === 5)
      tiles.set(at, {
        x: map.x + deliveryX,
        y: rows[i === 0 ? 0 : 3],
        width: map.width - 2 * deliveryX,
        height: size.delivery,
        land: false,
      });
    else
      tiles.set(at, {
        x: map.x + (i % 2 === 1 ? landX : map.width - landX - landWidth),
        y: rows[i < 3 ? 1 : 2],
        width: landWidth,
        height: size.land,
        land: true,
      });
  });
  return tiles;
}

/** Two roads down and two across, below the tiles. */
function roadsOf({ map }: Sizes, rows: Rows): string {
  const [left, right] = [map.x + 30, map.x + map.width - 30];
  const down = [left, right].map((x) => `M${x} ${rows[0] + 10}V${rows[3] + 10}`);
  const across = [rows[1], rows[2]].map((y) => `M${left} ${y + 16}H${right}`);
  return [...down, ...across].join('');
}

/** The number of a factory, from its place: `2f3`. */
function factoryNumber(at: string): number | undefined {
  const found = /^[12]f([1-4])$/.exec(at);
  return found ? Number(found[1]) : undefined;
}

const inGrid = ({ x, y, columns, across, down }: Grid, index: number): Point => ({
  x: x + (index % columns) * across,
  y: y + Math.floor(index / columns) * down,
});

/** What lies on the two sides: factories, dice and loaves. */
function sidesOf(size: Sizes, height: number, flip: boolean) {
  const area = (seat: number): Box => ({
    x: 1,
    y: (seat === 1) !== flip ? 1 : height - 1 - size.area.height,
    ...size.area,
  });
  const lies = (seat: number, grid: Grid, index: number): Point => {
    const { x, y } = area(seat);
    const at = inGrid(grid, index);
    return { x: x + at.x, y: y + at.y };
  };
  return {
    area,
    /** What the things of a side are called, above them. */
    titles: (seat: number) => size.titles.map(({ key, x, y }) => ({ key, x: area(seat).x + x, y: area(seat).y + y })),
    /** A factory's middle. */
    factory: (seat: number, index: number) => lies(seat, size.factories, index),
    /** The upper left corner of a die in the pile, and the box of the pile. */
    die: (seat: number, index: number) => lies(seat, size.dice, index),
    pile(seat: number): Box {
      const { columns, across, down } = size.dice;
      return { ...lies(seat, size.dice, 0), width: columns * across, height: Math.ceil(DICE / columns) * down };
    },
    loaf: (seat: number, index: number) => lies(seat, size.loaves, index),
  };
}

/** `flip`: seat 1, whose Delivery is the upper one, sits below. */
export function layout(flip: boolean, wide: boolean) {
  const size = wide ? LANDSCAPE : PORTRAIT;
  const { map } = size;
  const rows = rowsOf(size);
  const height = rows[3] + size.delivery + map.y;
  const landWidth = map.width / 2 - 8 - size.landX;
  const tiles = tilesOf(size, rows, landWidth, flip);
  const tile = (at: string): Tile => tiles.get(at) ?? { x: 0, y: 0, width: 0, height: 0, land: true };
  const sides = sidesOf(size, height, flip);
  /** The box of a tile or a factory. */
  const boxOf = (at: string): Box => {
    const number = factoryNumber(at);
    if (number === undefined) return tile(at);
    const { x, y } = sides.factory(Number(at[0]), number - 1);
    return { x: x - 9, y: y - 9, width: 18, height: 18 };
  };
  /** Out of a factory onto the own Delivery: across where the sides lie beside the map, else straight down or up. */
  const exit = (from: string): [Box, Box] => {
    const home = tile(`D${from[0]}`);
    const [out, area] = [boxOf(from), sides.area(Number(from[0]))];
    if (wide) return [{ ...home, x: area.x + area.width - 9, width: 9 }, home];
    return [out, { ...home, x: out.x + 5, width: 8 }];
  };
  return {
    ...sides,
    width: size.width,
    height,
    loafScale: size.loafScale,
    /** The middle of the map, where the loaves of no one lie. */
    centre: { x: map.x + map.width / 2, y: rows[2] - GAP / 2 },
    tile,
    roads: roadsOf(size, rows),
    /** A bot's place on a tile: two side by side. */
    onTile(at: string, slot: number): Point {
      const box = tile(at);
      // On a Delivery they stand on the right: on the left is written whose it is.
      const share = box.land ? size.bots : [0.7, 0.89];
      return { x: box.x + box.width * (share[slot] ?? 0.5), y: box.y + box.height / 2 + (box.land ? size.botY : 0) };
    },
    box: boxOf,
    /** An arrow for each step of a walk, from tile to tile; a bot of a factory comes over its own Delivery. */
    walk(from: string, to: string): { line: string; head: string }[] {
      const leaves = factoryNumber(from) !== undefined;
      const tiles = way(leaves ? `D${from[0]}` : from, to);
      const steps = tiles.slice(1).map((at, i): [Box, Box] => [tile(tiles[i] ?? at), tile(at)]);
      return [...(leaves ? [exit(from)] : []), ...steps].map(([a, b]) => arrow(a, b));
    },
    /** A chip lies between the two bots; two chips lie one above the other. */
    chip: (kind: 'crop' | 'poison', alone: boolean) => ({
      y: size.land / 2 + (alone ? 1.2 : kind === 'crop' ? -5.4 : 6.6),
      scale: size.chip,
    }),
    /** What can be done at a place is written in a row on its lower edge, and at a factory above it or on its edge. */
    pill(at: string, seat: number, index: number, count: number): Point {
      const box = tile(at);
      const number = factoryNumber(at);
      const middle = number === undefined ? undefined : sides.factory(seat, number - 1);
      const { factoryWord } = size;
      const centre = middle
        ? { x: middle.x, y: factoryWord === undefined ? sides.area(seat).y - 4 : middle.y + factoryWord }
        : { x: box.x + box.width / 2, y: box.y + box.height - 1 };
      const x = centre.x + (index - (count - 1) / 2) * 27;
      return { x: Math.min(size.width - 14, Math.max(14, x)), y: centre.y };
    },
  };
}

/** An arrow from one box to another that only enters them, so that it covers nothing that stands there. */
function arrow(from: Box, to: Box): { line: string; head: string } {
  const middle = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const [a, b] = [middle(from), middle(to)];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  /** From the middle of a box to its edge. */
  const reach = ({ width, height }: Box) =>
    Math.min(width / 2 / Math.abs(dx || 1e-6), height / 2 / Math.abs(dy || 1e-6));
  const at = (back: number, side = 0) =>
    `${(b.x - dx * back - dy * side).toFixed(2)} ${(b.y - dy * back + dx * side).toFixed(2)}`;
  const tip = Math.max(0, reach(to) - 4.5);
  const start = far - Math.max(0, reach(from) - 3.5);
  return {
    line: `M${at(start)}L${at(tip + 3)}`,
    head: `M${at(tip)}L${at(tip + 4.6, 2.7)}L${at(tip + 4.6, -2.7)}Z`,
  };
}

/** Rows of a field, across a Land; boards of a dock, on a Delivery beside its words. */
export const furrows = (width: number, height: number): string =>
  Array.from({ length: Math.floor((height - 10) / 5) }, (_, i) => {
    const waves = 't8 0'.repeat(Math.floor((width - 16) / 8));
    return `M4 ${height - 4 - i * 5}q4 -2 8 0${waves}`;
  }).join('');
export const planks = (width: number, height: number): string =>
  Array.from({ length: Math.floor(width / 14) - 3 }, (_, i) => `M${(i + 4) * 14} 1V${height - 1}`).join('');

/** The offer that means this bot: it begins with the bot's two letters and its load, and is made at its place. */
export function botOffer(offers: readonly Part[], bot: Bot, place: string): Part | undefined {
  const name = CODES[bot.kind] + (bot.load ?? '');
  return offers.find(
    (part) =>
      (part.role === 'bot' || part.role === 'target') && part.place === place && part.value.split(' ')[0] === name,
  );
}
