// Words inside the arguments of a sentence: `blue 4`, `Harvester with 7`, `A has 11 chips`. A value that is known as a
// whole is translated as a whole, another value word by word; numbers, places and unknown words stay as they are.

export function inWords(value: string, catalog: Record<string, string>): string {
  const find = (word: string): string | undefined =>
    Object.hasOwn(catalog, `word ${word}`) ? catalog[`word ${word}`] : undefined;
  return find(value) ?? value.replace(/\p{L}[\p{L}’']*/gu, (word) => find(word) ?? word);
}
