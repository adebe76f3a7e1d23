// The queue of events that the board plays, without a browser.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Playback, type Shown } from '../src/lib/playback';
import type { PositionView, ReplayView, TableView } from '../src/wire.gen';

/** Seat 3 has the turn, so that the last event is looked at as long as the others. */
const position = (step: number, text = `p${step}`, turn = 3): PositionView =>
  ({ step, text, turn: { kind: 'act', seats: [turn] }, board: {}, left: [] }) as unknown as PositionView;
const view = (step: number, seats: number[] = [2], text?: string, turn?: number) =>
  ({
    position: position(step, text, turn),
    last: { kind: 'acted', seats, step, touched: [`t${step}`], version: step, at: 0, narration: [], turn: 1 },
  }) as unknown as Pick<TableView, 'position' | 'last' | 'last_move'>;
const replay = (step: number): ReplayView =>
  ({
    steps: 99,
    position: position(step),
    last: { seats: [2], texts: [], touched: [`t${step}`], narration: [] },
  }) as ReplayView;

let asked: [number, number][] = [];
let pace = 500;
let seen: Shown[] = [];
let urgent = false;
const make = (mine = [1]) =>
  new Playback(
    {
      frames: (after, to) => {
        asked.push([after, to]);
        return Promise.resolve(Array.from({ length: to - after }, (_, i) => replay(after + 1 + i)));
      },
      replay: (step) => Promise.resolve(replay(step)),
    },
    () => pace,
    () => mine,
    (shown) => seen.push(shown),
    () => urgent,
  );
const step = () => seen.at(-1)?.frame?.step;
const playing = () => seen.at(-1)?.playing;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, seen, pace, urgent] = [[], [], 500, false];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('playback', () => {
  it('shows the first position at once, and later events one at a time', async () => {
    const one = make();
    one.update(view(3));
    expect(step()).toBe(3);
    one.update(view(7));
    await vi.advanceTimersByTimeAsync(1);
    expect([step(), playing()]).toEqual([4, true]);
    expect(asked).toEqual([[3, 6]]);
    for (const at of [5, 6, 7]) {
      await vi.advanceTimersByTimeAsync(500);
      expect(step()).toBe(at);
    }
    await vi.advanceTimersByTimeAsync(500);
    expect(playing()).toBe(false);
  });

  it('goes on with events that arrive while it plays', async () => {
    const one = make();
    one.update(view(1));
    one.update(view(2));
    await vi.advanceTimersByTimeAsync(100);
    one.update(view(3));
    expect(step()).toBe(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(step()).toBe(3);
  });

  it('skips to the newest position, which it knows already', async () => {
    const one = make();
    one.update(view(1));
    one.update(view(9));
    await vi.advanceTimersByTimeAsync(1);
    one.skip();
    expect([step(), playing()]).toEqual([9, false]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(step()).toBe(9);
  });

  it('does not wait after an own move', async () => {
    const one = make([2]);
    one.update(view(1));
    one.update(view(2));
    await vi.advanceTimersByTimeAsync(1);
    expect([step(), playing()]).toEqual([2, false]);
  });
});

describe('playback and the own turn', () => {
  it('does not wait after the last event before the own turn', async () => {
    const one = make();
    one.update(view(1));
    one.update(view(3, [2], undefined, 1));
    await vi.advanceTimersByTimeAsync(1);
    expect([step(), playing()]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(500);
    expect([step(), playing()]).toEqual([3, false]);
  });

  it('shows new events at once while the own clock runs, and plays them when asked to', async () => {
    const one = make();
    one.update(view(1));
    one.update(view(2));
    await vi.advanceTimersByTimeAsync(1);
    expect(playing()).toBe(true);
    urgent = true;
    one.update(view(6, [2], undefined, 1));
    expect([step(), playing(), asked.length]).toEqual([6, false, 0]);
    void one.again(3);
    await vi.advanceTimersByTimeAsync(251);
    expect([step(), playing()]).toEqual([4, true]);
    // Something else at the table, without a new event of the game.
    one.update(view(6, [2], undefined, 1));
    await vi.advanceTimersByTimeAsync(500);
    expect([step(), playing()]).toEqual([5, true]);
  });

  it('begins with the newest position if the own clock runs already', () => {
    urgent = true;
    const one = make();
    one.update(view(5), 2);
    expect([step(), playing()]).toEqual([5, false]);
  });
});

describe('playback that is interrupted', () => {
  it('follows a take-back at once, also to a position of the same step', async () => {
    const one = make();
    one.update(view(4));
    one.update(view(8));
    one.update(view(3));
    expect([step(), playing()]).toEqual([3, false]);
    one.update(view(3, [2], 'another'));
    expect(seen.at(-1)?.frame?.position.text).toBe('another');
    await vi.advanceTimersByTimeAsync(5000);
    expect(step()).toBe(3);
  });

  it('does not fall behind without end', async () => {
    const one = make();
    one.update(view(1));
    for (let step = 2; step < 90; step++) one.update(view(step));
    await vi.advanceTimersByTimeAsync(1);
    expect(step()).toBeGreaterThan(80);
  });

  it('plays nothing if everything is shown at once', () => {
    pace = 0;
    const one = make();
    one.update(view(1));
    one.update(view(9));
    expect([step(), playing(), asked.length]).toEqual([9, false, 0]);
  });
});

describe('playback of what is past', () => {
  it('begins where it is told to', async () => {
    const one = make();
    one.update(view(5), 2);
    await vi.advanceTimersByTimeAsync(1);
    expect([step(), playing()]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(250);
    expect(step()).toBe(3);
    await vi.advanceTimersByTimeAsync(2000);
    expect([step(), playing()]).toEqual([5, false]);
  });

  it('looks back until it is told to return, whatever happens meanwhile', async () => {
    const one = make();
    one.update(view(5));
    await one.look(2);
    expect([step(), seen.at(-1)?.looking]).toEqual([2, 2]);
    one.update(view(6));
    await vi.advanceTimersByTimeAsync(2000);
    expect(step()).toBe(2);
    one.skip();
    expect([step(), seen.at(-1)?.looking]).toEqual([6, undefined]);
  });

  it('shows the newest position if the others do not come', async () => {
    const one = new Playback(
      { frames: () => Promise.reject(new Error()), replay: () => Promise.reject(new Error()) },
      () => 500,
      () => [1],
      (shown) => seen.push(shown),
    );
    one.update(view(5), 2);
    await vi.advanceTimersByTimeAsync(1);
    expect(step()).toBe(5);
    one.update(view(9));
    await vi.advanceTimersByTimeAsync(1);
    expect(step()).toBe(9);
  });
});
