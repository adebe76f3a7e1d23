// The text drawing of a position as a board: which characters stand where, and the rectangle that belongs to each place.
// Sizes are in characters: x and width count columns, y and height count lines.

import type { SpotView, TextBoard } from '../wire.gen';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DrawnSpot extends Box {
  place: string;
  /** Whose board it is on, where every seat has its own. */
  seat: number | undefined;
  /** What is drawn there. */
  content: string;
}

/** Characters without a gap between them, on one ground. */
export interface Run {
  text: string;
  x: number;
  y: number;
  /** Whether they stand on a place. */
  onSpot: boolean;
}

export interface Drawing {
  columns: number;
  lines: number;
  spots: DrawnSpot[];
  runs: Run[];
  /** The drawing in words, line by line. */
  spoken: string[];
}

/** A word outside the places that is worth saying; rulers and row numbers are not. */
const WORD = /\p{L}{2,}/u;
/** Without lines of boxes and without runs of blanks. */
const tidy = (text: string): string => text.replace(/[\s|\u2500-\u257f]+/g, ' ').trim();

/**
 * The ground that belongs to a spot. Spots with a blank column or line between them get half of it each, so that they
 * meet; where spots touch already, nothing is added on that axis, so that all of them stay alike.
 */
function ground(spot: SpotView, onSpot: Test, blank: Test): Box {
  const { line, column, width, height } = spot;
  const range = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);
  const columns = [column - 1, column + width].map((x) => range(line, height).map((y) => ({ x, y })));
  const lines = [line - 1, line + height].map((y) => range(column, width).map((x) => ({ x, y })));
  const [left = 0, right = 0] = margins(columns);
  const [above = 0, below = 0] = margins(lines);
  return { x: column - left, y: line - above, width: width + left + right, height: height + above + below };

  function margins(sides: { x: number; y: number }[][]): number[] {
    if (sides.flat().some(({ x, y }) => onSpot(y, x))) return [0, 0];
    return sides.map((cells) => (cells.every(({ x, y }) => blank(y, x)) ? 0.5 : 0));
  }
}

type Test = (line: number, column: number) => boolean;

export function readDrawing(board: Partial<TextBoard>): Drawing {
  const rows = (board.text ?? '')
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => [...row.trimEnd()]);
  const spots = board.spots ?? [];
  const taken = new Set<string>();
  for (const { line, column, width, height } of spots)
    for (let y = line; y < line + height; y++) for (let x = column; x < column + width; x++) taken.add(`${y} ${x}`);
  const onSpot = (y: number, x: number) => taken.has(`${y} ${x}`);
  const blank = (y: number, x: number) => !onSpot(y, x) && (rows[y]?.[x] ?? ' ') === ' ';

  const runs: Run[] = [];
  rows.forEach((row, y) => {
    let open: Run | undefined;
    row.forEach((character, x) => {
      if (character === ' ') open = undefined;
      else if (open && open.onSpot === onSpot(y, x)) open.text += character;
      else runs.push((open = { text: character, x, y, onSpot: onSpot(y, x) }));
    });
  });

  const drawn = spots.map((spot): DrawnSpot => {
    const lines = rows.slice(spot.line, spot.line + spot.height);
    const content = tidy(lines.map((row) => row.slice(spot.column, spot.column + spot.width).join('')).join(' '));
    return { place: spot.place, seat: spot.seat, content, ...ground(spot, onSpot, blank) };
  });
  const spoken = rows.flatMap((row, y) => {
    const here = spots.flatMap((spot, i) => (spot.line === y ? [drawn[i]] : []));
    const places = here.map((spot) => `${spot?.place} ${spot?.content}`.trim()).join(', ');
    const rest = tidy(row.map((character, x) => (onSpot(y, x) ? ' ' : character)).join(''));
    return [places, WORD.test(rest) ? rest : ''].filter(Boolean);
  });
  return { columns: Math.max(0, ...rows.map((row) => row.length)), lines: rows.length, spots: drawn, runs, spoken };
}
