import { expect, test } from 'vitest';
import type { SocketState } from '../src/wire.gen';
import { unpack } from '../src/link/pack';

test('packed moves are unpacked, into the same list while nothing changes', () => {
  const end = { role: 'end', value: 'f4', place: 'f4' };
  const field = { role: 'field', value: 'e5', place: 'e5' };
  const moves = { parts: [end, field], rows: [['f4>e5', 0, 1], ['pass']], ends: { 1: 'loss' } };
  const state = {
    version: 3,
    you: [
      { seat: 1, moves },
      { seat: 2, moves: [] },
    ],
  } as unknown as SocketState;
  const first = unpack(state);
  expect(first.you[0]!.moves).toEqual([
    { text: 'f4>e5', parts: [end, field] },
    { text: 'pass', parts: [], ends: 'loss' },
  ]);
  expect(unpack({ ...state }).you[0]!.moves).toBe(first.you[0]!.moves);
  expect(first.you[1]).toBe(state.you[1]);
});
