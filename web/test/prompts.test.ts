// What a player of Breadwinner is told to do, and what the button says that ends a phase.
import { describe, expect, it } from 'vitest';
import { promptFor, wayOn } from '../src/games/breadwinner/prompts';
import type { Board, Kind, Phase } from '../src/games/breadwinner/view';
import type { MoveView, Part } from '../src/wire.gen';

const board = (phase: Phase, factories: (Kind | null)[], pile: number, onMap = false): Board => ({
  tiles: [{ at: 'a', bots: onMap ? [{ seat: 1, kind: 'drone' }] : [], crop: null, poison: false }],
  sides: [{ seat: 1, loaves: 0, factories, pile }],
  centre: 12,
  loaves_to_win: 12,
  phase,
  seat: 1,
  round: 2,
  round_cap: 60,
  rolled: [],
  free: 0,
  discard: [],
  pool: 10,
});
const EMPTY = [null, null, null, null];
const FULL: Kind[] = ['drone', 'drone', 'drone', 'drone'];
const move = (...parts: [Part['role'], string][]): MoveView => ({
  text: '',
  parts: parts.map(([role, value]) => ({ role, value, place: 'a' })),
});

describe('the end of a phase', () => {
  it('leads to the next phase in which something is left to do', () => {
    expect(wayOn(board('map', ['drone', null, null, null], 3, true))).toBe('factories');
    expect(wayOn(board('map', EMPTY, 3, true))).toBe('build');
    expect(wayOn(board('factories', ['drone', null, null, null], 3))).toBe('build');
    // Without an empty factory nothing is rolled (W24), without dice neither.
    expect(wayOn(board('factories', FULL, 4))).toBe('recall');
    expect(wayOn(board('map', EMPTY, 0, true))).toBe('recall');
    expect(wayOn(board('build', EMPTY, 8))).toBe('turn');
    expect(wayOn(board('build', EMPTY, 7, true))).toBe('recall');
    expect(wayOn(board('recall', FULL, 4, true))).toBe('turn');
  });
});

describe('the prompt', () => {
  const map = board('map', EMPTY, 6, true);
  it('names what can be done at once, the nearest to bread first', () => {
    const harvest = move(['bot', 'Ha'], ['action', 'harvest']);
    const unload = move(['bot', 'Ha5'], ['to', 'D1'], ['action', 'unload']);
    expect(promptFor(map, 'ask-bot', [move(['bot', 'Dr'], ['action', 'plant']), harvest])).toBe('ask-bot-harvest');
    expect(promptFor(map, 'ask-bot', [harvest, unload])).toBe('ask-bot-unload');
    expect(promptFor(map, 'ask-bot', [move(['bot', 'Ha5'], ['to', 'c'])])).toBe('ask-bot-load');
    expect(promptFor(map, 'ask-bot', [move(['bot', 'Dr'], ['to', 'c'])])).toBe('ask-bot-map');
  });
  it('says what a phase is for', () => {
    expect(promptFor(board('recall', FULL, 4), 'ask-bot', [])).toBe('ask-bot-recall');
    expect(promptFor(board('build', EMPTY, 8), 'ask-face', [move(['face', '2'], ['factory', '1'])])).toBe('ask-face');
    expect(promptFor(board('build', EMPTY, 8), 'ask-face', [move(['face', '2*'])])).toBe('ask-face-free');
    expect(promptFor(map, 'ask-to', [])).toBe('ask-to');
  });
});
