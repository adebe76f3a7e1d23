// Judges a second try at a choice of a reviewed game: against the best choice, and against what was played.

import { number, ti } from './text';
import type { ReviewChoice, ValueView } from '../wire.gen';

/** What a search of this length cannot tell apart: two points in a hundred of the chance, or half a point of the score. */
const SAME = { chance: 0.02, points: 0.5 };

export interface Judged {
  kind: 'best' | 'good' | 'better' | 'worse';
  text: string;
  value: ValueView;
}

const worth = (value: ValueView, seat: number): number => value.points ?? value.chances[seat - 1] ?? 0;

export function judge(choice: ReviewChoice, move: string, value: ValueView): Judged {
  const solo = value.points !== undefined;
  const best = choice.better ? worth(choice.better.value, choice.seat) : 0;
  const loss = Math.max(0, best - worth(value, choice.seat));
  const same = solo ? SAME.points : SAME.chance;
  const lost = solo
    ? ti('pointsLoss', { n: number(loss, 1) })
    : ti('percentLoss', { n: Math.max(1, Math.round(100 * loss)) });
  const kind =
    move === choice.better?.steps[0]?.text
      ? 'best'
      : loss <= same
        ? 'good'
        : move !== choice.text && loss < choice.loss - same
          ? 'better'
          : 'worse';
  const key = { best: 'tryBest', good: 'tryGood', better: 'tryBetter', worse: 'tryNoBetter' } as const;
  return { kind, text: ti(key[kind], { move, loss: lost }), value };
}
