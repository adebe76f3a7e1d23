// The games of the app. Each is loaded when it is needed: a player of one does not wait for the others.

import type { GameModule } from './module';

export const GAMES = ['breakthrough', 'breadcrumbs', 'snipe', 'breadwinner', 'traxx'] as const;
export type GameId = (typeof GAMES)[number];
export const isGame = (id: string): id is GameId => (GAMES as readonly string[]).includes(id);

const LOADERS: Record<GameId, () => Promise<{ game: unknown }>> = {
  breakthrough: () => import('./breakthrough'),
  breadcrumbs: () => import('./breadcrumbs'),
  snipe: () => import('./snipe'),
  breadwinner: () => import('./breadwinner'),
  traxx: () => import('./traxx'),
};

/** Loads a game. Its board type is its own affair: what `read` gives is what its other parts take. */
export async function loadGame(id: GameId): Promise<GameModule> {
  return (await LOADERS[id]()).game as GameModule;
}
