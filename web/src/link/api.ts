// The server's HTTP interface, as far as the app uses it. Everything thrown here is an `ApiError` or `Offline`.

import { saveCodes } from '../lib/table-storage';
import type { ClockRule, EventView, RefusalView, ReplayView, StudyView, TableView, TextView } from '../lib/view';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly refusal?: RefusalView,
  ) {
    super(text);
  }
}

/** No answer came: whether the request was carried out is not known. */
export class Offline extends Error {}

async function call(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { credentials: 'same-origin', ...init });
  } catch {
    throw new Offline('no connection');
  }
  if (response.ok) return response;
  // What stands between the app and a stopped server answers for it.
  if (response.status === 502 || response.status === 503 || response.status === 504) throw new Offline('no connection');
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code: string; text: string; refusal?: RefusalView };
  };
  throw new ApiError(
    response.status,
    body.error?.code ?? 'unknown',
    body.error?.text ?? response.statusText,
    body.error?.refusal,
  );
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await call(path, init);
  return (await response.json().catch(() => {
    throw new Offline('the answer broke off');
  })) as T;
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export interface OptionInfo {
  name: string;
  kind:
    | { type: 'flag' }
    | { type: 'int'; min: number; max: number }
    | { type: 'choice'; choices: string[] }
    | { type: 'form'; expected: string; examples: string[] };
  default: string;
  ruling: string;
  meaning: string;
}

export interface GameInfo {
  id: string;
  name: string;
  summary: string;
  credit: string;
  seats: { min: number; max: number; default: number };
  rules_version: number;
  options: OptionInfo[];
  presets: { name: string; spec: string }[];
  /** The five bots, the kindest first. */
  levels: { name: string; about: string }[];
}

export interface ChatLine {
  number: number;
  at: number;
  seat: number;
  name: string;
  text: string;
}

export interface TableMessage {
  id: string;
  link: string;
  listed: boolean;
  host: boolean;
  tag: string;
  now: number;
  chat: ChatLine[];
  state: TableView;
  events?: EventView[];
}

export interface TableRow {
  id: string;
  link: string;
  game: string;
  spec: string;
  status: string;
  updated: number;
  awaited: number[];
  seats: { seat: number; kind: 'open' | 'kept' | 'person' | 'bot'; name: string | null }[];
}

export type Request =
  | { do: 'act'; text: string }
  | { do: 'undo' | 'ask-take-back' | 'offer-draw' | 'resign' | 'release' | 'rematch' }
  | { do: 'answer'; offer: number; yes: boolean }
  | { do: 'claim'; name: string; entropy?: string }
  | { do: 'appoint'; level: string }
  | { do: 'rename'; name: string };

export interface Submission {
  seat: number;
  version: number;
  attempt?: number;
  key: string;
  request: Request;
}

export interface NewTable {
  spec?: string;
  seats?: string[];
  name?: string;
  names?: (string | null)[];
  listed?: boolean;
  clock?: ClockRule;
  start?: string;
  record?: string;
  to?: number;
}

/** One event to be played on a position: choices of seats, or what chance gave. */
export interface Made {
  seats?: number[];
  texts: string[];
}

export interface RecordRead {
  spec: string;
  names: { seat: number; name: string }[];
  result: string | null;
  start: string;
  steps: { texts: string[]; told: TextView[]; touched: string[]; position: string }[];
  text: string;
}

interface Recovery {
  recovery?: { seat: number; code: string }[];
}

/** What came of checking a record's dice. */
export interface Verdict {
  agrees: boolean;
  commit?: string;
  seed?: string | null;
  entropy?: { seat: number; bytes: string }[];
  events?: number;
  /** Events that were played elsewhere and not drawn by these dice. */
  given?: number;
  draws?: number;
  line?: number | null;
  reason?: string;
}

export const api = {
  games: async () => (await json<{ games: GameInfo[] }>('/games')).games,
  rules: async (game: string, language: string) => (await call(`/games/${game}/rules?lang=${language}`)).text(),
  tables: async (ids?: string[]) =>
    (await json<{ tables: TableRow[] }>(`/tables${ids ? `?ids=${ids.join(',')}` : ''}`)).tables,
  create: async (wanted: NewTable) => {
    const { table, recovery } = await json<{ table: TableMessage } & Recovery>('/tables', post(wanted));
    saveCodes(table.id, recovery);
    return table;
  },
  table: (id: string, since: number, wait?: { tag: string; seconds: number }) =>
    json<TableMessage>(`/tables/${id}?since=${since}${wait ? `&tag=${wait.tag}&wait=${wait.seconds}` : ''}`),
  submit: async (id: string, submission: Submission) => {
    const answer = await json<{ receipt: { version: number }; table: TableMessage } & Recovery>(
      `/tables/${id}/requests`,
      post(submission),
    );
    saveCodes(id, answer.recovery);
    return answer;
  },
  recover: async (id: string, code: string) => {
    const answer = await json<{ table: TableMessage } & Recovery>(`/tables/${id}/recover`, post({ code }));
    saveCodes(id, answer.recovery);
    return answer.table;
  },
  say: (id: string, text: string, key: string) => json(`/tables/${id}/chat`, post({ text, key })),
  replay: (id: string, step: number) => json<ReplayView>(`/tables/${id}/replay/${step}`),
  events: async (id: string) => (await json<{ events: EventView[] }>(`/tables/${id}/events`)).events,
  record: async (id: string) => (await call(`/tables/${id}/record`)).text(),
  verify: (record: string) =>
    json<Verdict>('/verify', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: record }),
  read: (record: string) =>
    json<RecordRead>('/records', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: record }),
  position: (spec: string, position?: string, events: Made[] = []) =>
    json<StudyView>(
      '/position',
      post({ spec, ...(position === undefined ? {} : { position }), ...(events.length ? { events } : {}) }),
    ),
};

/** A word nobody else will choose; works without a secure context. */
export function randomKey(bytes = 12): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
