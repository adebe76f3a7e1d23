// What the app shows of a game before any of its code is loaded: the front page, titles, the quickest way to play.

import type { Component } from 'svelte';
import type { Language } from '../lib/settings.svelte';

type Words = Record<Language, string>;

export interface GameCard {
  /** A corner of its board. */
  Art: Component;
  title: Words;
  /** One sentence. */
  about: Words;
  /** What wins, in a sentence or two: the first thing on the rules page. */
  goal: Words;
  /** How many play, and how long. */
  facts: Words;
  /** The usual game against bots of middling strength. */
  quick: { spec: string; bots: number };
}
