// A lean socket sends the parts of a seat's moves once, and each move as its text and the numbers of its parts.

import type { LeanYou, MoveView, PackedMoves, SocketState, TableView, YouView } from '../wire.gen';

const known = new WeakMap<PackedMoves, MoveView[]>();

// The same packed moves give the same list, so that nothing on screen is made again without a change.
function movesOf(packed: PackedMoves): MoveView[] {
  let moves = known.get(packed);
  if (!moves) {
    moves = packed.rows.map(([text, ...numbers], i) => {
      const gain = packed.gains?.[i];
      const ends = packed.ends?.[i];
      return {
        text: String(text),
        parts: numbers.map((number) => packed.parts[Number(number)]!),
        ...(typeof gain === 'number' ? { gain } : {}),
        ...(ends ? { ends } : {}),
      };
    });
    known.set(packed, moves);
  }
  return moves;
}

const isLean = (seat: YouView | LeanYou): seat is LeanYou => !Array.isArray(seat.moves);

export const unpack = (state: SocketState): TableView => ({
  ...state,
  you: state.you.map((seat) => (isLean(seat) ? { ...seat, moves: movesOf(seat.moves) } : seat)),
});
