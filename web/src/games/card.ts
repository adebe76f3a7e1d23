// What the app shows of a game before any of its code is loaded: the front page, titles, the quickest way to play. What it is
// about and how many can play, the program says.

import type { Component } from 'svelte';
import type { Language } from '../lib/settings.svelte';

type Words = Record<Language, string>;

export interface GameCard {
  /** A corner of its board. */
  Art: Component;
  /** As the program calls it, without its series. Here as well: a title is shown before the list of games is there. */
  title: Words;
  /** What wins, in a sentence or two: the first thing on the rules page. */
  goal: Words;
  /** The same at a table, where the number `{n}` in it is known. */
  goalHere?: Words;
  /** What its legend is called, if it is not about signs. */
  signs?: Words;
  /** How long a game takes, in steps of five. Nothing else says it; the rules page may name the measured minutes. */
  minutes: number;
  /** The usual game against bots of middling strength. */
  quick: { spec: string; bots: number };
}
