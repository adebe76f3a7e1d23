import { describe, expect, it, vi } from 'vitest';
import { setup } from '../../src/games/traxx/setup';
import type { Board } from '../../src/games/traxx/view';
import { NAMES, control, press, textOf } from './bench';

vi.mock('../../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('Träxx by hand', () => {
  const field = (at: string, number: number | null = null) => ({ at, color: 'red' as const, number });
  const shown: Board = {
    fields: [field('e4'), field('e5'), field('e6', 4), field('e7'), field('d5', 9), field('d4')],
    paths: [],
    card: null,
    cards: [['red', 'blue', 'green', 'yellow']],
    taken: [],
  };
  const at = (accepted: string, side = 1) => ({ shown, accepted, names: NAMES, side }) as never;
  it('draws on from the end that is touched; alone a number below a higher one gives half', () => {
    const path = press(setup as never, 'e5*', 'draw', ['e6', 'e7', 'd5'], at('e5*'));
    expect(path).toBe('d5=9-e5*-e6=4-e7');
    expect(press(setup as never, 'e5*', 'draw', ['d5', 'e6'], at('e5*'))).toBe('e5*-d5=9-e6=2');
  });
  it('gives half for a number that another seat has reached', () => {
    const text = press(setup as never, 'e5*/e7*', 'draw', ['e6'], at('e5*/e7*'));
    expect(press(setup as never, text, 'draw', ['e6'], at(text, 2))).toBe('e5*-e6=4/e7*-e6=2');
  });
  it('shortens at the ends only, moves the start, and changes points', () => {
    const path = 'd5=9-e5*-e6=4-e7';
    expect(press(setup as never, path, 'shorten', ['e7', 'd5', 'e6'], at(path))).toBe('e5*');
    expect(setup.places(setup.read(path)!, 'shorten', at(path)).map((part) => part.place)).toEqual(['e7', 'd5']);
    expect(press(setup as never, path, 'start', ['e6'], at(path))).toBe('d5=9-e5-e6*=4-e7');
    expect(press(setup as never, path, 'start', ['d4'], at(path))).toBe('d4*');
    expect(press(setup as never, path, 'points', ['e6'], at(path))).toBe('d5=9-e5*-e6=2-e7');
    expect(press(setup as never, path, 'points', ['e6', 'e6'], at(path))).toBe(path);
  });
  it('turns cards, and only one lies open', () => {
    const text = 'e5* seen=BGPE card=RGYE';
    const turn = (now: string, card: string) => {
      const found = control(setup as never, now, /Cards/, at(text));
      return found.kind === 'toggles' ? textOf(found.press(card)) : '';
    };
    const cards = control(setup as never, text, /Cards/, at(text));
    expect(cards.kind === 'toggles' && cards.items.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'BGPE turned',
      'RBGY to come',
      'RGYE open',
    ]);
    expect(turn(text, 'RBGY')).toBe('e5* seen=BGPE,RBGY card=RGYE');
    expect(turn(text, 'BGPE')).toBe('e5* seen=RGYE card=BGPE');
    expect(turn(text, 'RGYE')).toBe('e5* seen=BGPE');
  });
});
