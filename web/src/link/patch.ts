// What the server sends instead of a whole state: an object goes into the parts of an object, or of a list by index;
// `[value]` sets, `[]` removes. Values that do not change stay the same values.

export type Patch = { [key: string]: Patch } | unknown[];

export function applyPatch(old: unknown, patch: Patch): unknown {
  if (Array.isArray(patch)) return patch[0];
  const made: Record<string, unknown> | unknown[] = Array.isArray(old)
    ? [...(old as unknown[])]
    : { ...(old as Record<string, unknown>) };
  for (const [key, part] of Object.entries(patch)) {
    const parts = made as Record<string, unknown>;
    if (Array.isArray(part) && part.length === 0) delete parts[key];
    else parts[key] = applyPatch(parts[key], part);
  }
  return made;
}
