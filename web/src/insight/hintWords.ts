// A hint in words: what to do, what it is for, and the next best choice. The numbers are said once: the chance with the move
// itself, the other one with its rival.

import { said, sentence, type GameStrings, type Names } from '../i18n';
import { turnWords } from './phrases';
import type { AnalysisLine, HintView, Part, TextView, ValueView } from '../wire.gen';
import { number, ti } from './text';
import { isProven, percent } from './values';

/** The words of the game at this table. */
export interface Speech {
  strings: GameStrings;
  names: Names;
  /** The notation says nothing to a new player. */
  inWords: boolean;
  /** The game's words for a move, where it has some. */
  told?: (move: { parts: Part[] }) => string | undefined;
  /** The game's word for a key, as things stand. */
  word: (key: string) => string | undefined;
}

/** Two chances that differ by less are called equal, as the program does. */
const EQUAL = 0.005;
const EQUAL_POINTS = 0.25;

/** What the program says of a move's purpose beyond its value. */
const PURPOSES = new Set(['insight-wins', 'insight-delays', 'insight-brings-score', 'insight-takes-things']);

type Form = 'hintDo' | 'hintPath' | 'hintWalk' | 'hintButton' | 'hintTo' | 'hintWords' | 'hintMove';

/** How a move is named: by all that its turn does, as a walk, by its button, by its place, in words where its notation says nothing, else by notation. */
function named({ steps, phrases }: AnalysisLine, speech: Speech): { form: Form; move: string } {
  const [step] = steps;
  const [part, more] = step?.parts ?? [];
  const pressed = part?.role === 'word' && !more && (phrases?.length ?? 0) < 2;
  if (!pressed && phrases?.length) return { form: 'hintDo', move: turnWords(phrases, speech.strings) };
  const way = part?.role === 'step' ? speech.word(`way-${part.value}`) : undefined;
  if (way !== undefined) return { form: 'hintWalk', move: way };
  const button = part?.role === 'word' ? speech.word(`word-${part.value}`) : undefined;
  if (button !== undefined && !more) return { form: 'hintButton', move: button };
  if (part?.role === 'to' && part.place !== undefined && !more) return { form: 'hintTo', move: part.value };
  const path = step && speech.told?.(step);
  if (path) return { form: 'hintPath', move: path };
  if (speech.inWords && step?.narration.length) {
    const told = step.narration.map((text) => sentence(said(text, speech.strings, speech.names))).join(' ');
    return { form: 'hintWords', move: told.replace(/\.$/, '') };
  }
  return { form: 'hintMove', move: step?.text ?? '' };
}

/** What to do, as one sentence. */
export function advice(line: AnalysisLine, speech: Speech): string {
  const { form, move } = named(line, speech);
  return form === 'hintDo' ? sentence(move) : ti(form, { move });
}

/** The chance or the points with the move, to the player whose hint it is; nothing where the result is forced. */
function worth(value: ValueView, seat: number): string[] {
  if (value.points !== undefined) return [ti('hintPoints', { n: number(value.points, 1) })];
  const chance = value.chances[seat - 1];
  if (chance === undefined || (isProven(value) && (chance === 0 || chance === 1))) return [];
  return [ti('hintChance', { percent: percent(chance, isProven(value)) })];
}

/** What the move is for, sentence by sentence. */
export const purpose = (hint: HintView, seat: number, told: (text: TextView) => string): string[] => [
  ...worth(hint.line.value, seat),
  ...hint.why.filter(({ key }) => PURPOSES.has(key)).map(told),
];

/** Whether the next best choice is called as good: then neither of the two is "the better one". */
export function isNear({ line, runner_up: other }: Pick<HintView, 'line' | 'runner_up'>, seat: number): boolean {
  if (!other) return false;
  const { points } = other.value;
  if (points !== undefined && line.value.points !== undefined) return line.value.points - points < EQUAL_POINTS;
  return (line.value.chances[seat - 1] ?? 0) - (other.value.chances[seat - 1] ?? 0) < EQUAL;
}

/** The next best choice and what it is worth; whether there is another choice at all only the program knows. */
export function comparison(hint: HintView, seat: number, speech: Speech): string {
  const { line, runner_up: other, why } = hint;
  if (!other) return why.some(({ key }) => key === 'insight-only') ? ti('hintOnly') : '';
  const { form, move: name } = named(other, speech);
  const move = form === 'hintButton' ? ti('hintQuoted', { name }) : name;
  const { points } = other.value;
  if (points !== undefined && line.value.points !== undefined)
    return ti(isNear(hint, seat) ? 'hintNearPoints' : 'hintNextPoints', {
      move,
      n: number(points, 1),
    });
  const chance = other.value.chances[seat - 1] ?? 0;
  if (isProven(other.value) && chance === 0) return ti('hintNextLoses', { move });
  return ti(isNear(hint, seat) ? 'hintNear' : 'hintNext', { move, percent: percent(chance, isProven(other.value)) });
}
