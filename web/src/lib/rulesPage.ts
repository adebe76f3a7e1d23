// Rules pages are also read in the repository and in the terminal: they call bots by their level (`bot3`), options by their
// name (`turn_cap`), and name files of the source code. The browser says all three as the rest of the app does, and folds
// what a player does not need: the rulings and all chapters behind them. The alternative was a second text for the browser.

import { curly, tidy } from '../i18n';
import type { Block, Inline } from './markdown';

/** What is said instead of names that only programs use. */
export interface PlainNames {
  /** What a bot is called, by its level from 1 to 5. */
  bot: (level: number) => string | undefined;
  option: (name: string) => string | undefined;
  value: (option: string, value: string) => string | undefined;
}

export const isRuling = (text: string): boolean => /^[A-Z]\d+$/.test(text);
export const plain = (inlines: Inline[] | undefined): string => (inlines ?? []).map((part) => part.text).join('');

/** The page in words for people. The first bot of the page says what the number behind its name is. */
export function forPeople(blocks: Block[], names: PlainNames, level: (level: number) => string): Block[] {
  let first = true;
  const bots = (text: string) =>
    text.replace(/\bbot([1-5])(['’]?s\b)?/g, (word: string, digit: string, genitive = '') => {
      const name = names.bot(Number(digit));
      if (name === undefined) return word;
      const number = first ? level(Number(digit)) : digit;
      first = false;
      return `${name}${genitive} (${number})`;
    });
  /** Options by their labels, and after one of them its values. Only rulings: elsewhere the same word may be notation. */
  const ruling = (inlines: Inline[]): Inline[] => {
    let last = '';
    return inlines.map((part) => {
      const [, name = '', value] = (part.kind === 'code' && /^(\w+)(?:=(\w+))?$/.exec(part.text)) || [];
      const label = names.option(name);
      if (label !== undefined) {
        last = name;
        return { kind: 'strong', text: value === undefined ? label : `${label}: ${names.value(name, value) ?? value}` };
      }
      const chosen = name && last ? names.value(last, name) : undefined;
      return chosen === undefined ? part : { kind: 'strong', text: chosen };
    });
  };
  const words = (inlines: Inline[]): Inline[] =>
    inlines.map((part) => {
      if (part.kind !== 'code') return { ...part, text: tidy(curly(bots(part.text))) };
      const label = part.text.includes('_') ? names.option(part.text) : undefined;
      return label === undefined ? part : { kind: 'strong', text: label };
    });
  const row = (cells: Inline[][]) => cells.map((cell) => words(isRuling(plain(cells[0])) ? ruling(cell) : cell));
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'code':
        return block;
      case 'list':
        return { ...block, items: block.items.map(words) };
      case 'table':
        return { ...block, head: block.head.map(words), rows: block.rows.map(row) };
      default:
        return { ...block, inlines: words(block.inlines) };
    }
  });
}

/** A chapter of the page: the numbers of its blocks, without its heading. */
export interface Chapter {
  id: string;
  title: Inline[];
  from: number;
  to: number;
}

/** The chapters for experts: from the one with the rulings to the end. */
export function expertChapters(blocks: Block[]): Chapter[] {
  const headings = blocks.flatMap((block, at) =>
    block.kind === 'heading' && block.level === 2 ? [{ block, at }] : [],
  );
  const chapters = headings.map(({ block, at }, i) => ({
    id: block.id,
    title: block.inlines,
    from: at + 1,
    to: headings[i + 1]?.at ?? blocks.length,
  }));
  const first = chapters.findIndex(({ from, to }) =>
    blocks.slice(from, to).some((block) => block.kind === 'table' && block.rows.some((row) => isRuling(plain(row[0])))),
  );
  return first < 0 ? [] : chapters.slice(first);
}
