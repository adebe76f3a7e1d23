// The analyses kept in this browser. Without storage they last as long as the page.

import { readSpec } from '../lib/spec';
import { packStudy, unpackStudy, type Study } from './study';

const KEY = 'breadboard.studies';
const MOST = 30;

export interface Kept {
  id: string;
  game: string;
  /** When it was changed last, in milliseconds. */
  at: number;
  packed: string;
}

let memory: Kept[] = [];

export function keptStudies(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
    return Array.isArray(found) ? found : memory;
  } catch {
    return memory;
  }
}

/** Keeps a study; `false` if this browser stores nothing. */
export function keepStudy(id: string, study: Study, at: number): boolean {
  const kept: Kept = { id, game: readSpec(study.spec).game, at, packed: packStudy(study) };
  return write([kept, ...keptStudies().filter((one) => one.id !== id)].slice(0, MOST));
}

export const deleteStudy = (id: string): boolean => write(keptStudies().filter((one) => one.id !== id));

function write(all: Kept[]): boolean {
  memory = all;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

/** A kept study; nothing if it is unknown or damaged. */
export function studyOf(id: string): Study | undefined {
  const kept = keptStudies().find((one) => one.id === id);
  try {
    return kept && unpackStudy(kept.packed);
  } catch {
    return undefined;
  }
}
