// What the pages say of two paths in Träxx.

import { describe, expect, it, vi } from 'vitest';
import { compare, shutsIn } from '../src/games/traxx/compare';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

const LENGTHS: Record<string, number> = { a: 5, b: 6, c: 7, d: 8, e: 9, f: 8, g: 7, h: 6, i: 5 };
const NUMBERS: Record<string, number> = { a1: 5, e1: 10, i5: 8 };
const fields = Object.entries(LENGTHS).flatMap(([row, n]) =>
  Array.from({ length: n }, (_, i) => {
    const at = `${row}${i + 1}`;
    return { at, color: 'red' as const, number: NUMBERS[at] ?? null };
  }),
);
const board = (...path: string[]) => ({
  fields,
  taken: [] as number[],
  paths: [{ seat: 1, start: path[0] ?? '', fields: path, numbers: [], missed: 0, score: 0 }],
});

describe('two paths compared', () => {
  it('says what the longer one takes, and that both reach the number', () => {
    expect(compare(board('e5', 'd1'), 1, 'd1>e1-f1', 'd1>e1')).toEqual([
      'Both paths reach the 10.',
      'The better path takes 2 fields, the other one 1.',
      'After the better path 3 and 6 free fields lie beside the two ends, after the other one 2 and 6.',
    ]);
  });
  it('says that an end is shut in', () => {
    // The corner i5 has three neighbours: h6, i4 and h5, where the path came from.
    expect(compare(board('g7', 'h6', 'h5'), 1, 'h5>i5-i4', 'h5>i4-i5')).toEqual([
      'Both paths reach the 8.',
      'After the better path 2 and 3 free fields lie beside the two ends, after the other one 0 and 3.',
      'An end without a free field beside it can never go on.',
    ]);
  });
  it('says which numbers only one of them reaches', () => {
    expect(compare(board('b2', 'b1'), 1, 'b1>a1', 'b1>c1')[0]).toBe('Only the better path reaches the 5.');
    expect(compare(board('b2', 'b1'), 1, 'b1>c1', 'b1>a1')[0]).toBe('Only the other path reaches the 5.');
  });
  it('says that a number pays half', () => {
    const told = compare({ ...board('b2', 'b1'), taken: [5] }, 1, 'b1>a1', 'b1>c1');
    expect(told[0]).toBe('Only the better path reaches the 5 (for half).');
  });
  it('says what a pass left undone', () => {
    expect(compare(board('b2', 'b1'), 1, 'b1>a1', 'pass')).toEqual([
      'The better path takes 1 field and reaches the 5; passing takes none.',
    ]);
    expect(compare(board('e5'), 1, 'e5>e6-e7', 'pass')).toEqual([
      'The better path takes 2 fields and reaches no number; passing takes none.',
    ]);
  });
  it('has nothing to say for a pass, or of what cannot be seen', () => {
    expect(compare(board('e5'), 1, 'pass', 'e5>e6')).toEqual([]);
    expect(compare(board('e5'), 1, 'e5>e6', 'e5>d4')).toEqual([]);
  });
});

describe('a path that shuts its end in', () => {
  const cards = [[]];
  it('is told before it is walked', () => {
    expect(shutsIn({ ...board('g7', 'h6', 'h5'), cards }, 1, 'h5>i4-i5')).toBe(true);
    expect(shutsIn({ ...board('g7', 'h6', 'h5'), cards }, 1, 'h5>i5-i4')).toBe(false);
  });
  it('matters no more with the last card, in a pass, or on the board of somebody else', () => {
    expect(shutsIn({ ...board('g7', 'h6', 'h5'), cards: [] }, 1, 'h5>i4-i5')).toBe(false);
    expect(shutsIn({ ...board('g7', 'h6', 'h5'), cards }, 1, 'pass')).toBe(false);
    expect(shutsIn({ ...board('g7', 'h6', 'h5'), cards }, undefined, 'h5>i4-i5')).toBe(false);
  });
});
