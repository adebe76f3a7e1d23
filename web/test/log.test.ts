import { describe, expect, it, vi } from 'vitest';
import { headline as breakthrough } from '../src/games/breakthrough/log';
import { headline as breadcrumbs, plain } from '../src/games/breadcrumbs/log';
import { headline as traxx, inWords, lastRound } from '../src/games/traxx/log';
import { distinct } from '../src/lib/names';
import { headline } from '../src/lib/verdict';

// Runes need the Svelte compiler, which these tests do without.
vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));
vi.mock('../src/lib/game-list.svelte', () => ({ gameList: { find: () => undefined } }));

const text = (key: string, args: Record<string, string> = {}, english = key) => ({ key, args, english });

describe('rows of the log', () => {
  it('Breadcrumbs: where, what lies there now, and what it paid', () => {
    const places = text('breadcrumbs-places', { player: 'seat 1 (A)', to: 'b5', tile: 'green 3' });
    const scores = text('breadcrumbs-scores', { scores: '5 (+3) for seat 1, 7 (-1) for seat 2' });
    expect(breadcrumbs([places, scores])).toEqual(['b5: chip on green 3, +3']);
    const removes = text('breadcrumbs-removes', { player: 'seat 2 (B)', to: 'c3', tile: 'red 2' });
    expect(breadcrumbs([text('breadcrumbs-diagonal', { player: 'seat 2' }), removes, scores])).toEqual([
      'c3: chip off red 2, −1',
    ]);
    expect(breadcrumbs([places, text('breadcrumbs-same-scores')])).toEqual(['b5: chip on green 3, ±0']);
    // What ends the game is still said, without letters.
    const dealt = text('breadcrumbs-dealt', { tile: 'red 5' });
    const takes = text('breadcrumbs-takes', { seat: '1' });
    expect(breadcrumbs([dealt, takes, takes, text('breadcrumbs-first-scores')])).toEqual(['The tiles are dealt.']);
    const meets = text('breadcrumbs-meet', { player: 'seat 1', others: 'seat 2 (B)' }, 'seat 1 meets seat 2 (B) on b5');
    expect(breadcrumbs([places, scores, meets])[1]).toEqual(plain(meets));
    expect(plain(meets)).toMatchObject({ english: 'seat 1 meets seat 2 on b5', args: { others: 'seat 2' } });
  });

  it('Träxx: who went how far, and first who reached a number', () => {
    const told = [
      text('traxx-turned', { colours: 'red, blue' }),
      text('traxx-walks', { seat: '1', end: 'f4', fields: 'e4, d4' }),
      text('traxx-walks', { seat: '2', end: 'e6', fields: 'e5' }),
      text('traxx-half', { seat: '2', number: '5', points: '2' }),
      text('traxx-passes', { seat: '3' }),
    ];
    expect(traxx(told, { 1: 'Ada', 2: 'Grace', 3: 'Joan' })).toEqual([
      'Grace: 1 field, the 5 for half (+2)',
      'Ada: 2 fields',
      'Joan: passes',
    ]);
    expect(traxx(told.slice(1, 2), { 1: 'Ada' })).toEqual(['2 fields']);
    expect(traxx(told.slice(0, 1), { 1: 'Ada' })).toEqual(told.slice(0, 1));
  });

  it('Breakthrough: the number of the move and its squares', () => {
    expect(breakthrough([text('breakthrough-steps', { from: 'a2', to: 'a3' })], {}, 1)).toEqual(['1. a2 to a3']);
    expect(breakthrough([text('breakthrough-takes', { from: 'c5', to: 'd4' })], {}, 8)).toEqual(['4. c5 takes on d4']);
  });
});

it('a path is advised in words', () => {
  const parts = ['f4', 'e4', 'd3'].map((place) => ({ role: 'field', value: place, place }));
  const board = { fields: [{ at: 'd3', color: 'green', number: 3 }] } as never;
  expect(inWords({ parts }, board)).toBe('from f4 over e4 to d3 (the 3)');
});

it('equal names are counted, and stay on one line with their number', () => {
  expect(distinct(['Nibbler', 'Ada', 'Nibbler', 'Nibbler'])).toEqual({
    1: 'Nibbler\u00a01',
    2: 'Ada',
    3: 'Nibbler\u00a02',
    4: 'Nibbler\u00a03',
  });
});

it('who lost among several is told the place', () => {
  const view = {
    result: { outcome: 'win 1', ending: 'played', winners: [1], narration: [] },
    you: [{ seat: 3 }],
    seats: [{}, {}, {}, {}],
    position: { scores: [20, 18, 16, 10] },
  };
  expect(headline(view as never, { 1: 'Ada' })).toBe('Ada won. You are third of four, 4 behind.');
});

it('what a seat did in the last round of Träxx is said in a line', () => {
  const told = [
    text('traxx-walks', { seat: '2', end: 'd5', fields: 'e5, d4, d3' }),
    text('traxx-reaches', { seat: '2', number: '2', points: '2' }),
    text('traxx-half', { seat: '2', number: '3', points: '2' }),
    text('traxx-passes', { seat: '1' }),
  ];
  expect(lastRound(told, 2)).toEqual({ fields: ['e5', 'd4', 'd3'], text: '3 fields, +7' });
  expect(lastRound(told, 1)).toEqual({ fields: [], text: 'passes' });
  expect(lastRound(told, 3)).toBeUndefined();
});
