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

/** The text behind an address: a table's record, or the one that was opened. */
export async function recordText(id: string): Promise<string> {
  return id === OPENED ? (opened?.text ?? sessionStorage.getItem(KEY) ?? '') : api.record(id);
}

/** The record behind an address, played through. */
export async function recordAt(id: string): Promise<RecordRead> {
  if (id === OPENED && opened) return opened;
  const text = await recordText(id);
  return id === OPENED ? openRecord(text) : api.read(text);
}
