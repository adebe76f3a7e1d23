// The games that this browser knows: until one is finished, or said to be known, its goal is shown at the table.

const KEY = 'breadboard.known';

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export const isKnown = (game: string): boolean => read().includes(game);

export function rememberKnown(game: string): void {
  const known = read();
  if (known.includes(game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, game]));
  } catch {
    // Storage is blocked: the goal is shown again at the next table.
  }
}
