// A lean socket sends the parts of a seat's moves once, and each move as its text and the numbers of its parts.

import type { MoveView, Part, TableView } from '../lib/view';

interface Packed {
  parts: Part[];
  rows: [string, ...number[]][];
}

const known = new WeakMap<Packed, MoveView[]>();

// The same packed moves give the same list: nothing on screen is made anew that did not change.
function movesOf(packed: Packed): MoveView[] {
  let moves = known.get(packed);
  if (!moves) {
    moves = packed.rows.map(([text, ...numbers]) => ({ text, parts: numbers.map((number) => packed.parts[number]!) }));
    known.set(packed, moves);
  }
  return moves;
}

export function unpack(state: TableView): TableView {
  const you = state.you?.map((seat) => {
    const moves = seat.moves as MoveView[] | Packed | undefined;
    return moves && !Array.isArray(moves) ? { ...seat, moves: movesOf(moves) } : seat;
  });
  return you ? { ...state, you } : state;
}
