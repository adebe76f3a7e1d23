// Whether the server answers. A request without an answer says no; until one is answered again, the health of the server is
// asked for every few seconds, so that pages can load what they could not.

import { onAnswer } from '../link/api';

const PAUSE_MS = 3000;

class Connection {
  /** Whether the last request was answered. */
  up = $state(true);
  /** How often the server came back: pages that depend on it load again. */
  returned = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  lost(): void {
    this.up = false;
    this.#timer ??= setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  found(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.up) this.returned += 1;
    this.up = true;
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    const answer = await fetch('/api/games', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (answer?.ok) this.found();
    else this.lost();
  }
}

export const connection = new Connection();
onAnswer((answered) => (answered ? connection.found() : connection.lost()));
