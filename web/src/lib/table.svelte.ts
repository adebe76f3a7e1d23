// A table as the page shows it: the newest state, everything that happened, and what this browser has asked for and
// does not yet know the answer to. An unsent request stays until it is answered: it is repeated under its key with
// the version it was made for, so it is never played twice and never played into another position.

import { ApiError, Offline, randomKey, type ChatLine, type Request, type Submission } from '../link/api';
import type { TableLink } from '../link/link';
import type { EventView, RefusalView, TableView } from './view';

const RETRY = 1500;

export interface Problem {
  text: string;
  refusal?: RefusalView | undefined;
}

export class TableState {
  view: TableView | undefined = $state.raw();
  events: EventView[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  online = $state(true);
  /** Asked for and not answered. */
  pending: Submission | undefined = $state.raw();
  /** The answer to the pending request is overdue because the line is down. */
  unsent = $state(false);
  /** A request that came too late: the position had changed. */
  outdated: Submission | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  gone: string | undefined = $state();
  /** What the table's clock is ahead of this device's. */
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

  /** Asks for something in a seat's name. One request at a time: what follows is meant for what came of it. */
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
        this.#timer = setTimeout(() => void this.#send(), RETRY);
        return false;
      }
      const late = this.unsent;
      this.#answered(submission);
      const stale = error instanceof ApiError && error.refusal?.kind === 'stale';
      if (stale && late) this.outdated = submission;
      else
        this.problem = {
          text: String(error instanceof Error ? error.message : error),
          refusal: error instanceof ApiError ? error.refusal : undefined,
        };
      return false;
    }
  }

  #answered(submission: Submission): void {
    if (this.pending === submission) this.pending = undefined;
    this.unsent = false;
  }

  /** The log before what was told at first. */
  async tellAll(): Promise<void> {
    try {
      const events = await this.link.earlier();
      const last = events.at(-1)?.version ?? 0;
      this.events = [...events, ...this.events.filter((event) => event.version > last)];
    } catch (error) {
      this.problem = { text: String(error instanceof Error ? error.message : error) };
    }
  }

  async say(text: string): Promise<boolean> {
    try {
      await this.link.say(text);
      return true;
    } catch (error) {
      this.problem = { text: String(error instanceof Error ? error.message : error) };
      return false;
    }
  }
}
