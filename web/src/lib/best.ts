// The best score that this browser has seen for a game played alone, by spec.

const KEY = 'breadboard.best';

function all(): Record<string, number> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof saved === 'object' && saved !== null ? (saved as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Notes a score; gives back the best one before it. */
export function noteScore(spec: string, table: string, score: number): number | undefined {
  const known = all();
  const key = `${spec} ${table}`;
  const before = Object.entries(known)
    .filter(([name]) => name.startsWith(`${spec} `) && name !== key)
    .map(([, value]) => value);
  const best = before.length > 0 ? Math.max(...before) : undefined;
  // Only the best of a spec is kept, so that the list stays short.
  if (best === undefined || score >= best) {
    const others = Object.entries(known).filter(([name]) => !name.startsWith(`${spec} `));
    const kept = best === undefined ? [] : [[`${spec} before`, best] as const];
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, ...kept, [key, score]])));
    } catch {
      // Storage is blocked: the best score is not kept.
    }
  }
  return best;
}
