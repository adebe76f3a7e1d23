// What Breakthrough tells a player whose rival is about to get through, and who has won.
import { describe, expect, it, vi } from 'vitest';
import { game } from '../src/games/breakthrough';
import { winning, type Board } from '../src/games/breakthrough/view';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));
// Components need the Svelte compiler, which these tests do without.
vi.mock('../src/games/breakthrough/Board.svelte', () => ({ default: {} }));
vi.mock('../src/games/breakthrough/Panel.svelte', () => ({ default: {} }));

const board = (white: string[], black: string[]): Board =>
  ({
    columns: 8,
    rows: 8,
    home: null,
    sides: [
      { side: 'white', seat: 1 },
      { side: 'black', seat: 2 },
    ],
    men: [
      ...white.map((at) => ({ at, side: 'white' as const })),
      ...black.map((at) => ({ at, side: 'black' as const })),
    ],
  }) as unknown as Board;
const asks = (now: Board, seat: number) => game.variant?.(now, 'ask-from', [], [], seat);

describe('a man one step from the far row', () => {
  it('is found for each side', () => {
    const now = board(['b7', 'c2'], ['e2', 'f3']);
    expect(winning(now, 'white').map(({ at }) => at)).toEqual(['b7']);
    expect(winning(now, 'black').map(({ at }) => at)).toEqual(['e2']);
    expect(winning({ ...now, home: 'e1' } as Board, 'black')).toEqual([]);
  });

  it('is named to who can win with it, and to who must take it', () => {
    expect(asks(board(['c2'], ['e2']), 1)).toBe('ask-from-danger');
    expect(asks(board(['c2'], ['e2']), 2)).toBe('ask-from-win');
    expect(asks(board(['b7'], ['e2']), 1)).toBe('ask-from-win');
    expect(asks(board(['c2'], ['e7']), 1)).toBe('ask-from');
  });

  it('is said on its plate, as an alarm to its rival', () => {
    const now = board(['c2'], ['e2']);
    expect(game.notice?.(now, 2, [1])).toEqual({ text: 'one step to go', alarm: true });
    expect(game.notice?.(now, 2, [2])?.alarm).toBe(false);
    expect(game.notice?.(now, 1, [1])).toBeUndefined();
  });
});

it('tells a player in the first person how the game ended', () => {
  const text = (key: string) => ({ key: `breakthrough-${key}`, args: {}, english: key });
  expect(game.ended?.(text('reaches'), true, 'Scout')).toBe('Your man has reached the far row.');
  expect(game.ended?.(text('reaches'), false, 'Scout')).toBe('A man of Scout has reached your home row.');
  expect(game.ended?.(text('clears'), false, 'Scout')).toBe('Scout has taken all your men.');
  expect(game.ended?.(text('steps'), true, 'Scout')).toBeUndefined();
});
