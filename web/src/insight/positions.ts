// Positions after events, from the server. It plays at most 200 events in one request, so a long game is cut into pieces that
// begin at a position already known.

import { api } from '../link/api';
import type { PlayedEvent, StudyView } from '../wire.gen';

const MOST_EVENTS = 200;
const PIECE = 150;
const MAX_CACHED = 128;

/** A position and the events to play on it: what requests begin with. */
export interface Base {
  spec: string;
  position?: string | undefined;
  events: PlayedEvent[];
}

type Load = (base: Base) => Promise<StudyView>;
const fromServer: Load = ({ spec, position, events }) => api.position(spec, position, events);

export class Positions {
  #cache = new Map<string, Promise<StudyView>>();

  constructor(
    readonly spec: string,
    readonly start: string | undefined,
    readonly load: Load = fromServer,
  ) {}

  /** What a request about the position after these events begins with. */
  async base(events: PlayedEvent[]): Promise<Base> {
    if (events.length <= MOST_EVENTS) return { spec: this.spec, position: this.start, events };
    const at = Math.floor((events.length - 1) / PIECE) * PIECE;
    const { position } = await this.at(events.slice(0, at));
    return { spec: this.spec, position: position.text, events: events.slice(at) };
  }

  at(events: PlayedEvent[]): Promise<StudyView> {
    const key = JSON.stringify(events);
    const known = this.#cache.get(key);
    if (known) return known;
    const found = this.base(events).then(this.load);
    this.#cache.set(key, found);
    // A failure is not kept: the next request may succeed.
    found.catch(() => this.#cache.delete(key));
    const oldest = this.#cache.keys().next().value;
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    return found;
  }
}

/** The events of the first moves of a line. */
export const lineEvents = (steps: readonly { seat: number; text: string }[], count: number): PlayedEvent[] =>
  steps.slice(0, count).map(({ seat, text }) => ({ seats: [seat], texts: [text] }));
