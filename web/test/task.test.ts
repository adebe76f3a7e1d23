// What a puzzle says to the person who solves it.

import { describe, expect, it, vi } from 'vitest';
import { puzzleSays, saysOfWrong } from '../src/insight/task';
import { reviewSays } from '../src/insight/why';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

const best = (value: string) =>
  puzzleSays({ key: 'puzzle-best-turn', english: '', args: { value, points: '22' } }, undefined, {});

describe('the chance of the best turn', () => {
  it('is never whole, because an estimate is no proof', () => {
    expect(best('100')).toBe(
      'With it you win about 99\u00a0% of such games, with any other turn at most about 78\u00a0%.',
    );
    expect(best('82')).toMatch(/about 82\u00a0%/);
  });
});

describe('what another turn gives away', () => {
  it('is told in per cent, because most games count points', () => {
    const args = { move: 'd3', points: '16' };
    for (const key of ['puzzle-next-best', 'puzzle-looks-best', 'puzzle-tempts', 'puzzle-loses-chance']) {
      const says = puzzleSays({ key, english: '', args }, undefined, {});
      expect(says).toContain('16\u00a0%');
      expect(says).not.toContain('points');
    }
  });
});

describe('why a choice was a mistake', () => {
  const text = (key: string, args: Record<string, string>) => ({ key, english: 'in the words of the program', args });
  it('is told by the two chances, not by points of a chance', () => {
    const gives = text('insight-gives-away', { points: '26', after: '25', before: '51' });
    expect(reviewSays(gives, undefined, {}, false)).toBe('The chance to win falls from 51\u00a0% to 25\u00a0%.');
  });
  it('speaks to the person whose mistake it is, and of anybody else by name', () => {
    const score = text('insight-own-score', { seat: '1', count: '−4', other: '8' });
    expect(reviewSays(score, undefined, {}, true)).toBe(
      'As play goes on you come to −4 points, with the better choice to 8.',
    );
    expect(reviewSays(score, undefined, {}, false)).toBe('In the words of the program.');
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
