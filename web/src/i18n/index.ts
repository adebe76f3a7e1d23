// One flat list of sentences per language. `{name}` is a hole; `one|many` is chosen by the argument `n`.

import { settings, type Language } from '../lib/settings.svelte';
import type { TextView } from '../wire.gen';
import { de, deBots, deSays, deWords } from './de';
import { en } from './en';
import { inWords } from './words';

export type Key = keyof typeof en;
export type Args = Record<string, string | number>;

const APP: Record<Language, Record<Key, string>> = { en, de };

export function fill(sentence: string, args: Args = {}): string {
  const forms = sentence.split('|');
  const form = forms.length === 2 && 'n' in args ? forms[Number(args['n']) === 1 ? 0 : 1] : sentence;
  return (form ?? sentence).replace(/\{(\w+)\}/g, (hole, name: string) => (name in args ? String(args[name]) : hole));
}

/** A sentence of the app. */
export const t = (key: Key, args?: Args): string => fill(APP[settings.language][key], args);

/** The strings of a game: its board's words, and in other languages than English what the rules say. */
export interface GameStrings {
  en: Record<string, string>;
  de: Record<string, string>;
  deSays: Record<string, string>;
  deWords: Record<string, string>;
}

/** A sentence of a game's own file; the key itself where none is written, which a test forbids. */
export const gameText = (strings: GameStrings, key: string, args?: Args): string =>
  fill(strings[settings.language][key] ?? key, args);

/** What people call each seat, by its number. */
export type Names = Record<number, string>;

/** The program speaks of seats, because records know no more; people speak of each other. */
export const called = (sentence: string, names: Names): string =>
  sentence.replace(/\b(?:seat|Platz) (\d)\b/gi, (seat, number: string) => names[Number(number)] ?? seat);

/** What the program said, in the language of the page and with the names of those it is about. */
export function said(says: TextView, strings?: GameStrings, names?: Names): string {
  const sentence = inLanguage(says, strings);
  // Who sits down on seat 2 does so by name already.
  return names && !('name' in (says.args ?? {})) ? called(sentence, names) : sentence;
}

function inLanguage(says: TextView, strings?: GameStrings): string {
  if (settings.language === 'en') return says.english;
  const sentence = strings?.deSays[says.key] ?? deSays[says.key];
  if (sentence === undefined) return says.english;
  // What people are called is theirs: a name is never translated.
  const word = (name: string, value: string) =>
    name === 'name' ? value : inWords(value, strings?.deWords ?? {}, deWords);
  return fill(
    sentence,
    Object.fromEntries(Object.entries(says.args ?? {}).map(([name, value]) => [name, word(name, value)])),
  );
}

/** A bot's name, or what is said of it, as the program gives it in English. */
export const ofBot = (english: string): string => (settings.language === 'de' ? (deBots[english] ?? english) : english);

export const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…:]$/.test(first) ? first : `${first}.`;
};
