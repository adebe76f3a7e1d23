// Names of seats on the page.

import { t, type Names } from '../i18n';
import { catalogOf } from '../i18n/catalog';
import { gameList } from './game-list.svelte';
import type { SeatView } from '../wire.gen';

/** What a kind of player is called: a bot of a game has a name of its own. */
export function levelName(level: string, game?: string): string {
  const number = /^bot([1-5])$/.exec(level)?.[1];
  if (number) {
    const own = game === undefined ? undefined : gameList.find(game)?.levels[Number(number) - 1]?.name;
    return (
      (game === undefined ? undefined : catalogOf(game)?.[`level-${number}`]) ?? own ?? t('bot', { level: number })
    );
  }
  return level === 'greedy' ? t('greedy') : level === 'random' ? t('random') : level;
}

export function seatName(seat: Pick<SeatView, 'kind'> & { name?: string | null }, game?: string): string {
  switch (seat.kind) {
    case 'open':
      return t('openSeat');
    case 'kept':
      return t('keptFor', { name: seat.name ?? '' });
    case 'bot':
      return levelName(seat.name ?? '', game);
    case 'person':
      return seat.name ?? '';
  }
}

/** Names by seat; equal names are counted: Nibbler 1, Nibbler 2. */
export function distinct(names: readonly string[]): Names {
  return Object.fromEntries(
    names.map((name, i) => {
      const which = names.slice(0, i + 1).filter((other) => other === name).length;
      return [i + 1, names.indexOf(name) !== names.lastIndexOf(name) ? t('seatNamed', { name, which }) : name];
    }),
  );
}

export function namesOf(seats: readonly SeatView[], game?: string): Names {
  const names = distinct(seats.map((seat) => seatName(seat, game)));
  for (const seat of seats) if (seat.kind === 'open') names[seat.seat] = seatName(seat);
  return names;
}

/** Adds "you" to the own name, if this browser has exactly one seat. */
export const withYou = (names: Names, mine: readonly number[]): Names =>
  Object.fromEntries(
    Object.entries(names).map(([seat, name]) => [
      seat,
      mine.length === 1 && mine[0] === Number(seat) ? `${name} (${t('you')})` : name,
    ]),
  );
