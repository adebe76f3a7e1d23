// The puzzles that this browser has solved, and the row of days with the daily one. Without storage they last as long as the
// page: nothing else depends on them.

const KEY = 'breadboard.puzzles';

export interface Progress {
  /** The ids of solved puzzles. */
  solved: string[];
  /** The days, `2026-11-17`, on which the daily puzzle was solved, the last of the row only. */
  last: string | undefined;
  /** How many days in a row, up to the last. */
  row: number;
}

const NOTHING: Progress = { solved: [], last: undefined, row: 0 };
let memory = NOTHING;

export function progress(): Progress {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Progress> | null;
    if (found && Array.isArray(found.solved))
      return { solved: found.solved, last: found.last, row: Number(found.row) || 0 };
  } catch {
    // Blocked or damaged: what this page remembers counts.
  }
  return memory;
}

function write(next: Progress): Progress {
  memory = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is blocked or full: it lasts as long as the page.
  }
  return next;
}

/** A day as the calendar of this device has it. */
export const dayOf = (time: number): string => {
  const date = new Date(time);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The day before a day. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The row of days as it stands today: it ends if neither today nor yesterday has been solved. */
export const rowOn = ({ last, row }: Progress, today: string): number =>
  last === today || last === dayBefore(today) ? row : 0;

export function noteSolved(id: string): Progress {
  const before = progress();
  return before.solved.includes(id) ? before : write({ ...before, solved: [...before.solved, id] });
}

/** Notes that the daily puzzle of a day was solved; once a day. */
export function noteDaily(today: string): Progress {
  const before = progress();
  if (before.last === today) return before;
  return write({ ...before, last: today, row: rowOn(before, today) + 1 });
}
