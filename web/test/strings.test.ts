// Every word of the app and of each board has a German translation. The sentences of the program are checked in Rust.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { de } from '../src/i18n/de';
import { en } from '../src/i18n/en';

const rust = join(import.meta.dirname, '../../crates/games/src');
const games = join(import.meta.dirname, '../src/games');
const GAMES = readdirSync(games).filter((name) => statSync(join(games, name)).isDirectory());

const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

function compare(english: Record<string, string>, german: Record<string, string>): void {
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect(german[key]?.trim(), key).toBeTruthy();
    expect(holes(german[key]!), key).toEqual(holes(text));
  }
}

describe('the app', () => {
  it('has every sentence in German', () => compare(en, de));
  it('uses every sentence', () => {
    const visit = (path: string): string =>
      readdirSync(path)
        .map((name) =>
          statSync(join(path, name)).isDirectory()
            ? visit(join(path, name))
            : /(^|\/)(en|de)\.ts$/.test(name)
              ? ''
              : readFileSync(join(path, name), 'utf8'),
        )
        .join('\n');
    const source = visit(join(games, '..'));
    const composed = /^(key|pace|theme|mode|result|colour|ends)-/;
    expect(Object.keys(en).filter((key) => !composed.test(key) && !source.includes(`'${key}'`))).toEqual([]);
  });
});

describe('analysis, review and puzzles', () => {
  it('have every sentence in German', async () => {
    const { en } = await import('../src/insight/en');
    const { de } = await import('../src/insight/de');
    compare(en, de);
  });
  it('use every sentence', async () => {
    const { en } = await import('../src/insight/en');
    const sources = ['../src/insight', '../src/pages'].flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder))
        .filter((name) => !/^(en|de)\.ts$/.test(name))
        .map((name) => readFileSync(join(import.meta.dirname, folder, name), 'utf8')),
    );
    const setups = GAMES.map((game) => join(games, game, 'setup.ts'))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'));
    const source = [...sources, ...setups].join('\n');
    const composed = /^(mark|effort|difficulty|colour)-/;
    expect(Object.keys(en).filter((key) => !composed.test(key) && !source.includes(`'${key}'`))).toEqual([]);
  });
});

describe('the generic board', () => {
  it('has every word in German', async () => {
    const { en } = await import('../src/generic/en');
    const { de } = await import('../src/generic/de');
    compare(en, de);
  });
});

describe.each(GAMES)('%s', (game) => {
  it('has every word of its board in German', async () => {
    const { en } = (await import(`../src/games/${game}/en.ts`)) as { en: Record<string, string> };
    const { de } = (await import(`../src/games/${game}/de.ts`)) as { de: Record<string, string> };
    compare(en, de);
  });
  it('calls pieces and colours as the program does', async () => {
    const { en } = (await import(`../src/games/${game}/en.ts`)) as { en: Record<string, string> };
    // A game's `otherwise` lists the keys that its board translates otherwise than the program.
    const german = (await import(`../src/games/${game}/de.ts`)) as { de: Record<string, string>; otherwise?: string[] };
    const { de, otherwise = [] } = german;
    const catalog = readFileSync(join(rust, game, 'texts.de.txt'), 'utf8');
    const words = new Map([...catalog.matchAll(/^word (.+?) = (.+)$/gm)].map(([, word, german]) => [word!, german!]));
    const shared = Object.keys(en).filter((key) => words.has(en[key]!) && !otherwise.includes(key));
    expect(otherwise.filter((key) => !words.has(en[key]!))).toEqual([]);
    for (const key of shared) expect(de[key], key).toBe(words.get(en[key]!));
  });
  it('has a label for every option', async () => {
    const { en } = (await import(`../src/games/${game}/en.ts`)) as { en: Record<string, string> };
    const catalog = readFileSync(join(rust, game, 'texts.de.txt'), 'utf8');
    const options = [...catalog.matchAll(/^(option-\w+) = /gm)].map(([, key]) => key!);
    expect(options.filter((key) => !en[key]?.trim())).toEqual([]);
  });
});
