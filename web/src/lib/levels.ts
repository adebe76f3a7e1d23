// What the bots of a game are called, and how they play. Names belong to a game: its level 2 is another bot than that of
// the next game.

import { fromCatalog, t } from '../i18n';
import { gameList } from './game-list.svelte';
import { levelName } from './names';

const numberOf = (level: string): number => Number(/^bot([1-5])$/.exec(level)?.[1] ?? 0);
const noStrings = (game: string) => ({ game, en: {}, de: {} });

/** The name of a bot of a game; the plain level where the game is not known yet. */
export function botName(game: string, level: string): string {
  const number = numberOf(level);
  const english = gameList.find(game)?.levels[number - 1]?.name;
  return english === undefined ? levelName(level) : fromCatalog(noStrings(game), `level-${number}`, english);
}

/** The name with the number, for lists that compare levels. */
export function botWithLevel(game: string, level: string): string {
  const number = numberOf(level);
  return number ? t('botLevel', { name: botName(game, level), level: number }) : levelName(level);
}

/** How a bot plays, in a sentence. */
export function botAbout(game: string, level: string): string {
  const number = numberOf(level);
  const english = gameList.find(game)?.levels[number - 1]?.about ?? '';
  return fromCatalog(noStrings(game), `level-${number}-about`, english);
}

/** Who sits on the seats of a table in a list; `mine` are the own seats. */
export function whoPlays(
  row: { game: string; seats: { seat: number; kind: string; name: string | null }[] },
  mine: readonly number[],
): string {
  const others = row.seats.filter((seat) => !mine.includes(seat.seat));
  if (others.length === 0) return row.seats.length === 1 ? t('alone') : row.seats.map((seat) => seat.name).join(', ');
  const names = others.map((seat) =>
    seat.kind === 'bot'
      ? botName(row.game, seat.name ?? '')
      : seat.kind === 'open'
        ? t('openSeat')
        : seat.kind === 'kept'
          ? t('keptFor', { name: seat.name ?? '' })
          : (seat.name ?? ''),
  );
  // Four bots of one level are one name and a number.
  const counted = [...new Set(names)].map((name) => {
    const count = names.filter((other) => other === name).length;
    return count > 1 ? `${count} × ${name}` : name;
  });
  return counted.join(', ');
}
