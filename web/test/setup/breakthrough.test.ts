import { describe, expect, it, vi } from 'vitest';
import { setup } from '../../src/games/breakthrough/setup';
import { MEN } from '../../src/games/breakthrough/setup.samples';
import { control, press } from './bench';

vi.mock('../../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('Breakthrough by hand', () => {
  it('puts a man on a square, and takes the same one away', () => {
    const empty = '3/3/3/3 w';
    expect(press(setup as never, empty, 'P', ['b2'])).toBe('3/3/1P1/3 w');
    expect(press(setup as never, '3/3/1P1/3 w', 'p', ['b2'])).toBe('3/3/1p1/3 w');
    expect(press(setup as never, '3/3/1P1/3 w', 'P', ['b2'])).toBe(empty);
    expect(press(setup as never, '3/3/1P1/3 w', 'eraser', ['b2', 'a1'])).toBe(empty);
  });
  it('forgets a swap that is past', () => {
    expect(press(setup as never, `${MEN} first`, 'eraser', ['a2'])).not.toContain('first');
  });
  it('begins another size anew', () => {
    const columns = control(setup as never, MEN, /Columns/);
    expect(columns.kind === 'number' && columns.set(6)).toEqual({ spec: 'breakthrough:columns=6,rows=8' });
  });
});
