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

export const deWords: Record<string, string> = {
  red: 'rot',
  orange: 'orange',
  green: 'grün',
  blue: 'blau',
  purple: 'lila',
  'two players': 'zwei Spieler',
  'three players': 'drei Spieler',
  'four players': 'vier Spieler',
  'five players': 'fünf Spieler',
  'with the opening ritual': 'mit Eröffnungsritual',
  'a short game': 'ein kurzes Spiel',
};

export const deSays: Record<string, string> = {
  'breadcrumbs-stays': 'die Figur steht schon auf {to}, und sie muss ziehen',
  'breadcrumbs-too-far': 'von {from} nach {to} ist mehr als ein Schritt',
  'breadcrumbs-not-lowest':
    'von {from} nach {to} ist schräg, das darf nur, wer am wenigsten Punkte hat: du hast {score}, {other} hat {less}',
  'breadcrumbs-tied':
    'von {from} nach {to} ist schräg, das darf nur, wer allein am wenigsten Punkte hat: {other} hat auch {score}',
  'breadcrumbs-no-ritual':
    'dieses Spiel wird ohne Ritual gespielt: es gibt keine Zahlen zu nennen und keine Buchstaben zu wählen',
  'breadcrumbs-name-now': 'zuerst nennt jeder Platz eine Zahl von 1 bis 5',
  'breadcrumbs-named-past': 'Zahlen werden nur vor dem Auslegen genannt',
  'breadcrumbs-take-now': 'zuerst wählt jeder Platz einen Buchstaben',
  'breadcrumbs-taken-past': 'Buchstaben werden nur vor dem ersten Zug gewählt',
  'breadcrumbs-no-number': '{number} ist keine Zahl von 1 bis 5',
  'breadcrumbs-named': 'Platz {seat} hat schon {number} genannt',
  'breadcrumbs-not-in-play': '{letter} spielt bei {seats} Plätzen nicht mit',
  'breadcrumbs-taken': 'Platz {seat} hat {letter} schon gewählt',
  'breadcrumbs-tile-twice': 'das Plättchen {tile} ist doppelt ausgelegt',
  'breadcrumbs-names': 'Platz {seat} nennt {number}',
  'breadcrumbs-dealt': 'die Plättchen liegen: Plättchen A ist {tile}',
  'breadcrumbs-closest': 'Buchstaben werden in dieser Reihenfolge gewählt, wer {value} am nächsten ist zuerst: {seats}',
  'breadcrumbs-takes': 'Platz {seat} ist {letter}, {colour}, und beginnt auf {square}',
  'breadcrumbs-diagonal': '{letter} hat allein am wenigsten Punkte und zieht schräg',
  'breadcrumbs-places': '{letter} zieht nach {to} und legt einen Chip auf {tile}',
  'breadcrumbs-removes': '{letter} zieht nach {to} und nimmt den Chip von {tile}',
  'breadcrumbs-scores': 'die Punkte sind jetzt {scores}',
  'breadcrumbs-same-scores': 'die Punkte bleiben gleich',
  'breadcrumbs-meet': '{letter} trifft {others} auf {to}, und das Spiel ist aus: {chips}',
  'breadcrumbs-passes':
    '{letter} trifft {others} auf {to}, aber das Spiel geht weiter, denn beide brauchen {need}: {chips}',
  'breadcrumbs-third': 'dieselbe Stellung zum dritten Mal ist ein Remis',
  'breadcrumbs-capped': 'jeder hatte {turns} Züge, und das Spiel ist aus',
  'breadcrumbs-wins': '{letter}, Platz {seat}, gewinnt mit {score}',
  'breadcrumbs-drawn': '{letters} haben gleich viele Punkte, also ist das Spiel für alle ein Remis',
  'breadcrumbs-position': '{reason}',
  'option-ritual':
    'Vor dem Auslegen nennen die Plätze Zahlen; wer Plättchen A am nächsten ist, wählt zuerst einen Buchstaben.',
  'option-end_chips': 'Wie viele Chips beide auf dem Brett brauchen, damit ein Treffen das Spiel beendet.',
  'option-repetition': 'Dieselbe Stellung zum dritten Mal, mit demselben am Zug, ist ein Remis.',
  'option-turn_cap': 'Nach so vielen Zügen jedes Spielers endet das Spiel und wird gewertet.',
};
