import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Breakthrough',
    de: 'Breakthrough',
  },
  goal: {
    en: 'Reach the far row with one of your men, or take all of your rival’s. A man goes one square forward, straight or diagonally; it takes only diagonally.',
    de: 'Erreiche mit einem deiner Steine die gegnerische Grundreihe, oder schlage alle Steine des Gegners. Ein Stein zieht ein Feld vorwärts, gerade oder schräg; er schlägt nur schräg.',
  },
  signs: {
    en: 'How a man goes',
    de: 'Wie ein Stein zieht',
  },
  minutes: 20,
  quick: { spec: 'breakthrough', bots: 1 },
};
