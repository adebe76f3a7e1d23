// A record that somebody opened stays in this tab: it is nobody's table, so there is nothing to send it to.

import { api, type RecordRead } from '../link/api';

const KEY = 'breadboard.record';
/** The address of the record that this tab has opened. */
export const OPENED = 'opened';

/** Reads a record; throws what is wrong with it. */
export async function openRecord(text: string): Promise<RecordRead> {
  const record = await api.read(text);
  try {
    sessionStorage.setItem(KEY, record.text);
  } catch {
    // A private window or a very long game: it is lost with the page.
  }
  opened = record;
  return record;
}

let opened: RecordRead | undefined;

/** The record behind an address: a table's, or the one that was opened. */
export async function recordAt(id: string): Promise<RecordRead> {
  if (id !== OPENED) return api.read(await api.record(id));
  if (opened) return opened;
  return openRecord(sessionStorage.getItem(KEY) ?? '');
}
