import { describe, expect, it, vi } from 'vitest';
import { setup } from '../../src/games/breadwinner/setup';
import { FARM } from '../../src/games/breadwinner/setup.samples';
import { choose, control, enter, press, textOf } from './bench';

vi.mock('../../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('Breadwinner by hand', () => {
  const EMPTY = 'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,4,5,6,6';
  it('puts bots on tiles and into factories, whose dice leave the roll', () => {
    expect(press(setup as never, EMPTY, '1 Ha', ['1f3'])).toBe(
      'phase=build seat=1 start=1 round=1 rolled=1,2,3,4,5,6,6 1f3=Ha',
    );
    // On the map it cannot be the first round (W19).
    expect(press(setup as never, EMPTY, '1 Dr', ['b'])).toBe(
      'phase=build seat=1 start=1 round=2 rolled=2,2,3,4,5,6,6 b=1Dr',
    );
    expect(press(setup as never, EMPTY, '2 So', ['D2', '2f1'])).toContain(
      'round=2 rolled=1,2,2,3,4,5,6,6 D2=2So 2f1=So',
    );
  });
  it('takes away the bot that was pressed, also where both seats have the same', () => {
    const both = 'phase=recall seat=1 start=1 round=4 a=1Dr+2Dr';
    expect(press(setup as never, both, 'eraser', ['a/target'])).toContain(' a=1Dr');
    expect(press(setup as never, both, 'eraser', ['a/bot'])).toContain(' a=2Dr');
    expect(press(setup as never, both, 'eraser', ['a/to'])).not.toContain('a=');
    expect(press(setup as never, FARM, 'eraser', ['1f4'])).not.toContain('1f4');
  });
  it('steps through the values that lie nowhere else', () => {
    const farm = 'phase=recall seat=1 start=1 round=4 a=1Ha+crop b=2Ha2 discard=1';
    const loaded = press(setup as never, farm, 'value', ['Ha a']);
    expect(loaded).toContain('a=1Ha3+crop');
    expect(press(setup as never, loaded, 'value', ['a/to'])).toContain('a=1Ha3+crop4');
    expect(press(setup as never, farm.replace('1Ha', '1Ha10'), 'value', ['Ha10 a'])).toContain('a=1Ha+crop');
  });
  it('puts crops and poison down, and takes them away', () => {
    const farm = 'phase=recall seat=1 start=1 round=4 a=1Ha';
    const planted = press(setup as never, farm, 'crop', ['b/to']);
    expect(planted).toContain('b=crop');
    expect(press(setup as never, planted, 'crop', ['b/to'])).toBe(farm);
    expect(press(setup as never, planted, 'poison', ['b/to'])).toContain('b=crop+poison');
  });
  it('rolls as many dice as the pile has, when the phase begins', () => {
    const farm = 'phase=recall seat=1 start=1 round=4 a=1Ha 1f1=Dr';
    expect(choose(setup as never, farm, /Phase/, 'build')).toContain('rolled=1,1,1,1,1,1 ');
    expect(choose(setup as never, EMPTY, /Phase/, 'recall')).not.toContain('rolled');
    const dice = control(setup as never, 'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,5,5,6,6', /rolled/i);
    // The third six gives a free bot (W18).
    expect(dice.kind === 'toggles' && textOf(dice.press('4'))).toContain('rolled=1,2,2,3,5,6,6,6 free=1');
    const spent = control(setup as never, farm, /Spent/);
    expect(spent.kind === 'toggles' && textOf(spent.press('7'))).toContain('discard=7');
    expect(enter(setup as never, farm, /Loaves of Seat 2/, 4)).toContain('loaves=0,4');
  });
});
