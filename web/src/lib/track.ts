// Gives pieces an identity from one position to the next, so that a piece that moved can be seen moving. A view
// lists pieces by place; whoever vanished from one place and appeared on another, alike in kind, has moved.

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
  let fresh = before.reduce((most, { id }) => Math.max(most, id + 1), 0);
  const key = (piece: P) => `${kind(piece)}@${at(piece)}`;
  const stayed = new Map<string, number[]>();
  for (const { id, piece } of before) stayed.set(key(piece), [...(stayed.get(key(piece)) ?? []), id]);
  const ids = pieces.map((piece) => stayed.get(key(piece))?.shift());
  const gone = new Map<string, number[]>();
  const left = new Set([...stayed.values()].flat());
  for (const { id, piece } of before) {
    if (left.has(id)) gone.set(kind(piece), [...(gone.get(kind(piece)) ?? []), id]);
  }
  return pieces.map((piece, i) => ({ piece, id: ids[i] ?? gone.get(kind(piece))?.shift() ?? fresh++ }));
}
