// The server's HTTP interface, as far as the app uses it. Everything thrown here is an `ApiError` or `Offline`.

import { saveCodes } from '../lib/table-storage';
import type {
  BoundView,
  CourseView,
  ErrorBody,
  EventsView,
  FramesView,
  GameList,
  Joined,
  MyStatistics,
  MyTables,
  NewTable,
  PlayedEvent,
  PositionRequest,
  RecordRead,
  RefusalView,
  ReplayView,
  StudyView,
  Submission,
  Submitted,
  TableList,
  TableMessage,
  Verdict,
} from '../wire.gen';

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

/** The server has too much to do just now; nothing was carried out. */
export class Busy extends Offline {}

let report: (answered: boolean) => void = () => {};
/** Says who is told of every request whether the server answered. */
export const onAnswer = (told: (answered: boolean) => void): void => void (report = told);

export async function call(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { credentials: 'same-origin', ...init });
  } catch (error) {
    // The page itself no longer wants the answer.
    if (init?.signal?.aborted) throw error;
    report(false);
    throw new Offline('no connection');
  }
  if (response.ok) {
    report(true);
    return response;
  }
  // What stands between the app and a stopped server answers for it.
  if (response.status === 502 || response.status === 503 || response.status === 504) {
    const { error } = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    report(error?.code === 'busy');
    throw error?.code === 'busy' ? new Busy(error.text) : new Offline('no connection');
  }
  report(true);
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw new ApiError(
    response.status,
    body.error?.code ?? 'unknown',
    body.error?.text ?? response.statusText,
    body.error?.refusal,
  );
}

export async function json<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await call(path, init);
  return (await response.json().catch(() => {
    throw new Offline('the answer broke off');
  })) as T;
}

export const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const api = {
  games: async () => (await json<GameList>('/games')).games,
  rules: async (game: string, language: string) => (await call(`/games/${game}/rules?lang=${language}`)).text(),
  texts: (game: string, language: string) => json<Record<string, string>>(`/games/${game}/texts?lang=${language}`),
  tables: async (ids?: string[]) => (await json<TableList>(`/tables${ids ? `?ids=${ids.join(',')}` : ''}`)).tables,
  mine: (over: boolean, page?: string) =>
    json<MyTables>(`/mine/tables?over=${over}${page === undefined ? '' : `&page=${page}`}`),
  statistics: () => json<MyStatistics>('/mine/statistics'),
  create: async (wanted: NewTable) => {
    const { table, recovery } = await json<Joined>('/tables', post(wanted));
    saveCodes(table.id, recovery);
    return table;
  },
  /** A table with the events after a version, and the lines of chat after those that are here. */
  table: (id: string, since: number, chat = 0) => json<TableMessage>(`/tables/${id}?since=${since}&chat=${chat}`),
  submit: async (id: string, submission: Submission) => {
    const answer = await json<Submitted>(`/tables/${id}/requests`, post(submission));
    saveCodes(id, answer.recovery);
    return answer;
  },
  recover: async (id: string, code: string) => {
    const answer = await json<Joined>(`/tables/${id}/recover`, post({ code }));
    saveCodes(id, answer.recovery);
    return answer.table;
  },
  say: (id: string, text: string, key: string) => json(`/tables/${id}/chat`, post({ text, key })),
  replay: (id: string, step: number) => json<ReplayView>(`/tables/${id}/replay/${step}`),
  frames: async (id: string, after: number, to: number) =>
    (await json<FramesView>(`/tables/${id}/frames?after=${after}&to=${to}`)).frames,
  bound: async (id: string) => (await json<BoundView>(`/tables/${id}/bound`)).bound,
  course: async (id: string) => (await json<CourseView>(`/tables/${id}/course`)).turns,
  events: async (id: string) => (await json<EventsView>(`/tables/${id}/events`)).events,
  record: async (id: string) => (await call(`/tables/${id}/record`)).text(),
  verify: (record: string) =>
    json<Verdict>('/verify', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: record }),
  read: (record: string) =>
    json<RecordRead>('/records', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: record }),
  position: (spec: string, position?: string, events: PlayedEvent[] = [], deal = false, draw?: number) =>
    json<StudyView>('/position', post({ spec, position, events, deal, draw } satisfies PositionRequest)),
};

/** A random word that is used once; works without a secure context. */
export function randomKey(bytes = 12): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
