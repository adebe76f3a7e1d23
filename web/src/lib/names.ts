// How seats are called on the page.

import { t } from '../i18n';
import type { SeatView } from './view';

export function levelName(level: string): string {
  const number = /^bot([1-5])$/.exec(level)?.[1];
  return number ? t('bot', { level: number }) : level === 'greedy' ? t('greedy') : level === 'random' ? t('random') : level;
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

export const namesOf = (seats: SeatView[]): Record<number, string> => Object.fromEntries(seats.map((seat) => [seat.seat, seatName(seat)]));
