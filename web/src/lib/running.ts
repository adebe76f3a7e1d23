// Tables to continue: those that wait for this browser first, then the newest.
import type { MyTable } from '../wire.gen';

/** By the seat, and not by the name: two people may have one name. */
export const isMyTurn = ({ table, mine }: MyTable): boolean =>
  table.status === 'playing' && table.awaited.some((seat) => mine.includes(seat));

export const mineFirst = (tables: MyTable[]): MyTable[] =>
  [...tables].sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.since - a.since);
