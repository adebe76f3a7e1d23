// Set-up boards: every game's table reads what the program writes, writes it back, and changes only what was pressed. What is
// special to a game is tested in the folder `setup`.

import { describe, expect, it, vi } from 'vitest';
import type { Editor } from '../src/insight/editor';
import { bench } from './setup/bench';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

const SETUPS = import.meta.glob<Editor<never, never>>('../src/games/*/setup.ts', { eager: true, import: 'setup' });
const SAMPLES = import.meta.glob<{ texts: string[]; others: string[] }>('../src/games/*/setup.samples.ts', {
  eager: true,
});

it('has samples for every set-up board', () => {
  expect(Object.keys(SAMPLES)).toEqual(Object.keys(SETUPS).map((path) => path.replace(/\.ts$/, '.samples.ts')));
  for (const { texts, others } of Object.values(SAMPLES))
    expect(Math.min(texts.length, others.length)).toBeGreaterThan(0);
});

describe.each(Object.entries(SETUPS))('%s', (path, editor) => {
  const { texts, others } = SAMPLES[path.replace(/\.ts$/, '.samples.ts')] ?? { texts: [], others: [] };
  it('writes what it reads', () => {
    for (const text of texts) expect(editor.write(editor.read(text)!)).toBe(text);
  });
  it('leaves other texts to the text field', () => {
    for (const text of others) expect(editor.read(text), text).toBeUndefined();
  });
  it('has labels for all tools and controls', () => {
    for (const text of texts) {
      const model = editor.read(text)!;
      for (const { tools } of editor.tools(model, bench as never)) {
        expect(tools.every(({ label }) => label.trim() !== '')).toBe(true);
        expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length);
      }
      const labels = editor.controls(model, bench as never).map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});
