import type { en } from './en';

export const de: Record<keyof typeof en, string> = {
  'seat-1': 'Weiß, beginnt',
  'seat-2': 'Schwarz',
  white: 'Weiß',
  black: 'Schwarz',
  board: 'Brett, {size}',
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

export const deWords: Record<string, string> = {
  White: 'Weiß',
  Black: 'Schwarz',
  '7×7, the original of 2000': '7×7, das Original von 2000',
};

export const deSays: Record<string, string> = {
  'breakthrough-empty': 'auf {from} steht kein Stein',
  'breakthrough-not-yours': 'der Stein auf {from} gehört dem Gegner',
  'breakthrough-too-far': 'von {from} nach {to} ist kein Schritt nach vorn, gerade oder schräg',
  'breakthrough-straight': '{to} ist besetzt, und ein gerader Schritt braucht ein leeres Feld',
  'breakthrough-own-man': 'auf {to} steht ein eigener Stein',
  'breakthrough-swap-now': 'getauscht wird nur als Antwort auf den ersten Zug von Weiß',
  'breakthrough-swap-off': 'dieses Spiel wird ohne die Tauschregel gespielt',
  'breakthrough-steps': '{side} zieht {from}-{to}',
  'breakthrough-takes': '{side} schlägt auf {to}, von {from}',
  'breakthrough-reaches': '{side} erreicht die letzte Reihe und gewinnt',
  'breakthrough-clears': '{side} hat den letzten Stein geschlagen und gewinnt',
  'breakthrough-swaps': 'Platz {seat} tauscht die Farben',
  'breakthrough-position': '{reason}',
  'option-columns': 'Wie viele Spalten das Brett hat.',
  'option-rows': 'Wie viele Reihen das Brett hat.',
  'option-swap': 'Nach dem ersten Zug von Weiß darf Platz 2 die Farben tauschen.',
};
