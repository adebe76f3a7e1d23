// What the program says (refusals, events, options, players) in the language of the page. English comes with every
// message; another language is requested once per game, because a player of one game needs no sentences of the others.

import { SvelteMap } from 'svelte/reactivity';
import { settings, type Language } from '../lib/settings.svelte';
import { api } from '../link/api';

/** Sentences by key; `word White` is the key of a word inside an argument. */
export type Catalog = Record<string, string>;

const catalogs = new SvelteMap<string, Catalog>();
const requests = new Map<string, Promise<void>>();

const idOf = (game: string, language: Language): string => `${language} ${game}`;

/** Loads the sentences of a game. Without them the program's sentences stay English, so a failure is not reported. */
export function loadCatalog(game: string, language: Language = settings.language): Promise<void> {
  if (language === 'en') return Promise.resolve();
  const id = idOf(game, language);
  const running = requests.get(id);
  if (running) return running;
  const request = api.texts(game, language).then(
    (catalog) => void catalogs.set(id, catalog),
    // The next page asks again.
    () => void setTimeout(() => requests.delete(id), 5000),
  );
  requests.set(id, request);
  return request;
}

/** The sentences of a game in the language of the page; undefined in English and until they are loaded. */
export function catalogOf(game: string | undefined): Catalog | undefined {
  const language = settings.language;
  if (language === 'en') return undefined;
  if (game === undefined) {
    // Sentences of the table are in the catalog of every game.
    for (const [id, catalog] of catalogs) if (id.startsWith(`${language} `)) return catalog;
    return undefined;
  }
  const catalog = catalogs.get(idOf(game, language));
  // The language was changed on this page.
  if (!catalog) void loadCatalog(game, language);
  return catalog;
}
