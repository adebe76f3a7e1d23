// What a turn does, in the game's own words and without a subject: "walk to c3n (north first), lift a crumb".

import { said, type GameStrings } from '../i18n';
import type { ReviewChoice, TextView } from '../wire.gen';

type Named = Pick<ReviewChoice, 'text'> & { phrases?: readonly TextView[] | undefined };

/** What a list has room for: the walk and what it lifts. */
const SHORT = 2;

const joined = (phrases: readonly TextView[], strings: GameStrings | undefined): string =>
  phrases.map((phrase) => said(phrase, strings)).join(', ');

/** All that a turn does; nothing where the notation says it. */
export const turnWords = (phrases: readonly TextView[] | undefined, strings?: GameStrings): string =>
  joined(phrases ?? [], strings);

/** The name of a choice in a list or within a sentence: its first phrases, else its notation. */
export const shortWords = ({ phrases, text }: Named, strings?: GameStrings): string =>
  phrases?.length ? joined(phrases.slice(0, SHORT), strings) : text;

/** A line by what its first seat does in its turn. */
export const lineWords = (
  line: { phrases?: readonly TextView[] | undefined; steps: readonly { text: string }[] },
  strings?: GameStrings,
): string => shortWords({ phrases: line.phrases ?? [], text: line.steps[0]?.text ?? '' }, strings);

/** Sentences that name a move by its notation only; where a game has phrases, these say the same in words. */
const NOTED = new Set(['insight-better', 'insight-reply', 'insight-meets']);

/** The reasons for a mark that a new player can read. */
export const plainReasons = (choice: Pick<ReviewChoice, 'why' | 'phrases'>): TextView[] =>
  choice.phrases?.length ? choice.why.filter(({ key }) => !NOTED.has(key)) : choice.why;
