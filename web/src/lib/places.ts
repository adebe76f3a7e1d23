// Places of a board in its own units, and which of them lies in a direction from another: what arrow keys need.

export interface Place {
  id: string;
  x: number;
  y: number;
  /** How far from the centre a pointer still means this place. */
  r: number;
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

/** The nearest place in a direction; sideways distance counts double, so that rows are followed. */
export function neighbour(places: readonly Place[], from: string, arrow: Arrow): string | undefined {
  const here = places.find((place) => place.id === from);
  if (!here) return places[0]?.id;
  const [dx, dy] = VECTORS[arrow];
  let best: string | undefined;
  let least = Infinity;
  for (const place of places) {
    const along = (place.x - here.x) * dx + (place.y - here.y) * dy;
    const across = Math.abs((place.x - here.x) * dy) + Math.abs((place.y - here.y) * dx);
    if (along <= 1e-6 || across > along * 1.8) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [place.id, cost];
  }
  return best;
}

/** The place under a point. */
export function placeAt(places: readonly Place[], x: number, y: number): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const place of places) {
    const distance = Math.hypot(place.x - x, place.y - y) / place.r;
    if (distance <= 1 && distance < least) [best, least] = [place.id, distance];
  }
  return best;
}
