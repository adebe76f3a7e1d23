// What the others did since the own last turn, passed by Svelte context from the stage to the input layer, which knows
// where every place is; the boards in between need not know about it.

import { getContext, setContext } from 'svelte';
import type { Colour } from '../games/module';
import type { Part } from '../wire.gen';

export interface TrailLine {
  colour: Colour;
  places: string[];
  /** It was made by another player; else it is suggested or made ready. */
  made?: boolean;
  /** What stands at each place and is meant, where several things share one. */
  names?: string[] | undefined;
  /** The choices that make it, where the first one has no place on the board: a die. */
  parts?: Part[] | undefined;
  /** Stands at the end of the line: the rank of a suggested move. */
  label?: string | undefined;
}

const KEY = Symbol('trail');

export const provideTrail = (lines: () => TrailLine[]): void => {
  setContext(KEY, lines);
};
export const useTrail = (): (() => TrailLine[]) => getContext<(() => TrailLine[]) | undefined>(KEY) ?? (() => []);
