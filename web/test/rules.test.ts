// Rules pages in the browser: words of players instead of those of programs, and what only experts need at the end.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parseMarkdown, type Block, type Inline } from '../src/lib/markdown';
import { expertChapters, forPeople, plain, type PlainNames } from '../src/lib/rulesPage';

// Runes need the Svelte compiler, which these tests do without.
vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

const rust = join(import.meta.dirname, '../../crates/games/src');
const folders = join(import.meta.dirname, '../src/games');
const GAMES = readdirSync(folders).filter((name) => existsSync(join(folders, name, 'card.ts')));
const PAGES = GAMES.flatMap((game) => [
  { game, language: 'en', file: 'RULES.md' },
  { game, language: 'de', file: 'RULES.de.md' },
]).map((page) => ({ ...page, text: readFileSync(join(rust, page.game, page.file), 'utf8') }));

const names = (words: Record<string, string>): PlainNames => ({
  bot: (level) => ['Nibbler', 'Picker', 'Forager', 'Pathfinder', 'Baker'][level - 1],
  option: (name) => words[`option-${name}`],
  value: (option, value) => words[`option-${option}-${value}`],
});
const shown = (text: string, words: Record<string, string> = {}) =>
  forPeople(parseMarkdown(text), names(words), (level) => `level ${level}`);
const inlinesOf = (block: Block): Inline[] =>
  block.kind === 'code'
    ? []
    : block.kind === 'list'
      ? block.items.flat()
      : block.kind === 'table'
        ? [block.head, ...block.rows].flat(2)
        : block.inlines;

describe('the rules in the browser', () => {
  it('call bots by their names, and say once what the number is', () => {
    const [first] = shown("Two bot3 got more than bot1's share, not two bot5.");
    expect(plain(inlinesOf(first!))).toBe(
      'Two Forager (level 3) got more than Nibbler’s (1) share, not two Baker (5).',
    );
  });

  it('call options and their values as the form for a new table does, in rulings only', () => {
    const words = {
      'option-repetition': 'A third time',
      'option-repetition-draw': 'is a draw',
      'option-swap': 'Swap rule',
    };
    const [ruling, notation] = shown(
      '| # | q | r |\n|---|---|---|\n| B1 | What? | `repetition=draw`, or `draw` |\n\nAn exchange is `swap`.',
      words,
    );
    expect(plain(inlinesOf(ruling!))).toContain('A third time: is a draw, or is a draw');
    expect(plain(inlinesOf(notation!))).toBe('An exchange is swap.');
  });

  it('name a file of the source code, and do not link to it', () => {
    const [block] = shown('See the [report](../../docs/report.html).');
    expect(inlinesOf(block!)[1]).toEqual({ kind: 'file', text: 'report' });
  });

  for (const { game, language, file, text } of PAGES)
    it(`of ${game}, ${file}: no words of programs, and three chapters for experts`, async () => {
      const { [language]: words } = (await import(`../src/games/${game}/${language}.ts`)) as Record<
        string,
        Record<string, string>
      >;
      const blocks = shown(text, words);
      const said = blocks
        .map((block) =>
          inlinesOf(block)
            .map((part) => part.text)
            .join(''),
        )
        .join('\n');
      expect(said).not.toMatch(/\bbot\d/);
      expect(said).not.toMatch(/\b[a-z]+_[a-z_]+\b/);
      expect(said).not.toMatch(/\d{12}/);
      const experts = expertChapters(blocks);
      expect(experts).toHaveLength(3);
      expect(experts.at(-1)!.to).toBe(blocks.length);
    });
});

describe('the playing time', () => {
  for (const { game, file, text } of PAGES)
    it(`of ${game} is the same on its card and in ${file}`, () => {
      const [, card] = /minutes: (\d+)/.exec(readFileSync(join(folders, game, 'card.ts'), 'utf8'))!;
      for (const [, minutes] of text.matchAll(/(\S+) (?:minutes|Minuten)\b/g))
        // The card rounds to five minutes.
        expect(String(5 * Math.round(Number(minutes) / 5))).toBe(card);
    });
});
