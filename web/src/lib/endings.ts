// How choices end the game, passed by Svelte context from the stage to the input layer, which knows where every place is.

import { getContext, setContext } from 'svelte';
import type { OutcomeName } from '../wire.gen';

/** By the place of the choice. */
export type Endings = Record<string, OutcomeName>;

const KEY = Symbol('endings');

export const provideEndings = (endings: () => Endings): void => {
  setContext(KEY, endings);
};
export const useEndings = (): (() => Endings) => getContext<(() => Endings) | undefined>(KEY) ?? (() => ({}));
