// The log in rows: one for each turn of the game, and one for everything else that happens at a table. The program says
// which turn an event belongs to.

import type { EventView, YouView, TextView } from '../wire.gen';
import type { TrailLine } from './trail';

export interface LogStep {
  /** How many events of the game there were after it. */
  step: number;
  texts: string[];
  narration: TextView[];
}

export interface LogRow {
  id: number;
  /** Who acted; no one for chance and for what is no part of the game. */
  seats: number[];
  steps: LogStep[];
  /** Whether it can be looked at: it is part of the game and was not taken back. */
  counts: boolean;
  undone: boolean;
}

type Logged = Pick<EventView, 'version' | 'kind' | 'seats' | 'narration' | 'step' | 'turn'> & {
  texts?: string[] | undefined;
};

/** Longer draws are deals: their sentence says what happened, their notation is for records. */
const LONGEST_DRAW = 16;

const inGame = (event: Pick<Logged, 'kind'>): boolean => event.kind === 'acted' || event.kind === 'drawn';

/** The versions of the events of the game that were taken back later. */
export function undoneIn(events: readonly Logged[]): Set<number> {
  const undone = new Set<number>();
  let line: Logged[] = [];
  for (const event of events) {
    if (inGame(event)) line.push(event);
    else if (event.kind === 'undone' || event.kind === 'taken-back') {
      for (const gone of line) if (gone.step > event.step) undone.add(gone.version);
      line = line.filter((kept) => kept.step <= event.step);
    }
  }
  return undone;
}

/** What the log may tell while the board still plays: nothing after the step that it shows. */
export const toldUntil = <E extends Pick<Logged, 'step'>>(events: readonly E[], step: number): readonly E[] =>
  events.slice(0, events.findLastIndex((event) => event.step <= step) + 1);

export function rowsOf(events: readonly Logged[]): LogRow[] {
  const undone = undoneIn(events);
  const rows: LogRow[] = [];
  // How a table came together is one row, once the game has begun.
  const begun = events.findIndex(({ kind }) => kind === 'started');
  let open: { turn: number | undefined; row: LogRow } | undefined;
  for (const [i, event] of events.entries()) {
    const game = inGame(event);
    const gone = undone.has(event.version);
    const isDeal = event.kind === 'drawn' && (event.texts ?? []).join().length > LONGEST_DRAW;
    const step = { step: event.step, texts: game && !isDeal ? (event.texts ?? []) : [], narration: event.narration };
    const first = rows[0];
    if (first && 0 < i && i <= begun) {
      first.steps.push(step);
      continue;
    }
    if (game && open && open.turn === event.turn && open.row.undone === gone) {
      open.row.steps.push(step);
      open.row.seats = [...new Set([...open.row.seats, ...event.seats])].sort((a, b) => a - b);
      continue;
    }
    const seats = game ? event.seats : [];
    const row: LogRow = { id: event.version, seats, steps: [step], counts: game && !gone, undone: gone };
    rows.push(row);
    open = game ? { turn: event.turn, row } : undefined;
  }
  return rows;
}

/** What was told last in the turn of a step, up to that step: the sentences that are worth a line while the board plays. */
export function toldAt(
  events: readonly Pick<EventView, 'kind' | 'step' | 'turn' | 'narration'>[],
  step: number,
  tells: (text: TextView) => boolean,
): TextView[] {
  const now = events.findLast((event) => inGame(event) && event.step === step);
  const turn = events.filter((event) => inGame(event) && event.turn === now?.turn && event.step <= step);
  const sentences = turn.map(({ narration }) => narration.filter(tells));
  return sentences.findLast((told) => told.length > 0) ?? [];
}

export interface Trail {
  /** The step before the first of these events. */
  since: number;
  /** The others' moves, each with its seat and the places it touched. */
  moves: { seat: number; places: string[] }[];
}

/**
 * What the others did since the last turn of these seats; for a spectator the last turn. `undefined` if nothing.
 */
export function trailOf(events: readonly EventView[], mine: readonly number[]): Trail | undefined {
  const undone = undoneIn(events);
  const played = events.filter((event) => inGame(event) && !undone.has(event.version));
  const isMine = (event: EventView) => event.seats.some((seat) => mine.includes(seat));
  const lastTurn = played.findLast((event) => event.kind === 'acted')?.turn;
  const from =
    mine.length > 0
      ? played.findLastIndex((event) => event.kind === 'acted' && isMine(event)) + 1
      : played.findIndex((event) => event.turn === lastTurn);
  const since = played.slice(Math.max(0, from));
  const others = since.filter((event) => event.kind === 'acted' && !isMine(event));
  const first = since[0];
  if (others.length === 0 || !first) return undefined;
  const moves: Trail['moves'] = [];
  for (const event of others) {
    const seat = event.seats.length === 1 ? event.seats[0] : undefined;
    const places = event.touched ?? [];
    if (seat === undefined) continue;
    const walk = moves.at(-1);
    // The steps of a walk are one line.
    if (walk?.seat === seat && places.length > 1 && walk.places.length > 1 && walk.places.at(-1) === places[0])
      walk.places.push(...places.slice(1));
    else moves.push({ seat, places: [...places] });
  }
  return { since: first.step - 1, moves };
}

/**
 * The own choice of a round that waits for the others, as a line on the own board: it can still be changed, and one wants to see
 * what one has chosen. In the blue of a path that is being drawn.
 */
export function sealedLine(own: Pick<YouView, 'choice' | 'moves'> | undefined): TrailLine[] {
  const move = own?.choice === undefined ? undefined : own.moves.find(({ text }) => text === own.choice);
  const places = move?.parts.flatMap(({ place }) => place ?? []) ?? [];
  return places.length > 1 ? [{ colour: 'blue', places }] : [];
}

/** The step before the others' first move, if these seats have not moved yet: a game that others begin is shown from there. */
export function beginningOf(events: readonly EventView[], mine: readonly number[]): number | undefined {
  const acted = events.filter((event) => event.kind === 'acted');
  const first = acted[0];
  const whole = events[0]?.version === 1;
  if (!first || !whole || mine.length === 0) return undefined;
  return acted.some((event) => event.seats.some((seat) => mine.includes(seat))) ? undefined : first.step - 1;
}
