// Gives pieces a stable id from one position to the next, so that moves can be animated. A view lists pieces by place only:
// a piece that disappears from one place and a piece of the same kind that appears on another are the same piece.

export interface Tracked<P> {
  id: number;
  piece: P;
}

export function track<P>(
  before: readonly Tracked<P>[],
  pieces: readonly P[],
  at: (piece: P) => string,
  kind: (piece: P) => string,
): Tracked<P>[] {
  let nextId = before.reduce((highest, { id }) => Math.max(highest, id + 1), 0);
  const key = (piece: P) => `${kind(piece)}@${at(piece)}`;
  const stayed = new Map<string, number[]>();
  for (const { id, piece } of before) stayed.set(key(piece), [...(stayed.get(key(piece)) ?? []), id]);
  const ids = pieces.map((piece) => stayed.get(key(piece))?.shift());
  const gone = new Map<string, number[]>();
  const left = new Set([...stayed.values()].flat());
  for (const { id, piece } of before) {
    if (left.has(id)) gone.set(kind(piece), [...(gone.get(kind(piece)) ?? []), id]);
  }
  return pieces.map((piece, i) => ({ piece, id: ids[i] ?? gone.get(kind(piece))?.shift() ?? nextId++ }));
}
