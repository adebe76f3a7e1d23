// What a puzzle says to the person who solves it. The program speaks of seats; who sits here alone is "you".

import { inLocalNumbers, said, sentence, type GameStrings } from '../i18n';
import { ti, type InsightKey, type Names } from './text';
import type { TextView } from '../wire.gen';

/** The sentences of the program about the seat that solves, and the same to the person. */
const TO_YOU: Record<string, InsightKey> = {
  'puzzle-task-win': 'taskWin',
  'puzzle-task-best': 'taskBest',
  'puzzle-task-points': 'taskPoints',
  'puzzle-best-turn': 'bestTurn',
  'puzzle-only-win': 'onlyWin',
  'puzzle-wins-too': 'winsToo',
  'puzzle-now-loses': 'nowLoses',
  'puzzle-has-then': 'hasThen',
  // Its moves are counted from both sides, those of the task from one: two numbers that nobody can compare.
  'insight-runner-loses': 'runnerLoses',
  'puzzle-follows': 'follows',
  'puzzle-missed': 'missed',
  'puzzle-tempts': 'tempts',
  'puzzle-looks-best': 'looksBest',
  'puzzle-next-best': 'nextBest',
  'puzzle-loses-chance': 'losesChance',
  'puzzle-expected': 'expected',
  'puzzle-missed-expected': 'missedExpected',
};

/**
 * How often the best turn wins, and how often any other one at most: two shares are compared at once, where their difference in
 * "points" would read like points of the game. Only a proof is certain: an estimate that is rounded up to the whole would
 * promise more.
 */
function shares({ value = '', points = '' }: Record<string, string>): { value: string; other: string } {
  const best = Math.min(99, Number(value));
  return { value: String(best), other: String(Math.max(1, Number(value) - Number(points))) };
}

export function puzzleSays(text: TextView, strings: GameStrings | undefined, names: Names): string {
  const own = TO_YOU[text.key];
  const args = text.args ?? {};
  const { moves = '', seat = '' } = args;
  const shown = text.key === 'puzzle-best-turn' ? { ...args, ...shares(args) } : args;
  return sentence(
    own ? ti(own, { ...inLocalNumbers(shown), n: moves, name: names[Number(seat)] ?? '' }) : said(text, strings, names),
  );
}

/**
 * What is said of a wrong answer. That it is wrong stands above it; and what the program tells of the best move's idea must not
 * read as if it praised the move that was played.
 */
export const saysOfWrong = (texts: readonly TextView[], strings: GameStrings | undefined, names: Names): string[] =>
  texts
    .filter(({ key }) => key !== 'puzzle-not-best')
    .map((text) =>
      text.key.startsWith('idea-')
        ? sentence(ti('bestIdea', { idea: said(text, strings, names) }))
        : puzzleSays(text, strings, names),
    );
