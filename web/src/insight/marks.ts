// How marks of choices look: a sign, a colour and a word, so that none of them is needed alone. And suggested moves as lines on
// the board.

import type { Colour } from '../games/module';
import type { TrailLine } from '../lib/trail';
import type { AnalysisLine, MoveMark, Part } from '../wire.gen';

export const SIGNS: Record<MoveMark, string> = {
  forced: '□',
  best: '★',
  good: '✓',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};

const RANKS: Colour[] = ['green', 'blue', 'purple', 'grey', 'grey'];

/** The places of a line's first move; a walk that is made step by step is drawn to its end. */
function placesOf({ steps }: AnalysisLine): { places: string[]; names: string[]; parts?: Part[] } {
  const [first] = steps;
  const other = steps.findIndex(({ seat, parts }) => seat !== first?.seat || parts.some(({ role }) => role !== 'step'));
  const drawn = steps.slice(0, other < 0 ? steps.length : Math.max(1, other));
  const found = drawn.flatMap(({ parts }) =>
    parts.flatMap(({ place, value }) => (place === undefined ? [] : [{ place, value }])),
  );
  const places = { places: found.map(({ place }) => place), names: found.map(({ value }) => value) };
  return first?.parts[0] && first.parts[0].place === undefined ? { ...places, parts: first.parts } : places;
}

/** The first moves of lines, the best last so that it lies above the others. */
export function rankedLines(lines: readonly AnalysisLine[]): TrailLine[] {
  const seen = new Set<string>();
  return lines
    .flatMap((line, i): TrailLine[] => {
      const found = placesOf(line);
      const end = found.places.at(-1);
      if (end === undefined) return [];
      // Two moves to one place: only the better one has its number there, because they would cover each other.
      const label = seen.has(end) ? undefined : String(i + 1);
      seen.add(end);
      return [{ colour: RANKS[i] ?? 'grey', ...found, label }];
    })
    .toReversed();
}

/** One line's first move, in the colour of a good or a bad one. */
export const singleLine = (line: AnalysisLine | undefined, colour: Colour): TrailLine[] => {
  const found = line ? placesOf(line) : { places: [], names: [] };
  return found.places.length ? [{ colour, ...found }] : [];
};
