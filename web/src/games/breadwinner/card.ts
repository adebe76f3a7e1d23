import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Breadwinner',
    de: 'Breadwinner',
  },
  about: {
    en: 'Roll bots, plant, harvest, and get all the bread before your rival does.',
    de: 'Erwürfle Bots, säe, ernte, und hole alles Brot vor deinem Gegner.',
  },
  facts: {
    en: '2 players · 30 minutes',
    de: '2 Spieler · 30 Minuten',
  },
  quick: { spec: 'breadwinner', bots: 1 },
};
