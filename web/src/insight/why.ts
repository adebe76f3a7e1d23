// What a review says of a mistake. The program speaks of points of winning chance and of seats; here stand the two chances
// themselves, because "points" are what most games count, and whose mistake it is is "you".

import { inLocalNumbers, said, sentence, type GameStrings } from '../i18n';
import { ti, type InsightKey, type Names } from './text';
import type { TextView } from '../wire.gen';

const PLAIN: Record<string, InsightKey> = {
  'insight-gives-away': 'chanceFalls',
  'insight-gives-one': 'chanceFalls',
  'insight-gives-points': 'pointsFall',
};

/** One reason; `yours` says that the mistake is of the person who reads. */
export function reviewSays(text: TextView, strings: GameStrings | undefined, names: Names, yours: boolean): string {
  const own = PLAIN[text.key] ?? (yours && text.key === 'insight-own-score' ? 'ownScore' : undefined);
  return sentence(own ? ti(own, inLocalNumbers(text.args ?? {})) : said(text, strings, names));
}
