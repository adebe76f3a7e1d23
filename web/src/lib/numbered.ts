// Two bots of one level are called alike but for a number, which is never cut off.

/** A name without and with the number that tells it from an equal one: "Stroller" and " 2". */
export function numbered(name: string): [base: string, number: string] {
  const [, base = name, number = ''] = /^(.*\S)(\s\d+)$/.exec(name) ?? [];
  return [base, number];
}
