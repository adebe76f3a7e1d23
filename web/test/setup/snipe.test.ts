import { describe, expect, it, vi } from 'vitest';
import { setup } from '../../src/games/snipe/setup';
import { FOREST } from '../../src/games/snipe/setup.samples';
import { choose, enter, press } from './bench';

vi.mock('../../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('Snipe Hunt by hand', () => {
  it('gives a crumb that leaves the forest to the Snipe, and takes it back', () => {
    const lifted = press(setup as never, FOREST, 'crumb', ['d5e']);
    expect(lifted).toContain('+Fc,.,./');
    expect(lifted).toContain('held 0,0,5');
    expect(press(setup as never, lifted, 'crumb', ['d5e'])).toBe(FOREST);
  });
  it('moves pawns; the Snipe lifts what it stands on', () => {
    expect(press(setup as never, FOREST, 'pawn 1', ['c3'])).toContain('hunters 1@c3,2@d2 held 0,0,4');
    const moved = press(setup as never, FOREST, 'pawn 0', ['d5e']);
    expect(moved).toContain('snipe 3@d5e');
    expect(moved).toContain('held 0,0,5');
  });
  it('turns a card with what lies and stands on it', () => {
    const turned = press(setup as never, FOREST, 'turn', ['c2', 'd2']);
    expect(turned).toContain('/.,.,<w,+Ac,.,./');
    expect(turned).toContain('1@d2w,2@d2');
    expect(press(setup as never, FOREST, 'turn', ['c2', 'c2', 'c2', 'c2'])).toBe(FOREST);
  });
  it('exchanges cards, and Nest and Station change places with what was there', () => {
    expect(press(setup as never, FOREST, 'exchange', ['c6', 'd6'])).toMatch(/^\.,\.,<Ac,\+,/);
    const nest = press(setup as never, FOREST, 'mark N', ['d4']);
    expect(nest).toContain('/+Fc,+,rc,+N,');
    // A crumb at the new home goes to the old one.
    expect(press(setup as never, FOREST, 'mark N', ['c5'])).toMatch(/\.,\.,\+N,\+Fec,\.,\.\/\+Fc,\+Ac,rc/);
  });
  it('begins a turn with the dice chosen', () => {
    expect(choose(setup as never, FOREST, /Dice/, '1+6')).toMatch(/turn 3 dice 1\+6 left 7$/);
    expect(choose(setup as never, FOREST, /Dice/, '')).toMatch(/turn 3 roll$/);
    expect(choose(setup as never, FOREST, /To move/, '1')).toMatch(/turn 1 dice 4\+5 left 9$/);
    expect(choose(setup as never, FOREST, /Snipe/, '1')).toContain('snipe 1@a3s hunters 3@d2s,2@d2');
    // One player with two hunters chooses between them first.
    const two = FOREST.replace('hunters 1@d2s,2@d2 held 0,0,4', 'hunters 1@d2s,1@d2 held 0,0,4');
    expect(choose(setup as never, two, /To move/, '1')).toMatch(/turn 1 dice 4\+5 pick$/);
    expect(enter(setup as never, FOREST, /Crumbs of Seat 2/, 6)).toContain('held 0,6,4');
  });
});
