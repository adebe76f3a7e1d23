// A record opened from a file stays in this tab (session storage): it belongs to no table, so no server stores it.

import { api } from '../link/api';
import type { RecordRead } from '../wire.gen';

const KEY = 'breadboard.record';
/** The id in the address that stands for the record opened in this tab. */
export const OPENED = 'opened';

/** Parses a record on the server; throws the reason if it is invalid. */
export async function openRecord(text: string): Promise<RecordRead> {
  const record = await api.read(text);
  try {
    sessionStorage.setItem(KEY, record.text);
  } catch {
    // Storage is blocked or full: the record is lost on reload.
  }
  opened = record;
  return record;
}

let opened: RecordRead | undefined;

/** The seat that this browser played on, if it was exactly one: a game is seen from there. */
export async function ownSeat(id: string): Promise<number | undefined> {
  if (id === OPENED) return undefined;
  const { you } = (await api.table(id, 0)).state;
  return you.length === 1 ? you[0]?.seat : undefined;
}

/** The text of a record: of a table, or the one opened in this tab. */
export async function recordText(id: string): Promise<string> {
  return id === OPENED ? (opened?.text ?? sessionStorage.getItem(KEY) ?? '') : api.record(id);
}

/** A parsed record: of a table, or the one opened in this tab. */
export async function recordAt(id: string): Promise<RecordRead> {
  if (id === OPENED && opened) return opened;
  const text = await recordText(id);
  return id === OPENED ? openRecord(text) : api.read(text);
}
