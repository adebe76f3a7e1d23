import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Breadwinner',
    de: 'Breadwinner',
  },
  goal: {
    en: 'Own all twelve loaves. Drones plant crops, Harvesters bring them home to your Delivery: each pays as many loaves as its chip says, from the middle first and then from your rival.',
    de: 'Besitze alle zwölf Brote. Drohnen säen, Ernter bringen die Ernte heim auf deine Ablieferung: jede bringt so viele Brote, wie auf ihrem Chip steht, erst aus der Mitte und dann vom Gegner.',
  },
  minutes: 30,
  quick: { spec: 'breadwinner', bots: 1 },
};
