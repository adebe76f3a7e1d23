import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Breakthrough',
    de: 'Breakthrough',
  },
  goal: {
    en: 'Reach the far row with one of your men, or take all of your rival’s.',
    de: 'Erreiche mit einem deiner Steine die gegnerische Grundreihe, oder schlage alle Steine des Gegners.',
  },
  minutes: 15,
  quick: { spec: 'breakthrough', bots: 1 },
};
