// The course of a game with scores, for the graph on the result panel.

import type { TurnRow } from '../wire.gen';

export interface Point {
  turn: number;
  step: number;
  scores: number[];
}

export const pointsOf = (turns: readonly TurnRow[]): Point[] =>
  turns.flatMap(({ turn, step, scores }) => (scores ? [{ turn, step, scores }] : []));

/** Who leads alone; `undefined` for a tie. */
function leader(scores: readonly number[]): number | undefined {
  const best = Math.max(...scores);
  const first = scores.indexOf(best);
  return scores.lastIndexOf(best) === first ? first + 1 : undefined;
}

/** The turn that decided: with it the winner took the lead and kept it. `undefined` without one winner. */
export function decisive(points: readonly Point[], winners: readonly number[]): Point | undefined {
  const [winner, more] = winners;
  const last = points.at(-1);
  if (winner === undefined || more !== undefined || !last || leader(last.scores) !== winner) return undefined;
  const before = points.findLastIndex((point) => leader(point.scores) !== winner);
  return points[before + 1];
}
