// The bot that a person played last in each game, so that the next game begins where the last one was.

const KEY = 'breadboard.levels';

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** The last level; the kindest one before the first game. */
export function lastLevel(game: string): string {
  const level = read()[game];
  return level && /^bot[1-5]$/.test(level) ? level : 'bot1';
}

export function rememberLevel(game: string, level: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: level }));
  } catch {
    // Storage is blocked, for example in a private window.
  }
}
