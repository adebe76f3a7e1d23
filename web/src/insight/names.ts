// What the seats of a position are called that is at no table: by the record, else by the game's own word, else by number.

import type { GameModule } from '../games/module';
import { t, type Names } from '../i18n';
import { distinct, levelName } from '../lib/names';
import type { NameRow } from '../wire.gen';

export function namesFor(game: GameModule, board: unknown, id: string, rows: readonly NameRow[], seats = 7): Names {
  const name = (seat: number) => {
    const known = rows.find((row) => row.seat === seat)?.name;
    return known === undefined ? game.called?.(board, seat) || t('seat', { seat }) : levelName(known, id);
  };
  return distinct(Array.from({ length: seats }, (_, i) => name(i + 1)));
}
