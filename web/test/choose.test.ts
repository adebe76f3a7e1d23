import { describe, expect, it } from 'vitest';
import { choiceAfter, clickable, pick, stillPossible } from '../src/lib/choose';
import type { MoveView, Part } from '../src/wire.gen';

const at = (role: string, place: string): Part => ({ role, value: place, place });
const word = (value: string): Part => ({ role: 'word', value });
const move = (text: string, ...parts: Part[]): MoveView => ({ text, parts });

const steps = [
  move('e2-e3', at('from', 'e2'), at('to', 'e3')),
  move('e2-d3', at('from', 'e2'), at('to', 'd3')),
  move('a2-a3', at('from', 'a2'), at('to', 'a3')),
];
const path = [
  move('d4>d5', at('end', 'd4'), at('field', 'd5')),
  move('d4>d5-e6', at('end', 'd4'), at('field', 'd5'), at('field', 'e6')),
  move('pass', word('pass')),
];

describe('choosing a move part by part', () => {
  it('offers each first part once', () => {
    expect(choiceAfter(steps, []).offers.map((part) => part.value)).toEqual(['e2', 'a2']);
  });
  it('commits when nothing is left to choose', () => {
    const first = pick(steps, [], at('from', 'e2'));
    expect(first.commit).toBeUndefined();
    expect(pick(steps, first.choice.chosen, at('to', 'd3')).commit?.text).toBe('e2-d3');
  });
  it('starts a new choice with another man', () => {
    const { choice } = pick(steps, [at('from', 'e2')], at('from', 'a2'));
    expect(choice.chosen).toEqual([at('from', 'a2')]);
    expect(clickable(steps, choice).map((part) => part.value)).toEqual(['a3', 'e2', 'a2']);
  });
  it('starts a new choice with a part shown beside the board', () => {
    const die = (value: string): Part => ({ role: 'face', value });
    const builds = [
      move('build 1@1', die('1'), at('factory', '1f1')),
      move('build 2@1', die('2'), at('factory', '1f1')),
      move('end', word('end')),
    ];
    const { choice } = pick(builds, [], die('1'));
    expect(clickable(builds, choice).map((part) => part.value)).toEqual(['1f1']);
    expect(clickable(builds, choice, ['face']).map((part) => part.value)).toEqual(['1f1', '1', '2']);
    expect(pick(builds, choice.chosen, die('2')).choice.chosen).toEqual([die('2')]);
  });
  it('does not commit a move that is the beginning of another', () => {
    const { choice, commit } = pick(path, [at('end', 'd4')], at('field', 'd5'));
    expect(commit).toBeUndefined();
    expect(choice.complete?.text).toBe('d4>d5');
    expect(choice.offers.map((part) => part.value)).toEqual(['e6']);
  });
  it('commits a move of one part at once', () => {
    expect(pick(path, [], word('pass')).commit?.text).toBe('pass');
  });
  it('chooses a single target automatically, but not one of two', () => {
    const bot = at('bot', 'b');
    const pulse: Part = { role: 'action', value: 'pulse' };
    const target = (value: string): Part => ({ role: 'target', value, place: 'b' });
    const one = [move('So b pulse Sh', bot, pulse, target('Sh'))];
    expect(pick(one, [bot], pulse).commit?.text).toBe('So b pulse Sh');
    const two = [...one, move('So b pulse Dr', bot, pulse, target('Dr'))];
    expect(pick(two, [bot], pulse).commit).toBeUndefined();
  });
  it('keeps the choice only while it begins a legal move', () => {
    expect(stillPossible(steps, [at('from', 'e2')])).toBe(true);
    expect(stillPossible(path, [at('from', 'e2')])).toBe(false);
  });
});

describe('a part that can be left out', () => {
  it('offers what follows a part that can be left out, and adds that part', () => {
    const both = [
      ...path,
      move('b2>d5', at('end', 'b2'), at('field', 'd5')),
      move('b2>b3', at('end', 'b2'), at('field', 'b3')),
    ];
    const start = choiceAfter(both, []);
    expect(clickable(both, start).map((part) => part.value)).toEqual(['d4', 'pass', 'b2']);
    expect(clickable(both, start, [], 'end').map((part) => part.value)).toEqual(['d4', 'pass', 'b2', 'd5', 'b3']);
    expect(pick(both, [], at('field', 'b3'), 'end').choice.chosen).toEqual([at('end', 'b2'), at('field', 'b3')]);
    // A field beside both ends belongs to the first of them, unless the other one is chosen.
    expect(pick(both, [], at('field', 'd5'), 'end').choice.chosen[0]).toEqual(at('end', 'd4'));
    expect(pick(both, [at('end', 'b2')], at('field', 'd5'), 'end').choice.chosen[0]).toEqual(at('end', 'b2'));
  });
});
