import type { en } from './en';

export const de: Record<keyof typeof en, string> = {
  red: 'rot',
  orange: 'orange',
  green: 'grün',
  blue: 'blau',
  purple: 'lila',
  board: 'Plättchen, fünf mal fünf',
  undealt: 'Die Plättchen liegen noch nicht',
  pawnOf: 'Figur {letter}',
  chipsOf: 'Chips {letters}',
  scores: 'Punkte',
  chipCount: '{chips}/{need} Chips',
  mayGoDiagonally: 'Allein am wenigsten Punkte: darf auch schräg ziehen',
  'ask-to': 'wähle das Plättchen, auf das du gehst',
  'ask-number': 'nenne eine Zahl',
  'ask-letter': 'wähle, wo du beginnst',
  'option-ritual': 'Eröffnungsritual',
  'option-end_chips': 'Chips zum Spielende',
  'option-repetition': 'Remis durch Wiederholung',
  'option-turn_cap': 'Höchstens so viele Züge',
};
