import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Breadcrumbs',
    de: 'Breadcrumbs',
  },
  goal: {
    en: 'Have the most points at the end. Every step lays a chip that pays as long as it lies there. When two pawns meet and both players have enough chips, the game ends.',
    de: 'Habe am Ende die meisten Punkte. Jeder Schritt legt einen Chip, der zahlt, solange er liegt. Treffen sich zwei Figuren und haben beide Spieler genug Chips, endet das Spiel.',
  },
  goalHere: {
    en: 'Have the most points at the end. Every step lays a chip that pays as long as it lies there. When two pawns meet and both players have at least {n} chips, the game ends.',
    de: 'Habe am Ende die meisten Punkte. Jeder Schritt legt einen Chip, der zahlt, solange er liegt. Treffen sich zwei Figuren und haben beide Spieler mindestens {n} Chips, endet das Spiel.',
  },
  signs: {
    en: 'What a step does',
    de: 'Was ein Schritt bewirkt',
  },
  minutes: 20,
  // With four, games end by meetings; with two strong players most are decided by the last turn.
  quick: { spec: 'breadcrumbs:seats=4', bots: 3 },
};
