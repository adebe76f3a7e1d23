// Which parts the generic board offers on its spots, and which are buttons below it.

import type { Part } from '../wire.gen';
import type { Drawing } from './drawing';

/** Whether a spot is on the board that a seat chooses on: the common one, or its own. */
export const isFor = (owner: number | undefined, seat: number | undefined): boolean =>
  owner === undefined || seat === undefined || owner === seat;

/** The parts that the board cannot offer: those that no spot shows, and those that share their place with another. */
export function buttonsFor(drawing: Drawing, offers: Part[], seat: number | undefined): Part[] {
  const shown = new Set(drawing.spots.filter((spot) => isFor(spot.seat, seat)).map((spot) => spot.place));
  return offers.filter(
    (part) =>
      part.place === undefined ||
      !shown.has(part.place) ||
      offers.some((other) => other !== part && other.place === part.place),
  );
}
