// The registry of games: a further game is its folder and one line here. Cards are part of the app; the rest of a game
// is loaded when it is needed, so that a player of one does not wait for the others.

import { loadCatalog } from '../i18n/catalog';
import { settings } from '../lib/settings.svelte';
import { card as breadcrumbs } from './breadcrumbs/card';
import { card as breadwinner } from './breadwinner/card';
import { card as breakthrough } from './breakthrough/card';
import type { GameCard } from './card';
import type { Lesson } from './lesson';
import type { GameModule } from './module';
import { card as snipe } from './snipe/card';
import { card as traxx } from './traxx/card';

interface Entry {
  card: GameCard;
  load: () => Promise<{ game: unknown }>;
  lesson: () => Promise<{ lesson: Lesson }>;
}

const REGISTRY = {
  breakthrough: {
    card: breakthrough,
    load: () => import('./breakthrough'),
    lesson: () => import('./breakthrough/lesson'),
  },
  breadcrumbs: { card: breadcrumbs, load: () => import('./breadcrumbs'), lesson: () => import('./breadcrumbs/lesson') },
  snipe: { card: snipe, load: () => import('./snipe'), lesson: () => import('./snipe/lesson') },
  breadwinner: { card: breadwinner, load: () => import('./breadwinner'), lesson: () => import('./breadwinner/lesson') },
  traxx: { card: traxx, load: () => import('./traxx'), lesson: () => import('./traxx/lesson') },
} satisfies Record<string, Entry>;

export type GameId = keyof typeof REGISTRY;
export const GAMES = Object.keys(REGISTRY) as GameId[];
export const isGame = (id: string): id is GameId => Object.hasOwn(REGISTRY, id);
export const cardOf = (id: GameId): GameCard => REGISTRY[id].card;

/** What a game is called in the language of the page; its id where the app does not know it. */
export const titleOf = (id: string): string => (isGame(id) ? cardOf(id).title[settings.language] : id);

/** Loads the guided first game. */
export const loadLesson = async (id: GameId): Promise<Lesson> => (await REGISTRY[id].lesson()).lesson;

/** Loads a game, with what the program says about it in the language of the page. Its board type is its own affair: what `read` gives is what its other parts take. */
export async function loadGame(id: GameId): Promise<GameModule> {
  const [module] = await Promise.all([REGISTRY[id].load(), loadCatalog(id)]);
  return (module as { game: unknown }).game as GameModule;
}
