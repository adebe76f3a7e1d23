// Where things lie on Breadwinner's table, in units of which the board is 120 wide. The viewer's side is below.

import type { Part } from '../../lib/view';
import { CODES } from './look';
import type { Bot } from './view';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  land: boolean;
}

const TOP = 31;
const HEIGHT = 173;

/** `flip`: seat 1, whose Delivery is the upper one, sits below. */
export function layout(flip: boolean) {
  const row = (index: number) => TOP + [0, 23, 57, 91][index]!;
  const order = flip ? ['D2', 'c', 'd', 'a', 'b', 'D1'] : ['D1', 'a', 'b', 'c', 'd', 'D2'];
  const boxes = new Map<string, Box>();
  order.forEach((at, i) => {
    if (i === 0 || i === 5) boxes.set(at, { x: 20, y: row(i === 0 ? 0 : 3), width: 80, height: 20, land: false });
    else boxes.set(at, { x: i % 2 === 1 ? 4 : 68, y: row(i < 3 ? 1 : 2), width: 48, height: 31, land: true });
  });
  const tile = (at: string): Box => boxes.get(at) ?? { x: 0, y: 0, width: 0, height: 0, land: true };
  const area = (seat: number) => ({ y: (seat === 1) !== flip ? 1 : HEIGHT - 28 });
  const middle = (row(1) + row(2) + 31) / 2;
  return {
    height: HEIGHT,
    middle,
    tile,
    area,
    roads: `M28 ${middle}H92M28 ${row(0) + 10}V${row(3) + 10}M92 ${row(0) + 10}V${row(3) + 10}M28 ${row(1) + 16}H92M28 ${row(2) + 16}H92`,
    /** A bot's place on a tile: two side by side. */
    onTile(at: string, slot: number): { x: number; y: number } {
      const box = tile(at);
      const gap = box.land ? 13 : 20;
      return { x: box.x + box.width / 2 + (slot === 0 ? -gap : gap), y: box.y + box.height / 2 + (box.land ? 1.5 : 0) };
    },
    factory: (seat: number, index: number) => ({ x: 14.5 + index * 19.6, y: area(seat).y + 10.5 }),
    /** What can be done at a place is written in a row below its middle, and above it for a factory. */
    pill(at: string, seat: number, index: number, count: number): { x: number; y: number } {
      const slot = /^f([1-4])$/.exec(at);
      const box = tile(at);
      const centre = slot ? { x: 60, y: area(seat).y - 4 } : { x: box.x + box.width / 2, y: box.y + box.height - 1 };
      const x = centre.x + (index - (count - 1) / 2) * 27;
      return { x: Math.min(106, Math.max(14, x)), y: centre.y };
    },
  };
}

/** The offer that means this bot: named by its two letters and its load, at its place. */
export function botOffer(offers: readonly Part[], bot: Bot, place: string): Part | undefined {
  const name = CODES[bot.kind] + (bot.load ?? '');
  return offers.find((part) => (part.role === 'bot' || part.role === 'target') && part.place === place && (part.value === name || part.value === place));
}
