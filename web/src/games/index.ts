// The registry of games, made of the folders beside this file, so that a new folder needs no line here. The server says
// which games exist and in which order; a game without a folder is shown on the generic board. Cards are part of the
// app; the rest of a game is loaded when it is needed, so that a player of one does not wait for the others.

import type { Component } from 'svelte';
import { fromCatalog, t } from '../i18n';
import { loadCatalog } from '../i18n/catalog';
import { gameList } from '../lib/game-list.svelte';
import { settings } from '../lib/settings.svelte';
import type { GameInfo } from '../wire.gen';
import type { GameCard } from './card';
import type { Lesson } from './lesson';
import type { GameModule } from './module';

const CARDS = import.meta.glob<GameCard>('./*/card.ts', { eager: true, import: 'card' });
const LESSONS = import.meta.glob<Lesson>('./*/lesson.ts', { import: 'lesson' });
const LEGENDS = import.meta.glob<Component>('./*/Legend.svelte', { import: 'default' });
/** A game's board type is its own affair: what `read` gives is what its other parts take. */
const MODULES = import.meta.glob<GameModule>('./*/index.ts', { import: 'game' });

/** The card in the game's folder. */
export const cardOf = (id: string): GameCard | undefined => CARDS[`./${id}/card.ts`];

/** What a game is called in the language of the page; its id until the list of games is loaded. */
export const titleOf = (id: string): string => cardOf(id)?.title[settings.language] ?? gameList.find(id)?.name ?? id;

/** What a game is about, in a sentence; empty until the list of games is loaded. */
export const summaryOf = (id: string): string =>
  fromCatalog({ game: id, en: {}, de: {} }, 'summary', gameList.find(id)?.summary ?? '');

/** How many play, and for how long where the game's folder says it. */
export function factsOf({ id, seats: { min, max } }: GameInfo): string {
  const players = min === max ? t('playerCount', { n: max }) : t('playerRange', { min, max });
  const minutes = cardOf(id)?.minutes;
  return minutes === undefined ? players : `${players} · ${t('minuteCount', { n: minutes })}`;
}

/** The quickest way to play a game: the usual settings against bots. */
export function quickGame(id: string): GameCard['quick'] {
  return cardOf(id)?.quick ?? { spec: id, bots: (gameList.find(id)?.seats.default ?? 1) - 1 };
}

/** The pieces and signs of a game with their meaning, for the rules page. */
export const loadLegend = async (id: string): Promise<Component | undefined> => LEGENDS[`./${id}/Legend.svelte`]?.();

export const hasLegend = (id: string): boolean => `./${id}/Legend.svelte` in LEGENDS;

export const hasLesson = (id: string): boolean => `./${id}/lesson.ts` in LESSONS;

/** Loads the guided first game. */
export async function loadLesson(id: string): Promise<Lesson> {
  const lesson = await LESSONS[`./${id}/lesson.ts`]?.();
  if (!lesson) throw new Error(t('missing'));
  return lesson;
}

/** Loads a game, with what the program says about it in the language of the page. */
export async function loadGame(id: string): Promise<GameModule> {
  const load = MODULES[`./${id}/index.ts`] ?? (() => loadGeneric(id));
  const [game] = await Promise.all([load(), loadCatalog(id)]);
  return game;
}

async function loadGeneric(id: string): Promise<GameModule> {
  const [{ genericGame }] = await Promise.all([import('../generic'), gameList.load()]);
  if (!gameList.find(id)) throw new Error(t('missing'));
  return genericGame(id) as GameModule;
}
