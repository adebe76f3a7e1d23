// Words inside the arguments of a sentence: `blue 4`, `Harvester with 7`, `A has 11 chips`. A value that is known as a
// whole is translated as a whole, another word by word; numbers, places and names of seats stay as they are.

export function inWords(value: string, ...lists: Record<string, string>[]): string {
  const find = (word: string): string | undefined => lists.find((list) => Object.hasOwn(list, word))?.[word];
  return find(value) ?? value.replace(/\p{L}[\p{L}’']*/gu, (word) => find(word) ?? word);
}
