// What the program told of a move, for a person who plays alone: without the number or the colour of the only seat, which would
// read as somebody else.

import type { GameModule } from '../games/module';
import { said, sentence, type Names } from '../i18n';
import type { TextView } from '../wire.gen';

/** The sentences of a move; alone, what it brought in the short words of the log, if the game has them. */
export function narrate(told: readonly TextView[], game: GameModule | undefined, names: Names, alone: boolean): string {
  const short = alone ? game?.headline?.([...told], { 1: '' }, 1) : undefined;
  // Where the log has no shorter words for it, all is said.
  const texts = short?.some((one) => typeof one === 'string') ? short : told;
  return texts.map((one) => sentence(typeof one === 'string' ? one : said(one, game?.strings, names))).join(' ');
}
