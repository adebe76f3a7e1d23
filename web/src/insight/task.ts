// What a puzzle says to the person who solves it. The program speaks of seats; who sits here alone is "you".

import { said, sentence, type GameStrings } from '../i18n';
import { ti, type InsightKey, type Names } from './text';
import type { TextView } from '../wire.gen';

/** The sentences of the program about the seat that solves, and the same to the person. */
const TO_YOU: Record<string, InsightKey> = {
  'puzzle-task-win': 'taskWin',
  'puzzle-task-best': 'taskBest',
  'puzzle-task-points': 'taskPoints',
  'puzzle-best-turn': 'bestTurn',
};

export function puzzleSays(text: TextView, strings: GameStrings | undefined, names: Names): string {
  const own = TO_YOU[text.key];
  return sentence(own ? ti(own, text.args ?? {}) : said(text, strings, names));
}
