// A set-up board in the hands of a person, for tests.

import { expect } from 'vitest';
import type { Change, Control, Editor } from '../../src/insight/editor';
import type { Part } from '../../src/wire.gen';

export const NAMES = { 1: 'Seat 1', 2: 'Seat 2', 3: 'Seat 3' };
export const bench = { shown: undefined, accepted: '', names: NAMES, side: 1 };

/** Presses places one after the other, as a person does: each must be on offer. */
export function press<M>(editor: Editor<M, never>, text: string, tool: string, places: string[], on = bench): string {
  let [now, first]: [string, Part | undefined] = [text, undefined];
  const pair = editor
    .tools(editor.read(text)!, on as never)
    .flatMap((group) => group.tools)
    .find(({ id }) => id === tool)?.pair;
  for (const place of places) {
    const model = editor.read(now)!;
    const [at, role] = place.split('/');
    const part = editor
      .places(model, tool, on as never)
      .find((one) => (one.place === at && (role === undefined || one.role === role)) || one.value === place);
    expect(part, `${place} is not on offer`).toBeDefined();
    if (pair && !first) first = part;
    else {
      now = editor.write(editor.press(model, tool, part!, on as never, first));
      first = undefined;
    }
  }
  return now;
}
export const control = <M>(editor: Editor<M, never>, text: string, label: RegExp, on = bench): Control =>
  editor.controls(editor.read(text)!, on as never).find((one) => label.test(one.label))!;
export const textOf = (change: Change): string => ('text' in change ? change.text : '');
export const choose = <M>(editor: Editor<M, never>, text: string, label: RegExp, value: string): string => {
  const found = control(editor, text, label);
  return found.kind === 'choice' ? textOf(found.set(value)) : '';
};
export const enter = <M>(editor: Editor<M, never>, text: string, label: RegExp, value: number): string => {
  const found = control(editor, text, label);
  return found.kind === 'number' ? textOf(found.set(value)) : '';
};
