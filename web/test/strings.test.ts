// No sentence may be missing in a language: neither the app's, nor a game's, nor one of those the program says.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { de, deBots, deSays } from '../src/i18n/de';
import { en } from '../src/i18n/en';

const crates = join(import.meta.dirname, '../../crates');
const games = join(import.meta.dirname, '../src/games');
const GAMES = readdirSync(games).filter((name) => statSync(join(games, name)).isDirectory());

/** The sentences that `texts!` declares in a folder, by key. */
function declared(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    for (const name of readdirSync(path)) {
      const file = join(path, name);
      if (statSync(file).isDirectory()) {
        if (name !== 'tests') visit(file);
      } else if (name.endsWith('.rs')) {
        const text = readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
        for (const [, key, english] of text.matchAll(/^\s*[A-Z][A-Z_0-9]*: "([a-z0-9-]+)" = "((?:\\.|[^"\\])*)";/gm)) {
          found.set(key!, english!.replace(/\\"/g, '"'));
        }
      }
    }
  };
  visit(folder);
  return found;
}

const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

function compare(english: Record<string, string>, german: Record<string, string>): void {
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect(german[key]?.trim(), key).toBeTruthy();
    expect(holes(german[key]!), key).toEqual(holes(text));
  }
}

function saysAll(folder: string, german: Record<string, string>): void {
  for (const [key, english] of declared(folder)) {
    expect(german[key], `${key} = ${english}`).toBeTruthy();
    for (const hole of holes(german[key]!)) expect(holes(english), `${key}: {${hole}}`).toContain(hole);
  }
}

describe('the app', () => {
  it('has every sentence in German', () => compare(en, de));
  it('says every sentence somewhere', () => {
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
    const composed = /^(key|theme)-/;
    expect(Object.keys(en).filter((key) => !composed.test(key) && !source.includes(`'${key}'`))).toEqual([]);
  });
  it('says what the core says', () => saysAll(join(crates, 'core/src'), deSays));
});

const has = (folder: string) => {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
};

describe.runIf(has(join(crates, 'play/src')))('the table', () => {
  it('has every sentence in German', () => saysAll(join(crates, 'wire/src'), deSays));
});

it('every bot has its name and its sentence in German', () => {
  const visit = (path: string): string[] =>
    readdirSync(path).flatMap((name) =>
      statSync(join(path, name)).isDirectory()
        ? visit(join(path, name))
        : name.endsWith('.rs')
          ? [readFileSync(join(path, name), 'utf8')]
          : [],
    );
  const bots = visit(join(crates, 'games/src')).flatMap((text) => [
    ...text.matchAll(/LevelInfo \{\s*name: "([^"]+)",\s*about: "([^"]+)",?\s*\}/g),
  ]);
  expect(bots.length).toBeGreaterThanOrEqual(10);
  for (const [, name, about] of bots) {
    expect(deBots[name!], name).toBeTruthy();
    expect(deBots[about!], about).toBeTruthy();
  }
});

describe.each(GAMES)('%s', (game) => {
  it('has every word of its board in German', async () => {
    const { en } = (await import(`../src/games/${game}/en.ts`)) as { en: Record<string, string> };
    const { de } = (await import(`../src/games/${game}/de.ts`)) as { de: Record<string, string> };
    compare(en, de);
  });
  it('has every option and every sentence of its rules in German', async () => {
    const folder = join(crates, 'games/src', game);
    const { deSays } = (await import(`../src/games/${game}/de.ts`)) as { deSays: Record<string, string> };
    const { en } = (await import(`../src/games/${game}/en.ts`)) as { en: Record<string, string> };
    if (!has(folder)) return;
    saysAll(folder, deSays);
    const text = readFileSync(join(folder, 'mod.rs'), 'utf8');
    const block = /options! \{[\s\S]*?\n\}/.exec(text)?.[0] ?? '';
    for (const [, name] of block.matchAll(/^\s+([a-z_]+): /gm)) {
      expect(en[`option-${name}`], name).toBeTruthy();
      expect(deSays[`option-${name}`], name).toBeTruthy();
    }
    // A preset whose name is more than a size is a word to translate.
    const { deWords } = (await import(`../src/games/${game}/de.ts`)) as { deWords: Record<string, string> };
    for (const [, name] of text.matchAll(/Preset \{ name: "([^"]+)"/g))
      if (/[a-z]/i.test(name!)) expect(deWords[name!], name).toBeTruthy();
  });
});
