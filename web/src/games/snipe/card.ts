import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Snipe Hunt',
    de: 'Schnepfenjagd',
  },
  goal: {
    en: 'Have the most crumbs when the last one is lifted. Only the Snipe lifts crumbs; a hunter who catches it takes half of them and becomes the Snipe.',
    de: 'Habe die meisten Krümel, wenn der letzte aufgehoben ist. Nur die Schnepfe hebt Krümel auf; ein Jäger, der sie fängt, nimmt die Hälfte und wird selbst zur Schnepfe.',
  },
  minutes: 35,
  quick: { spec: 'snipe:seats=3,forest=4x4', bots: 2 },
};
