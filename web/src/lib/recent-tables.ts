// Ids of the tables that this browser has opened, newest first, for the front page. The server knows the rest.

const KEY = 'breadboard.tables';
const MAX_TABLES = 30;

export function recentTables(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberTable(id: string): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([id, ...recentTables().filter((other) => other !== id)].slice(0, MAX_TABLES)),
    );
  } catch {
    // Storage is blocked, for example in a private window: the list stays empty.
  }
}

export function forgetTables(ids: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(recentTables().filter((id) => !ids.includes(id))));
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}
