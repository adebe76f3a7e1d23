// What luck and choices did to a game of two, in words: which of them decided it, and how luck was to a player.

import type { ReviewView } from '../wire.gen';
import type { InsightKey } from './text';

/** Less than this in a turn is neither good nor bad luck. */
const EVEN = 0.0005;

export const luckTone = (perTurn: number): InsightKey =>
  Math.abs(perTurn) < EVEN ? 'luckEven' : perTurn > 0 ? 'luckHelped' : 'luckHurt';

/**
 * Which of the two carried the winner: the difference that luck made between the two players, against the one of their choices.
 * Nothing where no one has won.
 */
export function whatDecided({ steps, players }: Pick<ReviewView, 'steps' | 'players'>): InsightKey | undefined {
  const [winner, loser] = [1, 0].map((chance) =>
    players.find(({ seat }) => steps.at(-1)?.value.chances[seat - 1] === chance),
  );
  if (!winner || !loser || players.length !== 2) return undefined;
  // What luck gives one of the two it takes from the other.
  const luck = (winner.luck - loser.luck) / 2;
  const choices = winner.skill - loser.skill;
  if (luck <= 0) return 'choicesDecided';
  if (choices <= 0) return 'luckDecided';
  return luck > 2 * choices ? 'luckDecided' : choices > 2 * luck ? 'choicesDecided' : 'bothDecided';
}
