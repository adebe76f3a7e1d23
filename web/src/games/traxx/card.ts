import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Träxx',
    de: 'Träxx',
  },
  goal: {
    en: 'Have the most points after fifteen cards: numbers on your path pay, fields not reached cost.',
    de: 'Habe nach fünfzehn Karten die meisten Punkte: Zahlen auf deinem Weg zählen, nicht erreichte Felder kosten.',
  },
  minutes: 10,
  quick: { spec: 'traxx', bots: 1 },
};
