// Places of a board in board coordinates: hit testing, and the neighbour in a direction for the arrow keys.

export interface Place {
  id: string;
  x: number;
  y: number;
  /** The hit radius. */
  r: number;
  /** The size of a rectangle, which is hit instead of the circle. */
  width?: number | undefined;
  height?: number | undefined;
  /** It lies below others and is hit only where none of them is; the higher, the deeper. */
  under?: number | undefined;
  label: string;
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key);

const VECTORS: Record<Arrow, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The nearest place in a direction. Sideways distance counts double, so that arrow keys stay in a row or column. */
export function neighbour(places: readonly Place[], from: string, arrow: Arrow): string | undefined {
  const start = places.find((place) => place.id === from);
  if (!start) return places[0]?.id;
  const [dx, dy] = VECTORS[arrow];
  let best: string | undefined;
  let lowest = Infinity;
  for (const place of places) {
    const along = (place.x - start.x) * dx + (place.y - start.y) * dy;
    const across = Math.abs((place.x - start.x) * dy) + Math.abs((place.y - start.y) * dx);
    if (along <= 1e-6 || across > along * 1.8) continue;
    const cost = along + 2 * across;
    if (cost < lowest) [best, lowest] = [place.id, cost];
  }
  return best;
}

/** How far a point is from the middle of a place; 1 is its edge. */
function distanceTo({ x, y, r, width, height }: Place, px: number, py: number): number {
  if (width === undefined || height === undefined) return Math.hypot(x - px, y - py) / r;
  return 2 * Math.max(Math.abs(x - px) / width, Math.abs(y - py) / height);
}

/** The place under a point: of those on top the one whose middle is nearest. */
export function placeAt(places: readonly Place[], x: number, y: number): string | undefined {
  let best: string | undefined;
  let lowest = Infinity;
  for (const place of places) {
    const distance = distanceTo(place, x, y);
    if (distance > 1) continue;
    const rank = distance + 2 * (place.under ?? 0);
    if (rank < lowest) [best, lowest] = [place.id, rank];
  }
  return best;
}
