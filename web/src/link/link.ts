// The one interface between the table page and a table, wherever that is: behind a server now, in the browser later.

import type { EventView, ReplayView, TableView } from '../lib/view';
import type { ChatLine, Submission } from './api';

export interface Update {
  state: TableView;
  /** Events after those already told; all of them if `reset`. */
  events: EventView[];
  chat: ChatLine[];
  reset: boolean;
  /** The table's clock when this was sent, in milliseconds since 1970. */
  now: number;
}

export interface Listener {
  update: (update: Update) => void;
  /** Whether the line is open. */
  line: (open: boolean) => void;
  /** The table does not exist, or not any more. */
  gone: (reason: string) => void;
}

export interface TableLink {
  /** The address to share; `undefined` for a table nobody else can reach. */
  readonly share: string | undefined;
  /** Starts to listen; gives back how to stop. */
  open(listener: Listener): () => void;
  /** Resolves once the table has committed it. Throws `Offline` where nobody knows, and `ApiError` where it was refused. */
  submit(submission: Submission): Promise<void>;
  say(text: string): Promise<void>;
  /** Everything that happened: an update brings only the newest of it at first. */
  earlier(): Promise<EventView[]>;
  replay(step: number): Promise<ReplayView>;
}
