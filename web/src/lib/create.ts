// Creating a table and opening its page, for every page that has such a button.

import { t } from '../i18n';
import { api } from '../link/api';
import type { NewTable } from '../wire.gen';
import { navigation } from './navigation.svelte';
import { rememberTable } from './recent-tables';
import { paths } from './router';
import { settings } from './settings.svelte';

/** The name that this person plays under. */
export const ownName = (): string => settings.name.trim() || t('guest');

/** Creates a table and opens its page; throws what the server refuses. */
export async function createTable(table: NewTable): Promise<void> {
  const { id } = await api.create(table);
  rememberTable(id);
  navigation.go(paths.table(id));
}

/** Creates a table that goes on from a record, or from one of its events, with bots on the seats of the others. */
export const playOn = (from: { record: string; to?: number }, seats: number, me: number): Promise<void> =>
  createTable({
    ...from,
    name: ownName(),
    seats: Array.from({ length: seats }, (_, i) => (i + 1 === me ? 'me' : 'bot2')),
  });

/** One of the numbers below `count`, all equally likely. */
export const drawn = (count: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % count;

/** Creates a table for this person against bots of one level; the own seat is drawn. */
export const playBots = (spec: string, bots: number, level: string): Promise<void> => {
  const seats = Array<string>(bots).fill(level);
  seats.splice(drawn(bots + 1), 0, 'me');
  return createTable({ spec, seats, name: ownName() });
};
