// Names of seats on the page.

import { t, type Names } from '../i18n';
import type { SeatView } from '../wire.gen';

export function levelName(level: string): string {
  const number = /^bot([1-5])$/.exec(level)?.[1];
  return number
    ? t('bot', { level: number })
    : level === 'greedy'
      ? t('greedy')
      : level === 'random'
        ? t('random')
        : level;
}

export function seatName(seat: Pick<SeatView, 'kind'> & { name?: string | null }): string {
  switch (seat.kind) {
    case 'open':
      return t('openSeat');
    case 'kept':
      return t('keptFor', { name: seat.name ?? '' });
    case 'bot':
      return levelName(seat.name ?? '');
    case 'person':
      return seat.name ?? '';
  }
}

/** Names by seat; equal names get the seat number added. */
export function distinct(names: readonly string[]): Names {
  return Object.fromEntries(
    names.map((name, i) => [
      i + 1,
      names.indexOf(name) !== names.lastIndexOf(name) ? t('seatNamed', { name, seat: i + 1 }) : name,
    ]),
  );
}

export function namesOf(seats: readonly SeatView[]): Names {
  const names = distinct(seats.map((seat) => seatName(seat)));
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
