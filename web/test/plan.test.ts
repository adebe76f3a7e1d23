// A hint goes on while its line is followed.

import { expect, it } from 'vitest';
import { planAfter } from '../src/insight/plan';
import type { HintView, Part } from '../src/wire.gen';

const step = (text: string, seat: number) => ({ text, seat, parts: [] as Part[], narration: [] });
const hint = (...steps: ReturnType<typeof step>[]): HintView => ({
  line: { steps, value: { chances: [0.6, 0.4] } as HintView['line']['value'] },
  why: [],
});

it('goes on with the next move of its line', () => {
  const plan = planAfter(hint(step('build 1@1', 1), step('build 2@2', 1), step('end', 1)), 'build 1@1', 1);
  expect(plan?.line.steps.map(({ text }) => text)).toEqual(['build 2@2', 'end']);
  expect(planAfter(plan, 'build 2@2', 1)?.line.steps).toHaveLength(1);
});

it('keeps the phrases of the moves that are left', () => {
  const phrase = (english: string) => ({ key: english, english });
  const end = { ...step('end', 1), parts: [{ role: 'word', value: 'end' }] };
  const whole = hint(step('build 1@1', 1), step('build 2@2', 1), end);
  whole.line.phrases = [phrase('build a Drone'), phrase('build a Harvester')];
  const plan = planAfter(whole, 'build 1@1', 1);
  expect(plan?.line.phrases).toEqual([phrase('build a Harvester')]);
  expect(planAfter(plan, 'build 2@2', 1)?.line.phrases).toEqual([]);
  whole.line.phrases = [phrase('build a Drone and a Harvester')];
  expect(planAfter(whole, 'build 1@1', 1)?.line.phrases).toEqual([]);
});

it('ends with another move, with the line, and with the turn', () => {
  const two = hint(step('build 1@1', 1), step('end', 1));
  expect(planAfter(two, 'build 1@2', 1)).toBeUndefined();
  expect(planAfter(hint(step('end', 1)), 'end', 1)).toBeUndefined();
  expect(planAfter(hint(step('end', 1), step('Dr a>c', 2)), 'end', 1)).toBeUndefined();
  expect(planAfter(undefined, 'end', 1)).toBeUndefined();
});
