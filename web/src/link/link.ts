// The one interface between the table page and a table, wherever that is: behind a server now, in the browser later.

import type { ChatLine, EventView, ReplayView, Submission, TableView, TurnRow } from '../wire.gen';

export interface Update {
  state: TableView;
  /** Events after those already sent; all of them if `reset`. */
  events: EventView[];
  chat: ChatLine[];
  reset: boolean;
  /** The table's clock when this was sent, in milliseconds since 1970. */
  now: number;
}

export interface Listener {
  update: (update: Update) => void;
  /** Whether the connection is open. */
  line: (open: boolean) => void;
  /** The seats whose people are here now. Never called where that is not known. */
  presence?: (here: number[]) => void;
  /** The table does not exist, or no longer. */
  gone: (reason: string) => void;
}

export interface TableLink {
  /** The address to share; `undefined` for a table that no one else can reach. */
  readonly share: string | undefined;
  /** Starts to listen; gives back how to stop. */
  open(listener: Listener): () => void;
  /** Resolves once it is committed. Throws `Offline` if the result is unknown, and `ApiError` if it was refused. */
  submit(submission: Submission): Promise<void>;
  say(text: string): Promise<void>;
  /** All events: the first update brings only the newest. */
  earlier(): Promise<EventView[]>;
  replay(step: number): Promise<ReplayView>;
  /** The positions after more than `after` events of the game, up to `to`. */
  frames(after: number, to: number): Promise<ReplayView[]>;
  /** The score that a player alone could have reached; nothing if it is not known. */
  bound(): Promise<number | null>;
  /** The turns of the game, with the scores after each. */
  course(): Promise<TurnRow[]>;
}
