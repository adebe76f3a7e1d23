// Judges a second try at a choice of a reviewed game: against the best choice, and against what was played.

import { number, ti } from './text';
import type { MoveView, ReviewChoice, ValueView } from '../wire.gen';

/** What a search of this length cannot tell apart: two points in a hundred of the chance, or half a point of the score. */
const SAME = { chance: 0.02, points: 0.5 };

export interface Judged {
  kind: 'best' | 'good' | 'better' | 'worse';
  text: string;
  value: ValueView;
}

const worth = (value: ValueView, seat: number): number => value.points ?? value.chances[seat - 1] ?? 0;

/** Judges the moves of a try, which its sentences call `move`; a walk is judged by its end, not by its first step. */
export function judge(
  choice: ReviewChoice,
  tried: readonly Pick<MoveView, 'text'>[],
  value: ValueView,
  move: string,
): Judged {
  const solo = value.points !== undefined;
  const best = choice.better ? worth(choice.better.value, choice.seat) : 0;
  const loss = Math.max(0, best - worth(value, choice.seat));
  const same = solo ? SAME.points : SAME.chance;
  const lost = solo
    ? ti('pointsLoss', { n: number(loss, 1) })
    : ti('percentLoss', { n: Math.max(1, Math.round(100 * loss)) });
  const own = (choice.better?.steps ?? []).slice(0, tried.length).map(({ text }) => text);
  const asPlayed = tried.length === 1 && tried[0]?.text === choice.text;
  const kind =
    own.length > 0 && own.join() === tried.map(({ text }) => text).join()
      ? 'best'
      : loss <= same
        ? 'good'
        : !asPlayed && loss < choice.loss - same
          ? 'better'
          : 'worse';
  const key = { best: 'tryBest', good: 'tryGood', better: 'tryBetter', worse: 'tryNoBetter' } as const;
  return { kind, text: ti(key[kind], { move, loss: lost }), value };
}
