// The state of a table page: the latest view, the event log, and the pending request. A request without an answer is
// repeated with the same key and version, so that it is never carried out twice nor in another position.

import { ApiError, Offline, randomKey } from '../link/api';
import type { TableLink } from '../link/link';
import { messageOf } from './errors';
import type { ChatLine, EventView, RefusalView, Request, Submission, TableView } from '../wire.gen';

const RETRY_MS = 1500;

export interface Problem {
  text: string;
  refusal?: RefusalView | undefined;
}

export class TableState {
  view: TableView | undefined = $state.raw();
  events: EventView[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  online = $state(true);
  /** The seats whose people are here now; not known before the server has said so. */
  here: number[] | undefined = $state.raw();
  /** The request that was sent and is not answered yet. */
  pending: Submission | undefined = $state.raw();
  /** The pending request got no answer because the connection is lost; it is retried. */
  unsent = $state(false);
  /** A retried request that was refused because the position had changed. */
  outdated: Submission | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  /** The table does not exist. */
  gone: string | undefined = $state();
  /** Server time minus the time of this device, in milliseconds. */
  skew = $state(0);
  readonly link: TableLink;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: TableLink) {
    this.link = link;
  }

  open(): () => void {
    const stop = this.link.open({
      update: ({ state, events, chat, reset, now }) => {
        if (!reset && this.view && state.version < this.view.version) return;
        this.view = state;
        this.skew = now - Date.now();
        const known = reset ? 0 : (this.events.at(-1)?.version ?? 0);
        const fresh = events.filter((event) => event.version > known);
        if (reset || fresh.length) this.events = reset ? events : [...this.events, ...fresh];
        if (reset || chat.length) this.chat = reset ? chat : [...this.chat, ...chat];
      },
      line: (open) => {
        this.online = open;
        if (open && this.unsent) void this.#send();
      },
      presence: (here) => (this.here = here),
      gone: (reason) => (this.gone = reason),
    });
    return () => {
      clearTimeout(this.#timer);
      stop();
    };
  }

  get status(): 'saved' | 'sending' | 'reconnecting' {
    return !this.online || this.unsent ? 'reconnecting' : this.pending ? 'sending' : 'saved';
  }

  /** Sends a request of a seat. Only one at a time: the next one depends on the result. */
  async ask(seat: number, request: Request): Promise<boolean> {
    if (!this.view || this.pending) return false;
    const you = this.view.you.find((mine) => mine.seat === seat);
    const sealed = request.do === 'act' && this.view.round !== undefined;
    this.problem = undefined;
    this.outdated = undefined;
    this.pending = {
      seat,
      version: this.view.version,
      key: randomKey(),
      request,
      ...(sealed && you ? { attempt: you.attempt } : {}),
    };
    return this.#send();
  }

  async #send(): Promise<boolean> {
    const submission = this.pending;
    if (!submission) return false;
    clearTimeout(this.#timer);
    try {
      await this.link.submit(submission);
      this.#answered(submission);
      return true;
    } catch (error) {
      if (error instanceof Offline) {
        this.unsent = true;
        this.#timer = setTimeout(() => void this.#send(), RETRY_MS);
        return false;
      }
      const retried = this.unsent;
      this.#answered(submission);
      const stale = error instanceof ApiError && error.refusal?.kind === 'stale';
      if (stale && retried) this.outdated = submission;
      else
        this.problem = {
          text: messageOf(error),
          refusal: error instanceof ApiError ? error.refusal : undefined,
        };
      return false;
    }
  }

  #answered(submission: Submission): void {
    if (this.pending === submission) this.pending = undefined;
    this.unsent = false;
  }

  /** Loads the whole log; the first update brings only its newest part. */
  async loadEarlier(): Promise<void> {
    try {
      const events = await this.link.earlier();
      const last = events.at(-1)?.version ?? 0;
      this.events = [...events, ...this.events.filter((event) => event.version > last)];
    } catch (error) {
      this.problem = { text: messageOf(error) };
    }
  }

  async say(text: string): Promise<boolean> {
    try {
      await this.link.say(text);
      return true;
    } catch (error) {
      this.problem = { text: messageOf(error) };
      return false;
    }
  }
}
