// Tables that a person does not want to see among those to continue. They stay as they are; only this browser hides them.

const KEY = 'breadboard.hidden';
const MOST = 200;

function read(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

class HiddenTables {
  #ids: string[] = $state.raw(read());

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  hide(id: string): void {
    this.#save([id, ...this.#ids.filter((other) => other !== id)].slice(0, MOST));
  }

  show(ids: readonly string[]): void {
    this.#save(this.#ids.filter((id) => !ids.includes(id)));
  }

  #save(ids: string[]): void {
    this.#ids = ids;
    try {
      localStorage.setItem(KEY, JSON.stringify(ids));
    } catch {
      // Storage is blocked, for example in a private window: they are hidden as long as the page is open.
    }
  }
}

export const hiddenTables = new HiddenTables();
