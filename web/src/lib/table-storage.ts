// What this browser stores about a table: the recovery codes of its seats, the commitment to the dice seed as it was shown
// before the end, and the entropy that this browser contributed. Without local storage it lasts as long as the page.

const KEY = 'breadboard.kept';
const MAX_TABLES = 30;

interface SavedTable {
  /** Recovery codes by seat. */
  codes: Record<number, string>;
  /** The commitment (a hash of the seed), as it was shown before the end of the game. */
  commit?: string;
  entropy: string[];
}

let memory: Record<string, SavedTable> | undefined;

function all(): Record<string, SavedTable> {
  if (memory) return memory;
  try {
    memory = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, SavedTable>;
  } catch {
    memory = {};
  }
  return memory;
}

export const savedFor = (id: string): SavedTable => all()[id] ?? { codes: {}, entropy: [] };

function save(id: string, change: Partial<SavedTable>): void {
  // Objects keep insertion order: the newest table is last, and the oldest is dropped first.
  const { [id]: own, ...others } = all();
  const rest = Object.entries(others).slice(-MAX_TABLES + 1);
  memory = { ...Object.fromEntries(rest), [id]: { codes: {}, entropy: [], ...own, ...change } };
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Storage is blocked, for example in a private window.
  }
}

export function saveCodes(id: string, recovery: { seat: number; code: string }[] | undefined): void {
  if (recovery?.length)
    save(id, {
      codes: { ...savedFor(id).codes, ...Object.fromEntries(recovery.map(({ seat, code }) => [seat, code])) },
    });
}

/** Only the first commitment counts: a later one would prove nothing. */
export function saveCommit(id: string, commit: string): void {
  if (savedFor(id).commit === undefined) save(id, { commit });
}

export const saveEntropy = (id: string, entropy: string): void =>
  save(id, { entropy: [...savedFor(id).entropy, entropy] });
