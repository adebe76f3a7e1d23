// Where things lie on Breadwinner's table. The viewer's side is below; a wide screen gets a squarer table.

import type { Part } from '../../wire.gen';
import { CODES } from './look';
import type { Bot } from './view';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  land: boolean;
}

interface Sizes {
  width: number;
  area: number;
  /** The upper edge of a side's boxes, below the words that say what they are. */
  head: number;
  delivery: number;
  /** How far a Delivery is from the edges: it has room for its name and two bots. */
  deliveryX: number;
  land: number;
}
const NARROW: Sizes = { width: 120, area: 27, head: 7, delivery: 20, deliveryX: 8, land: 31 };
const WIDE: Sizes = { width: 162, area: 26, head: 6.4, delivery: 19, deliveryX: 14, land: 27 };
const GAP = 3;

type Rows = readonly [number, number, number, number];

/** The upper edges of the rows: a Delivery, two rows of Lands, the other Delivery. */
function rowsOf(size: Sizes): Rows {
  const top = 1 + size.area + GAP;
  return [
    top,
    top + size.delivery + GAP,
    top + size.delivery + size.land + 2 * GAP,
    top + size.delivery + 2 * size.land + 3 * GAP,
  ];
}

function boxesOf(size: Sizes, rows: Rows, landWidth: number, flip: boolean): Map<string, Box> {
  const order = flip ? ['D2', 'c', 'd', 'a', 'b', 'D1'] : ['D1', 'a', 'b', 'c', 'd', 'D2'];
  const boxes = new Map<string, Box>();
  order.forEach((at, i) => {
    if (i === 0 || i === 5)
      boxes.set(at, {
        x: size.deliveryX,
        y: rows[i === 0 ? 0 : 3],
        width: size.width - 2 * size.deliveryX,
        height: size.delivery,
        land: false,
      });
    else
      boxes.set(at, {
        x: i % 2 === 1 ? 4 : size.width - 4 - landWidth,
        y: rows[i < 3 ? 1 : 2],
        width: landWidth,
        height: size.land,
        land: true,
      });
  });
  return boxes;
}

/** `flip`: seat 1, whose Delivery is the upper one, sits below. */
export function layout(flip: boolean, wide: boolean) {
  const size = wide ? WIDE : NARROW;
  const rows = rowsOf(size);
  const height = rows[3] + size.delivery + GAP + size.area + 1;
  const landWidth = size.width / 2 - 12;
  const boxes = boxesOf(size, rows, landWidth, flip);
  const tile = (at: string): Box => boxes.get(at) ?? { x: 0, y: 0, width: 0, height: 0, land: true };
  const area = (seat: number) => ({ y: (seat === 1) !== flip ? 1 : height - 1 - size.area });
  const middle = rows[2] - GAP / 2;
  const [left, right] = [30, size.width - 30];
  const factory = (seat: number, index: number) => {
    const y = area(seat).y;
    return { x: (wide ? 16.5 : 15) + index * (wide ? 21 : 19.4), y: y + size.head + 9.2 };
  };
  return {
    width: size.width,
    height,
    areaHeight: size.area,
    /** Where the words above factories, dice and loaves stand, from a side's upper edge. */
    words: { y: size.head - 1.8, factories: wide ? 7.5 : 6, pile: wide ? 97 : 88, loaves: wide ? 135.5 : undefined },
    middle,
    tile,
    area,
    roads: `M${left} ${rows[0] + 10}V${rows[3] + 10}M${right} ${rows[0] + 10}V${rows[3] + 10}M${left} ${rows[1] + 16}H${right}M${left} ${rows[2] + 16}H${right}`,
    /** A bot's place on a tile: two side by side. */
    onTile(at: string, slot: number): { x: number; y: number } {
      const box = tile(at);
      // On a Delivery they stand on the right: on the left is written whose it is.
      const share = box.land ? [0.23, 0.77] : [0.68, 0.88];
      return { x: box.x + box.width * (share[slot] ?? 0.5), y: box.y + box.height / 2 + (box.land ? 1.5 : 0) };
    },
    /** A factory's middle. */
    factory,
    /** Dice and loaves in a side's area, from its upper edge. */
    die: (index: number) => ({
      x: (wide ? 97 : 88) + (index % 4) * 7.2,
      y: size.head + (wide ? 2.4 : 0) + Math.floor(index / 4) * (wide ? 7.2 : 6.6),
    }),
    loaf: (index: number) =>
      wide
        ? { x: 138 + (index % 4) * 5.4, y: size.head + 3.6 + Math.floor(index / 4) * 5.6 }
        : { x: 90 + (index % 6) * 5, y: size.head + 14.6 + Math.floor(index / 6) * 3.6 },
    /** A chip lies between the two bots; two chips lie one above the other. */
    chip: (kind: 'crop' | 'poison', alone: boolean) => ({
      y: size.land / 2 + (alone ? 1.2 : kind === 'crop' ? -5.4 : 6.6),
      scale: wide ? 1 : 0.8,
    }),
    /** What can be done at a place is written in a row on its lower edge, and above a factory. */
    pill(at: string, seat: number, index: number, count: number): { x: number; y: number } {
      const slot = /^[12]f[1-4]$/.test(at);
      const box = tile(at);
      const centre = slot
        ? { x: factory(seat, Number(at[2]) - 1).x, y: area(seat).y - 4 }
        : { x: box.x + box.width / 2, y: box.y + box.height - 1 };
      const x = centre.x + (index - (count - 1) / 2) * 27;
      return { x: Math.min(size.width - 14, Math.max(14, x)), y: centre.y };
    },
  };
}

/** The offer that means this bot: it begins with the bot's two letters and its load, and is made at its place. */
export function botOffer(offers: readonly Part[], bot: Bot, place: string): Part | undefined {
  const name = CODES[bot.kind] + (bot.load ?? '');
  return offers.find(
    (part) =>
      (part.role === 'bot' || part.role === 'target') && part.place === place && part.value.split(' ')[0] === name,
  );
}
