// Which places a board marks as touched last. An offer, a take-back or the end of the game touches no place, so the
// last move stays marked until the next event on the board.

import type { TableView } from '../wire.gen';

export function lastPlaces(view: Pick<TableView, 'last' | 'last_move'>): string[] {
  const touched = view.last?.touched ?? [];
  return touched.length > 0 ? touched : (view.last_move?.touched ?? []);
}
