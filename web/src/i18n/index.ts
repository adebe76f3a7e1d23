// One flat list of sentences per language. `{name}` is a hole; `one|many` is chosen by the argument `n`.

import { settings, type Language } from '../lib/settings.svelte';
import type { TextView } from '../wire.gen';
import { catalogOf } from './catalog';
import { de } from './de';
import { en } from './en';
import { inWords } from './words';

export type Key = keyof typeof en;
export type Args = Record<string, string | number>;

const APP: Record<Language, Record<Key, string>> = { en, de };

/** A number and its per cent sign stay on one line, and a minus is a minus. */
const tidy = (text: string): string => text.replace(/(\d) %/g, '$1\u00a0%').replace(/(^|[\s(])-(?=\d)/g, '$1−');

export function fill(sentence: string, args: Args = {}): string {
  const forms = sentence.split('|');
  const form = forms.length === 2 && 'n' in args ? forms[Number(args['n']) === 1 ? 0 : 1] : sentence;
  return tidy(
    (form ?? sentence).replace(/\{(\w+)\}/g, (hole, name: string) => (name in args ? String(args[name]) : hole)),
  );
}

/** A sentence of the app. */
export const t = (key: Key, args?: Args): string => fill(APP[settings.language][key], args);

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

/** A game's own words for a sentence of the app: it says whether dice are rolled or cards are drawn. */
export const ownWords = (strings: GameStrings | undefined, key: string, general: Key): string =>
  strings?.[settings.language][key] ?? t(general);

/** What people call each seat, by its number. */
export type Names = Record<number, string>;

/** Replaces seats by the names of their players: the program only knows seats, because records have no more. */
export const withNames = (sentence: string, names: Names): string =>
  sentence.replace(/\b(?:seat|Platz) (\d)\b/gi, (seat, number: string) => names[Number(number)] ?? seat);

/** What the program said, in the language of the page and with the names of the players. */
export function said(says: TextView, strings?: GameStrings, names?: Names): string {
  const sentence = inLanguage(says, strings);
  // A sentence about a person who takes a seat already has the name.
  return names && !('name' in (says.args ?? {})) ? withNames(sentence, names) : sentence;
}

/** The arguments that are never translated: what people are called or typed, and notation. */
const VERBATIM = new Set(['name', 'text', 'move', 'event']);

function inLanguage(says: TextView, strings?: GameStrings): string {
  const catalog = catalogOf(strings?.game);
  const sentence = catalog?.[says.key];
  if (!catalog || sentence === undefined) return tidy(says.english);
  const word = (name: string, value: string) => (VERBATIM.has(name) ? value : inWords(value, catalog));
  return fill(
    sentence,
    Object.fromEntries(Object.entries(says.args ?? {}).map(([name, value]) => [name, word(name, value)])),
  );
}

/** A text of the game's catalog (an option's meaning, a player's name) that the program sends in English. */
export const fromCatalog = (strings: GameStrings, key: string, english: string): string =>
  catalogOf(strings.game)?.[key] ?? english;

export const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…:]$/.test(first) ? first : `${first}.`;
};
