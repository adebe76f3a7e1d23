import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Breakthrough',
    de: 'Breakthrough',
  },
  about: {
    en: 'Bring one man to the other side of the board before your rival does.',
    de: 'Bringe einen Stein vor deinem Gegner auf die andere Seite.',
  },
  goal: {
    en: 'Reach the far row with one of your men, or take all of your rival’s.',
    de: 'Erreiche mit einem deiner Steine die gegnerische Grundreihe, oder schlage alle Steine des Gegners.',
  },
  facts: {
    en: '2 players · 15 minutes',
    de: '2 Spieler · 15 Minuten',
  },
  quick: { spec: 'breakthrough', bots: 1 },
};
