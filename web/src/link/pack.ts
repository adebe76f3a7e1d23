// A lean socket sends the parts of a seat's moves once, and each move as its text and the numbers of its parts.

import type { MoveView, PackedMoves, TableView } from '../wire.gen';

const known = new WeakMap<PackedMoves, MoveView[]>();

// The same packed moves give the same list, so that nothing on screen is made again without a change.
function movesOf(packed: PackedMoves): MoveView[] {
  let moves = known.get(packed);
  if (!moves) {
    moves = packed.rows.map(([text, ...numbers], i) => {
      const gain = packed.gains?.[i];
      return {
        text: String(text),
        parts: numbers.map((number) => packed.parts[Number(number)]!),
        ...(typeof gain === 'number' ? { gain } : {}),
      };
    });
    known.set(packed, moves);
  }
  return moves;
}

export function unpack(state: TableView): TableView {
  const you = state.you?.map((seat) => {
    const moves = seat.moves as MoveView[] | PackedMoves | undefined;
    return moves && !Array.isArray(moves) ? { ...seat, moves: movesOf(moves) } : seat;
  });
  return you ? { ...state, you } : state;
}
