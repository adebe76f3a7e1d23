// What the seats of a position are called that is at no table: by the record, else by the game's own word, else by number.

import type { GameModule } from '../games/module';
import { t, type Names } from '../i18n';
import { distinct, levelName } from '../lib/names';
import type { NameRow } from '../wire.gen';

/**
 * What the sides of a puzzle are called: by the game's own word or by their colours, which is what one sees. Where roles change
 * hands a colour would be somebody else's soon, so that the seats keep their numbers.
 */
export const sidesOf = (game: GameModule, board: unknown, seats = 7): Names =>
  Object.fromEntries(
    Array.from({ length: seats }, (_, i) => i + 1).map((seat) => [
      seat,
      game.called?.(board, seat) || t(game.role ? 'seat' : `colour-${game.style(board, seat).colour}`, { seat }),
    ]),
  );

export function namesFor(game: GameModule, board: unknown, id: string, rows: readonly NameRow[], seats = 7): Names {
  const name = (seat: number) => {
    const known = rows.find((row) => row.seat === seat)?.name;
    return known === undefined ? game.called?.(board, seat) || t('seat', { seat }) : levelName(known, id);
  };
  return distinct(Array.from({ length: seats }, (_, i) => name(i + 1)));
}
