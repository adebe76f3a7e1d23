import { describe, expect, it } from 'vitest';
import { buttonsFor } from '../src/generic/choices';
import { readDrawing } from '../src/generic/drawing';
import { placeAt } from '../src/lib/places';
import type { Part, SpotView } from '../src/wire.gen';

const spot = (place: string, line: number, column: number, width = 1, height = 1, seat?: number): SpotView => ({
  place,
  line,
  column,
  width,
  height,
  ...(seat === undefined ? {} : { seat }),
});
const squares = readDrawing({
  text: '  2  · X\n  1  O ·\n     a b\n\nX to move\n',
  spots: [spot('a2', 0, 5), spot('b2', 0, 7), spot('a1', 1, 5), spot('b1', 1, 7)],
});
const boxes = readDrawing({
  text: '+--+--+\n|A |  |\n| 3|  |\n+--+--+  🥖 left\n',
  spots: [spot('x', 1, 1, 2, 2), spot('y', 1, 4, 2, 2)],
});

describe('a text drawing as a board', () => {
  it('gives neighbours the blank column between them, and no more', () => {
    expect(squares.spots.map(({ x, width }) => [x, width])).toEqual([
      [4.5, 2],
      [6.5, 2],
      [4.5, 2],
      [6.5, 2],
    ]);
    // Rows touch, so the first one is not taller than the others.
    expect(squares.spots.map(({ y, height }) => [y, height])).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
      [1, 1],
    ]);
    // Lines of a box are not covered.
    expect(boxes.spots[0]).toMatchObject({ place: 'x', content: 'A 3', x: 1, y: 1, width: 2, height: 2 });
  });
  it('has every character once, on its ground', () => {
    expect(squares.runs.filter((run) => run.onSpot).map((run) => run.text)).toEqual(['·', 'X', 'O', '·']);
    expect(squares.runs.filter((run) => run.y === 4).map(({ text, x }) => [text, x])).toEqual([
      ['X', 0],
      ['to', 2],
      ['move', 5],
    ]);
    // A character of two units of text takes one column.
    expect(boxes.runs.at(-1)).toMatchObject({ text: 'left', x: 11 });
  });
  it('is told line by line, without rulers', () => {
    expect(squares.spoken).toEqual(['a2 ·, b2 X', 'a1 O, b1 ·', 'X to move']);
  });
  it('is empty where the board is no text drawing', () => {
    expect(readDrawing({})).toMatchObject({ spots: [], runs: [], spoken: [] });
  });
});

describe('what the generic board offers', () => {
  const at = (role: string, value: string, place = value): Part => ({ role, value, place });
  it('makes a button of what no spot shows and of parts that share a place', () => {
    const [a1, far] = [at('to', 'a1'), at('to', 'z9')];
    const [king, rook] = [at('piece', 'K', 'b1'), at('piece', 'R', 'b1')];
    const pass: Part = { role: 'word', value: 'pass' };
    expect(buttonsFor(squares, [a1, far, king, rook, pass], 1)).toEqual([far, king, rook, pass]);
  });
  it('keeps to the own board where every seat has one', () => {
    const sheets = readDrawing({ text: '1: ·\n2: ·\n', spots: [spot('e5', 0, 3, 1, 1, 1), spot('e6', 1, 3, 1, 1, 2)] });
    expect(buttonsFor(sheets, [at('field', 'e5'), at('field', 'e6')], 1)).toEqual([at('field', 'e6')]);
  });
});

describe('rectangular places', () => {
  it('are hit up to their edges', () => {
    const place = { id: 'x', x: 0, y: 0, r: 1, width: 6, height: 2, label: '' };
    expect(placeAt([place], 2.9, 0.9)).toBe('x');
    expect(placeAt([place], 2.9, 1.1)).toBeUndefined();
  });
});
