// What a puzzle says to the person who solves it.

import { describe, expect, it, vi } from 'vitest';
import { puzzleSays, saysOfWrong } from '../src/insight/task';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

const best = (value: string) =>
  puzzleSays({ key: 'puzzle-best-turn', english: '', args: { value, points: '22' } }, undefined, {});

describe('the chance of the best turn', () => {
  it('is never whole, because an estimate is no proof', () => {
    expect(best('100')).toBe('With it you win about 99\u00a0% of such games, 22 points more than with any other turn.');
    expect(best('82')).toMatch(/about 82\u00a0%/);
  });
});

describe('the next best move of a puzzle with a proof', () => {
  it('has no number of moves beside that of the task, which counts the moves of one side', () => {
    const args = { move: 'b2-a3', moves: '6' };
    const says = puzzleSays({ key: 'insight-runner-loses', english: '', args }, undefined, {});
    expect(says).toBe('Of the others b2-a3 holds out longest, and loses by force all the same.');
  });
});

describe('a wrong answer', () => {
  it('is not called wrong twice, and the idea is that of the best move', () => {
    const text = (key: string, english: string) => ({ key, english });
    const told = [
      text('puzzle-not-best', 'this is not the best turn'),
      text('puzzle-loses-points', 'it gives away about 3 points'),
      text('idea-number', 'it reaches a number for points at once'),
    ];
    expect(saysOfWrong(told, undefined, {})).toEqual([
      'It gives away about 3 points.',
      'The best move: it reaches a number for points at once.',
    ]);
  });
});
