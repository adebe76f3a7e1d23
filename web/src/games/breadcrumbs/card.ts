import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Breadcrumbs',
    de: 'Breadcrumbs',
  },
  goal: {
    en: 'Have the most points when the game ends: every chip that lies on a tile earns them. You end it by meeting a rival, once both of you have enough chips on the board.',
    de: 'Habe die meisten Punkte, wenn das Spiel endet: jeder Chip auf einem Plättchen bringt welche. Du beendest es, indem du einen Gegner triffst, sobald ihr beide genug Chips auf dem Brett habt.',
  },
  minutes: 15,
  // With four, games end by meetings; with two strong players most are decided by the last turn.
  quick: { spec: 'breadcrumbs:seats=4', bots: 3 },
};
