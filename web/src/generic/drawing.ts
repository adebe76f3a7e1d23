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

/** The part of the ground that belongs to a spot: half of a blank column or line beside it is added, so that neighbours meet. */
function growSpot(spot: SpotView, blank: (line: number, column: number) => boolean): Box {
  const { line, column, width, height } = spot;
  const columnIsBlank = (at: number) => Array.from({ length: height }, (_, i) => line + i).every((y) => blank(y, at));
  const lineIsBlank = (at: number) => Array.from({ length: width }, (_, i) => column + i).every((x) => blank(at, x));
  const half = (free: boolean) => (free ? 0.5 : 0);
  const [left, right] = [half(columnIsBlank(column - 1)), half(columnIsBlank(column + width))];
  const [above, below] = [half(lineIsBlank(line - 1)), half(lineIsBlank(line + height))];
  return { x: column - left, y: line - above, width: width + left + right, height: height + above + below };
}

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
    return { place: spot.place, seat: spot.seat, content, ...growSpot(spot, blank) };
  });
  const spoken = rows.flatMap((row, y) => {
    const here = spots.flatMap((spot, i) => (spot.line === y ? [drawn[i]] : []));
    const places = here.map((spot) => `${spot?.place} ${spot?.content}`.trim()).join(', ');
    const rest = tidy(row.map((character, x) => (onSpot(y, x) ? ' ' : character)).join(''));
    return [places, WORD.test(rest) ? rest : ''].filter(Boolean);
  });
  return { columns: Math.max(0, ...rows.map((row) => row.length)), lines: rows.length, spots: drawn, runs, spoken };
}
