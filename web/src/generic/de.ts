import type { en } from './en';

export const de: Record<keyof typeof en, string> = {
  board: 'Brett',
  'ask-place': 'wähle ein markiertes Feld',
  'ask-button': 'wähle eine der Schaltflächen',
};
