// What is left of a hint when its move has been made: a turn of several moves needs no second request.

import type { AnalysisLine, HintView, LineStep } from '../wire.gen';

/** A button that ends a phase has no phrase. */
const isTold = ({ parts: [part, more] }: LineStep): boolean => part?.role !== 'word' || more !== undefined;

/** The phrases of a line without its first move; none if they cannot be told apart by move. */
function phrasesAfter({ steps, phrases = [] }: AnalysisLine): AnalysisLine['phrases'] {
  const [first] = steps;
  const told = steps.filter((step) => step.seat === first?.seat && isTold(step));
  if (!first || told.length !== phrases.length) return [];
  return isTold(first) ? phrases.slice(1) : phrases;
}

/** The hint without its first move, if that was the one made and the same seat goes on. Its value stays: that of the whole line. */
export function planAfter(hint: HintView | undefined, made: string, seat: number): HintView | undefined {
  const [first, ...steps] = hint?.line.steps ?? [];
  if (!hint || first?.text !== made || steps[0]?.seat !== seat) return undefined;
  return { line: { ...hint.line, steps, phrases: phrasesAfter(hint.line) ?? [] }, why: [] };
}
