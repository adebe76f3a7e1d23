// Tables this browser has been at, newest first: "continue" on the front page. Only ids; the server knows the rest.

const KEY = 'breadboard.tables';
const MOST = 30;

export function remembered(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function remember(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...remembered().filter((other) => other !== id)].slice(0, MOST)));
  } catch {
    // A private window: the link is all there is.
  }
}

export function forget(ids: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(remembered().filter((id) => !ids.includes(id))));
  } catch {
    // As above.
  }
}
