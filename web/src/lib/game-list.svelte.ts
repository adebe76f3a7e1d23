// The games of the server, in its order. Requested once: the list changes only with the program.

import { api } from '../link/api';
import type { GameInfo } from '../wire.gen';

class GameList {
  all: GameInfo[] = $state.raw([]);
  #request: Promise<GameInfo[]> | undefined;

  /** Loads the list; a failed request is repeated by the next call. */
  load(): Promise<GameInfo[]> {
    this.#request ??= api.games().then(
      (games) => (this.all = games),
      (error: unknown) => {
        this.#request = undefined;
        throw error;
      },
    );
    return this.#request;
  }

  find(id: string): GameInfo | undefined {
    return this.all.find((game) => game.id === id);
  }
}

export const gameList = new GameList();
