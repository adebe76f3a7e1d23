import type { GameCard } from '../card';
import Art from './Art.svelte';

export const card: GameCard = {
  Art,
  title: {
    en: 'Snipe Hunt',
    de: 'Schnepfenjagd',
  },
  about: {
    en: 'One Snipe lifts crumbs in a forest that turns; who catches it becomes the Snipe.',
    de: 'Eine Schnepfe sammelt Krümel im Wald, der sich dreht; wer sie fängt, wird die Schnepfe.',
  },
  goal: {
    en: 'Have the most crumbs when the last one is lifted. Only the Snipe lifts crumbs; a hunter who catches it takes half of them and becomes the Snipe.',
    de: 'Habe die meisten Krümel, wenn der letzte aufgehoben ist. Nur die Schnepfe hebt Krümel auf; ein Jäger, der sie fängt, nimmt die Hälfte und wird selbst zur Schnepfe.',
  },
  facts: {
    en: '2–7 players · 30 minutes',
    de: '2–7 Spieler · 30 Minuten',
  },
  quick: { spec: 'snipe:seats=3,forest=4x4', bots: 2 },
};
