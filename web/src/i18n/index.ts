// One flat list of sentences per language. `{name}` is a hole; `one|many` is chosen by the argument `n`.

import { SvelteMap } from 'svelte/reactivity';
import { settings, type Language } from '../lib/settings.svelte';
import type { TextView } from '../wire.gen';
import { catalogOf } from './catalog';
import { en } from './en';
import { inWords } from './words';

export type Key = keyof typeof en;
export type Args = Record<string, string | number>;

type AppSentences = Record<Key, string>;

/** English is part of every page. Another language is a file of its own, because most people need one language. */
const LANGUAGES: Record<Exclude<Language, 'en'>, () => Promise<AppSentences>> = {
  de: () => import('./de').then((file) => file.de),
};
const loaded = new SvelteMap<Language, AppSentences>([['en', en]]);
const requests = new Map<Language, Promise<void>>();

/** Loads the sentences of the app in a language. Without them they stay English, so a failure is not reported. */
export function loadLanguage(language: Language = settings.language): Promise<void> {
  if (language === 'en' || loaded.has(language)) return Promise.resolve();
  const running = requests.get(language);
  if (running) return running;
  const request = LANGUAGES[language]().then(
    (sentences) => void loaded.set(language, sentences),
    // The next sentence asks again.
    () => void setTimeout(() => requests.delete(language), 5000),
  );
  requests.set(language, request);
  return request;
}

function appSentences(): AppSentences {
  const sentences = loaded.get(settings.language);
  // The language was changed on this page.
  if (!sentences) void loadLanguage();
  return sentences ?? en;
}

/** The program writes straight apostrophes. */
export const curly = (text: string): string => text.replace(/(\p{L})'(?=\p{L}|[\s.,;:!?)]|$)/gu, '$1’');

/** A number and its per cent sign stay on one line, and a minus is a minus. */
export const tidy = (text: string): string => text.replace(/(\d) %/g, '$1\u00a0%').replace(/(^|[\s(])-(?=\d)/g, '$1−');

export function fill(sentence: string, args: Args = {}): string {
  const forms = sentence.split('|');
  const form = forms.length === 2 && 'n' in args ? forms[Number(args['n']) === 1 ? 0 : 1] : sentence;
  return tidy(
    curly(form ?? sentence).replace(/\{(\w+)\}/g, (hole, name: string) => (name in args ? String(args[name]) : hole)),
  );
}

/** A sentence of the app. */
export const t = (key: Key, args?: Args): string => fill(appSentences()[key], args);

/** The words of a game's board. What the program says about the game comes from its catalog. */
export interface GameStrings {
  /** The game's id. */
  game: string;
  en: Record<string, string>;
  de: Record<string, string>;
}

/** A sentence of a game's own file; the key itself where none is written, which a test forbids. */
export const gameText = (strings: GameStrings, key: string, args?: Args): string =>
  fill(strings[settings.language][key] ?? key, args);

/** Things of a game with their name and what they do, for its legend. */
export const explained = <T extends { thing: string }>(
  strings: GameStrings,
  things: readonly T[],
): (T & { name: string; does: string })[] =>
  things.map((one) => ({
    ...one,
    name: gameText(strings, `legend-${one.thing}`),
    does: gameText(strings, `about-${one.thing}`),
  }));

/** A game's own words for a sentence of the app: it says whether dice are rolled or cards are drawn. */
export const ownWords = (strings: GameStrings | undefined, key: string, general: Key): string =>
  strings?.[settings.language][key] ?? t(general);

/** What people call each seat, by its number. */
export type Names = Record<number, string>;

/** `seat 2` in the language of the page, and in English: so the program says what the catalog lacks. */
function seatPattern(): RegExp {
  const forms = [en, appSentences()].map(({ seat }) => seat.replace('{seat}', String.raw`\d`));
  return new RegExp([...new Set(forms)].map((form) => String.raw`\b${form}\b`).join('|'), 'gi');
}

/** Replaces seats by the names of their players: the program only knows seats, because records have no more. */
export const withNames = (sentence: string, names: Names): string =>
  sentence.replace(seatPattern(), (seat) => names[Number(seat.match(/\d/)?.[0])] ?? seat);

/** What the program said, in the language of the page and with the names of the players. */
export function said(says: TextView, strings?: GameStrings, names?: Names): string {
  const sentence = inLanguage(says, strings);
  // A sentence about a person who takes a seat already has the name.
  return names && !('name' in (says.args ?? {})) ? withNames(sentence, names) : sentence;
}

/** Numbers as the language of the page writes them: 17.1 is 17,1 in German. */
export const inLocalNumbers = (args: Readonly<Record<string, string>>): Record<string, string> =>
  settings.language === 'de'
    ? Object.fromEntries(
        Object.entries(args).map(([name, value]) => [name, value.replace(/^(-?\d+)\.(\d+)$/, '$1,$2')]),
      )
    : args;

/** The arguments that are never translated: what people are called or typed, and notation. */
const VERBATIM = new Set(['name', 'text', 'move', 'event']);

function inLanguage(says: TextView, strings?: GameStrings): string {
  const catalog = catalogOf(strings?.game);
  const sentence = catalog?.[says.key];
  if (!catalog || sentence === undefined) return tidy(says.english);
  const word = (name: string, value: string) => (VERBATIM.has(name) ? value : inWords(value, catalog));
  return fill(
    sentence,
    Object.fromEntries(
      Object.entries(inLocalNumbers(says.args ?? {})).map(([name, value]) => [name, word(name, value)]),
    ),
  );
}

/** A text of the game's catalog (an option's meaning, a player's name) that the program sends in English. */
export const fromCatalog = (strings: GameStrings, key: string, english: string): string =>
  curly(catalogOf(strings.game)?.[key] ?? english);

/** A text as a sentence. A square at its start (`d8-d7`) keeps its small letter. */
export const sentence = (text: string): string => {
  const first = /^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…:]$/.test(first) ? first : `${first}.`;
};
