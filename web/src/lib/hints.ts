// Hints of a lesson, passed by Svelte context from the lesson to the input layer, so that the boards in between need not
// know about lessons.

import { getContext, setContext } from 'svelte';
import type { Part } from '../wire.gen';

export interface Hints {
  /** The parts to highlight. */
  parts: () => Part[];
  /** Called when a place without an offer is pressed. */
  refused: (place: string) => void;
}

const KEY = Symbol('hints');

export const provideHints = (hints: Hints): void => {
  setContext(KEY, hints);
};
export const useHints = (): Hints | undefined => getContext<Hints | undefined>(KEY);
