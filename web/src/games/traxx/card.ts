import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Träxx',
    de: 'Träxx',
  },
  about: {
    en: 'Draw one long path over a board of colours: numbers pay, missed fields cost.',
    de: 'Zeichne einen langen Weg über bunte Felder: Zahlen bringen Punkte, verfehlte Felder kosten.',
  },
  goal: {
    en: 'Have the most points after fifteen cards: numbers on your path pay, empty fields cost.',
    de: 'Habe nach fünfzehn Karten die meisten Punkte: Zahlen auf deinem Weg zählen, leere Felder kosten.',
  },
  facts: {
    en: '1–4 players · 20 minutes',
    de: '1–4 Spieler · 20 Minuten',
  },
  quick: { spec: 'traxx', bots: 1 },
};
