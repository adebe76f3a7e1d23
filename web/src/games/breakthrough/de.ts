import type { en } from './en';

export const de: Record<keyof typeof en, string> = {
  'seat-1': 'Weiß, beginnt',
  'seat-2': 'Schwarz',
  white: 'Weiß',
  black: 'Schwarz',
  board: 'Brett, {size}',
  men: '{n} Stein|{n} Steine',
  race: 'Das Rennen',
  toGo: 'noch {n} Schritt|noch {n} Schritte',
  through: 'ist durch',
  row: 'Reihe {row}',
  empty: 'leer',
  'word-swap': 'Farben tauschen',
  'ask-from': 'wähle einen deiner Steine',
  'ask-to': 'wähle, wohin er zieht',
  'ask-word': 'antworte oder tausche die Farben',
  'option-columns': 'Spalten',
  'option-rows': 'Reihen',
  'option-swap': 'Tauschregel',
};
