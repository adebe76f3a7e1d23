// What a board should point at, for lessons: it goes past the boards to the layer that is touched, so that no board
// has to know that it is used for teaching.

import { getContext, setContext } from 'svelte';
import type { Part } from './view';

export interface Hints {
  /** The parts to point at. */
  parts: () => Part[];
  /** A place was pressed that offers nothing. */
  refused: (place: string) => void;
}

const KEY = Symbol('hints');

export const giveHints = (hints: Hints): void => {
  setContext(KEY, hints);
};
export const takeHints = (): Hints | undefined => getContext<Hints | undefined>(KEY);
