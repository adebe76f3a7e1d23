// What the board of Breadcrumbs tells a player before a step: what it takes from a rival, and whether to look for a meeting.
import { describe, expect, it, vi } from 'vitest';
import { ending, swing, type Board, type Player } from '../src/games/breadcrumbs/view';
import { game } from '../src/games/breadcrumbs';
import type { MoveView } from '../src/wire.gen';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));
// Components need the Svelte compiler, which these tests do without.
vi.mock('../src/games/breadcrumbs/Board.svelte', () => ({ default: {} }));
vi.mock('../src/games/breadcrumbs/Panel.svelte', () => ({ default: {} }));

const COLOURS = { A: 'red', B: 'blue', C: 'green' } as const;
const player = (letter: 'A' | 'B' | 'C', chips: Record<string, number>, score = 0): Player => ({
  letter,
  seat: letter.charCodeAt(0) - 64,
  colour: COLOURS[letter],
  pawn: null,
  score,
  chips: Object.entries(chips).map(([at, points]) => ({ at, points })),
});
const board = (players: Player[], more: Partial<Board> = {}): Board => ({
  tiles: [
    { at: 'a1', colour: 'blue', value: 4 },
    { at: 'b1', colour: 'green', value: 3 },
    { at: 'c1', colour: 'red', value: 1 },
    { at: 'd1', colour: 'purple', value: 5 },
  ],
  players,
  lowest: null,
  mover: 'A',
  endChips: 10,
  ...more,
});

describe('what a step changes for a rival', () => {
  it('takes what a chip pays that lies alone, doubled on its own colour', () => {
    const [a, b] = [player('A', {}), player('B', { a1: 8, d1: 5 })];
    // The oracle of the rules: 8 of B's points lie on the blue 4, and with a chip of A beside it counts 2.
    expect(swing(board([a, b]), a, 'a1')).toEqual({ rival: b, points: -6 });
    expect(swing(board([a, b]), a, 'd1')).toEqual({ rival: b, points: -4 });
  });

  it('gives it back when the own chip comes off', () => {
    const [a, b] = [player('A', { a1: 1 }), player('B', { a1: 2 })];
    expect(swing(board([a, b]), a, 'a1')).toEqual({ rival: b, points: 6 });
  });

  it('says nothing where nothing changes: an empty tile, a one, a tile of several rivals, a spectator', () => {
    const [a, b, c] = [player('A', {}), player('B', { c1: 1, d1: 1 }), player('C', { d1: 1 })];
    const all = board([a, b, c]);
    expect(swing(all, a, 'b1')).toBeUndefined();
    expect(swing(all, a, 'c1')).toBeUndefined();
    expect(swing(all, a, 'd1')).toBeUndefined();
    expect(swing(all, undefined, 'd1')).toBeUndefined();
  });
});

describe('the prompt when a meeting can end the game', () => {
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`x${i}`, 1]));
  const asks = (a: Player, b: Player, more: Partial<Board> = {}, ends?: MoveView['ends']) =>
    game.variant?.(board([a, b], more), 'ask-to', [], [{ text: 'a2', parts: [], ends } as unknown as MoveView]);

  it('is the usual one until both have enough chips', () => {
    expect(asks(player('A', many, 20), player('B', {}, 5))).toBe('ask-to');
    expect(asks(player('A', {}, 5), player('B', many, 20), { lowest: 'A' })).toBe('ask-to-diagonal');
    expect(ending(board([player('A', many, 9), player('B', many, 9)]))).toBeUndefined();
  });

  it('tells who leads to meet, and who is behind to keep away', () => {
    expect(asks(player('A', many, 20), player('B', many, 15), {}, 'win')).toBe('ask-to-ahead');
    // Nobody is in reach.
    expect(asks(player('A', many, 20), player('B', many, 15))).toBe('ask-to-chase');
    expect(asks(player('A', many, 15), player('B', many, 20), { lowest: 'A' })).toBe('ask-to-diagonal-behind');
  });

  it('has words for each in both languages', () => {
    for (const words of [game.strings.en, game.strings.de])
      for (const key of ['ask-to-ahead', 'ask-to-chase', 'ask-to-behind', 'ask-to-diagonal-behind'])
        expect(words).toHaveProperty(key);
  });
});
