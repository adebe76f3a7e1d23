import { describe, expect, it, vi } from 'vitest';
import { setup } from '../../src/games/breadcrumbs/setup';
import { CRUMBS } from '../../src/games/breadcrumbs/setup.samples';
import { choose, press } from './bench';

vi.mock('../../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('Breadcrumbs by hand', () => {
  it('puts chips, moves pawns and exchanges tiles', () => {
    expect(press(setup as never, CRUMBS, 'chip A', ['b5'])).toContain('r1,o2AB,g3A');
    expect(press(setup as never, CRUMBS, 'chip B', ['b5'])).toContain('r1,o2,g3A');
    expect(press(setup as never, CRUMBS, 'pawn B', ['a1'])).toContain('A:1@c5 B:2@a1 turn 11A');
    // The chip stays where it lies.
    expect(press(setup as never, CRUMBS, 'exchange', ['a5', 'b5'])).toMatch(/^o2,r1B,g3A/);
    expect(choose(setup as never, CRUMBS, /To move/, 'B')).toMatch(/turn 11B$/);
  });
});
