// What this browser keeps of a table beside its id: the codes that move its seats to another device, what it saw of the
// dice before the game, and what it threw in. Storage may be refused; then they last as long as the page.

const KEY = 'breadboard.kept';
const MOST = 30;

interface Kept {
  codes: Record<number, string>;
  /** The fingerprint of the seed, as it was shown before the end. */
  commit?: string;
  entropy: string[];
}

let memory: Record<string, Kept> | undefined;

function all(): Record<string, Kept> {
  if (memory) return memory;
  try {
    memory = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    memory = {};
  }
  return memory;
}

export const keptOf = (id: string): Kept => all()[id] ?? { codes: {}, entropy: [] };

function keep(id: string, change: Partial<Kept>): void {
  // The newest is written last, and the oldest is forgotten first.
  const { [id]: own, ...others } = all();
  const rest = Object.entries(others).slice(-MOST + 1);
  memory = { ...Object.fromEntries(rest), [id]: { codes: {}, entropy: [], ...own, ...change } };
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // A private window.
  }
}

export function keepCodes(id: string, recovery: { seat: number; code: string }[] | undefined): void {
  if (recovery?.length)
    keep(id, { codes: { ...keptOf(id).codes, ...Object.fromEntries(recovery.map(({ seat, code }) => [seat, code])) } });
}

/** The first fingerprint seen is the one that counts. */
export function keepCommit(id: string, commit: string): void {
  if (keptOf(id).commit === undefined) keep(id, { commit });
}

export const keepEntropy = (id: string, entropy: string): void =>
  keep(id, { entropy: [...keptOf(id).entropy, entropy] });
