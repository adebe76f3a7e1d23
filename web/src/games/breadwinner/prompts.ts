// What a player is told to do now, by what the listed moves can do; and what comes after the present phase.

import type { MoveView } from '../../wire.gen';
import type { Board, Phase } from './view';

/** What follows when the player ends this phase: phases in which nothing is left to do are passed over. */
export function wayOn({ phase, seat, sides, tiles, rolled }: Board): Phase | 'turn' {
  const side = sides.find((one) => one.seat === seat);
  if (!side) return 'turn';
  const built = side.factories.some((kind) => kind !== null);
  if (phase === 'map' && built) return 'factories';
  const rolls = phase === 'map' || phase === 'factories';
  if (rolls && rolled.length === 0 && side.pile > 0 && side.factories.some((kind) => kind === null)) return 'build';
  const bots = built || tiles.some((tile) => tile.bots.some((bot) => bot.seat === seat));
  return phase !== 'recall' && bots ? 'recall' : 'turn';
}

/** What brings bread, the nearest to it first. */
const USEFUL = ['unload', 'harvest', 'steal', 'plant'];

/** The key of the prompt: in the map phase it names what can be done at once. */
export function promptFor(board: Board, key: string, moves: readonly MoveView[]): string {
  const can = (role: string, value: (value: string) => boolean) =>
    moves.some(({ parts }) => parts.some((part) => part.role === role && value(part.value)));
  if (key === 'ask-face' && can('face', (face) => face.endsWith('*'))) return 'ask-face-free';
  if (key !== 'ask-bot') return key;
  const useful = board.phase === 'map' ? USEFUL.find((act) => can('action', (value) => value === act)) : undefined;
  if (useful) return `ask-bot-${useful}`;
  if (board.phase === 'map' && can('bot', (bot) => /^Ha\d/.test(bot))) return 'ask-bot-load';
  return `ask-bot-${board.phase}`;
}
