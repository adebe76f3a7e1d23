// Where the names of the players stand on the forest. A name touches its own pawn and is kept off what can be pressed; one
// fixed place below each pawn covered the steps, left the forest at its edge and stood nearer to another pawn.

import { numbered } from '../../lib/numbered';

interface Point {
  x: number;
  y: number;
}
export interface Named extends Point {
  name: string;
  scale: number;
}
export interface Tag extends Point {
  w: number;
  h: number;
}
interface Around {
  /** The middles of what can be pressed. */
  targets: readonly Point[];
  /** The middles of all pawns. */
  pawns: readonly Point[];
  /** The middles of the crumbs. */
  crumbs: readonly Point[];
  width: number;
  height: number;
  /** The size of a letter, in spaces. */
  font: number;
}

const MOST_LETTERS = 10;

/** A name that fits beside a pawn: shortened before its number, which tells two bots of one level apart. */
export function shortName(name: string): string {
  const [base, number] = numbered(name);
  const most = MOST_LETTERS - number.length;
  return (base.length > most ? `${base.slice(0, most - 1)}…` : base) + number;
}

/** How far two lengths overlap, each given by its middle and half of it. */
const overlap = (a: number, b: number, halves: number) => Math.max(0, halves - Math.abs(a - b));
const covers = (tag: Tag, { x, y }: Point, r: number) =>
  overlap(tag.x, x, tag.w / 2 + r) * overlap(tag.y, y, tag.h / 2 + r);

/** A place for each name, one after the other. */
export function placeTags<N extends Named>(
  named: readonly N[],
  { targets, pawns, crumbs, width, height, font }: Around,
): (N & Tag)[] {
  const placed: (N & Tag)[] = [];
  for (const pawn of named) {
    const [w, h] = [font * (0.58 * pawn.name.length + 0.9), font * 1.45];
    const down = 0.57 * pawn.scale + h / 2;
    const across = 0.3 * pawn.scale + w / 2;
    const beside = 0.6 * pawn.scale + w / 2;
    const ways = [
      [0, down],
      [across, down],
      [-across, down],
      [0, -down - 0.14 * pawn.scale],
      [across, -down],
      [-across, -down],
      [beside, 0],
      [-beside, 0],
    ];
    const cost = (tag: Tag): number => {
      const outside =
        Math.max(0, tag.w / 2 - tag.x, tag.x + tag.w / 2 - width) +
        Math.max(0, tag.h / 2 - tag.y, tag.y + tag.h / 2 - height);
      const sum = (points: readonly Point[], r: number) =>
        points.reduce((all, point) => all + covers(tag, point, r), 0);
      const others = pawns.filter(({ x, y }) => x !== pawn.x || y !== pawn.y);
      const tags = placed.reduce(
        (all, { x, y, w, h }) => all + overlap(tag.x, x, (tag.w + w) / 2) * overlap(tag.y, y, (tag.h + h) / 2),
        0,
      );
      return 20 * outside + 6 * tags + 4 * sum(targets, 0.24) + 3 * sum(others, 0.4) + sum(crumbs, 0.2);
    };
    const [first, ...rest] = ways.map(([dx = 0, dy = 0]) => ({ ...pawn, x: pawn.x + dx, y: pawn.y + dy, w, h }));
    if (first) placed.push(rest.reduce((best, tag) => (cost(tag) < cost(best) - 0.001 ? tag : best), first));
  }
  return placed;
}
