// A first game in a few steps: positions on the real board, each with something to do. The program plays every move,
// so a lesson cannot teach what the rules forbid; a test walks through all of them.

import type { Language } from '../lib/settings.svelte';
import type { PlayedEvent } from '../wire.gen';

export type Words = Record<Language, string>;

export interface Step {
  position: string;
  /** What it is about, and what to do. */
  text: Words;
  /** The moves to make, one after the other, each in notation; several where any of them will do. */
  want: (string | string[])[];
  /** What chance and the other seats do afterwards. */
  replies?: PlayedEvent[];
  /** What was learnt. */
  done: Words;
  /** What to say to another legal move. */
  other?: Words;
  /** Places that show a rule when they are tried: the move that is meant, for the program to refuse. */
  wrong?: { place: string; move: string }[];
}

export interface Lesson {
  spec: string;
  /** Which seat the learner has. */
  seat: number;
  steps: Step[];
}
