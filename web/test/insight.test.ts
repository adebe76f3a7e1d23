// Trees of variations, links and records of analyses, graphs of reviews, and the row of days.

import { describe, expect, it, vi } from 'vitest';
import type { PlayedEvent, StudyView } from '../src/wire.gen';
import {
  boardSeat,
  drawnPoints,
  graphLines,
  graphPoints,
  lessonAt,
  mistakenTurns,
  mistakesOf,
  nearestPoint,
  nextPoint,
  turnsOf,
  valueAt,
  whereabouts,
} from '../src/insight/graph';
import { judge } from '../src/insight/judge';
import { advice, comparison, isNear, purpose, type Speech } from '../src/insight/hintWords';
import { lineWords, plainReasons, shortWords, turnWords } from '../src/insight/phrases';
import { rankedLines } from '../src/insight/marks';
import { lineEvents, Positions } from '../src/insight/positions';
import { dayBefore, rowOn } from '../src/insight/solved';
import {
  fromFragment,
  fromRecord,
  lineOnly,
  newStudy,
  packStudy,
  readEvent,
  toFragment,
  toRecord,
  unpackStudy,
  writeEvent,
} from '../src/insight/study';
import * as tree from '../src/insight/tree';
import type { AnalysisLine, HintView, ReviewStep, TextView, ValueView } from '../src/wire.gen';
import { percent, shares, valueBadge, valueWords, winnersOf } from '../src/insight/values';
import { Lines } from '../src/link/stream';
import { parse, paths } from '../src/lib/router';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

const move = (seat: number, text: string): PlayedEvent => ({ seats: [seat], texts: [text] });
const [a, b, c, d] = [move(1, 'a'), move(2, 'b'), move(1, 'c'), move(2, 'd')];

/** a b c, with d instead of b. */
function sample(): { tree: tree.Tree; ids: Record<'a' | 'b' | 'c' | 'd', number> } {
  const first = tree.addLine(tree.emptyTree(), tree.ROOT, [a, b, c]);
  const ids = tree.pathTo(first.tree, first.id).map(({ id }) => id);
  const other = tree.add(first.tree, ids[1]!, d);
  return { tree: other.tree, ids: { a: ids[1]!, b: ids[2]!, c: ids[3]!, d: other.id } };
}
const texts = (one: tree.Tree, id: number) => tree.eventsTo(one, id).map((event) => event.texts[0]);

describe('a tree of variations', () => {
  it('adds an event once', () => {
    const { tree: grown, ids } = sample();
    expect(tree.add(grown, ids.a, b)).toEqual({ tree: grown, id: ids.b });
    expect(tree.addLine(grown, tree.ROOT, [a, d]).id).toBe(ids.d);
    expect(texts(grown, ids.c)).toEqual(['a', 'b', 'c']);
    expect(texts(grown, ids.d)).toEqual(['a', 'd']);
  });
  it('promotes a side line, and leaves the main line alone', () => {
    const { tree: grown, ids } = sample();
    expect(tree.isMainLine(grown, ids.d)).toBe(false);
    const next = tree.promote(grown, ids.d);
    expect(tree.isMainLine(next, ids.d)).toBe(true);
    expect(tree.lineFrom(next, tree.ROOT).map(({ id }) => id)).toEqual([ids.a, ids.d]);
    expect(tree.promote(next, ids.d)).toBe(next);
    // The tree before is untouched.
    expect(tree.isMainLine(grown, ids.c)).toBe(true);
  });
  it('deletes a move with everything after it', () => {
    const { tree: grown, ids } = sample();
    const cut = tree.remove(grown, ids.b);
    expect(cut.id).toBe(ids.a);
    expect(cut.tree.nodes.has(ids.c)).toBe(false);
    expect(tree.lineFrom(cut.tree, tree.ROOT).map(({ id }) => id)).toEqual([ids.a, ids.d]);
    expect(tree.remove(grown, tree.ROOT).tree).toBe(grown);
  });
  it('lists the other choices after the one that they replace', () => {
    const { tree: grown, ids } = sample();
    const rows = tree.rowsAfter(grown, tree.ROOT);
    expect(rows.map(({ node, depth }) => [node.id, depth])).toEqual([
      [ids.a, 1],
      [ids.b, 2],
      [ids.c, 3],
    ]);
    expect(rows[1]?.others.map((line) => line.map(({ node }) => node.id))).toEqual([[ids.d]]);
  });
  it('takes thousands of events', () => {
    const long = tree.addLine(
      tree.emptyTree(),
      tree.ROOT,
      Array.from({ length: 5000 }, (_, i) => move((i % 2) + 1, String(i))),
    );
    expect(tree.rowsAfter(long.tree, tree.ROOT)).toHaveLength(5000);
    expect(unpackStudy(packStudy({ ...newStudy('x'), tree: long.tree })).tree.nodes.size).toBe(5001);
  });
});

describe('a study', () => {
  const { tree: grown, ids } = sample();
  const study = {
    ...newStudy('breakthrough:columns=5', '5/5 w', [{ seat: 1, name: 'Ada' }]),
    tree: tree.comment(tree.comment(grown, ids.d, 'Too slow # {really}\nI think'), tree.ROOT, 'The start'),
  };
  it('survives a link with its variations and comments', async () => {
    const link = await toFragment(study);
    expect(link).toMatch(/^[A-Za-z0-9_-]+$/);
    const back = await fromFragment(link);
    expect(packStudy(back)).toBe(packStudy(study));
    expect(back.start).toBe('5/5 w');
    expect(back.names).toEqual([{ seat: 1, name: 'Ada' }]);
    const other = tree.nodeOf(back.tree, tree.addLine(back.tree, tree.ROOT, [a, d]).id);
    expect(other.comment).toBe('Too slow # {really}\nI think');
  });
  it('refuses a damaged link', async () => {
    await expect(fromFragment('AAAA')).rejects.toThrow();
    expect(() => unpackStudy('{"v":1,"g":"x","t":["no event"]}')).toThrow();
    expect(() => unpackStudy('{"v":2,"g":"x","t":[]}')).toThrow();
    expect(() => unpackStudy('[]')).toThrow();
  });
  it('is a record with remarks', () => {
    expect(toRecord(study, 2)).toBe(
      [
        'game: breakthrough:columns=5',
        'rules: 2',
        'seat 1: Ada',
        'start: 5/5 w',
        '',
        '# The start',
        '1: a',
        '2: b',
        '# or 2: d {Too slow # really I think}',
        '1: c',
        '',
      ].join('\n'),
    );
    expect(toRecord(lineOnly(study, [a, d]), 2)).toContain('1: a\n2: d\n');
  });
  it('takes remarks of a record over as comments', () => {
    const steps = [
      { seats: [], texts: ['roll 1 2'] },
      { seats: [1], texts: ['n'] },
    ];
    const text = 'game: snipe\nrules: 1\nseat 1: A:B\n\n*: roll 1 2\n# alone\n1: n    # a good step\n';
    const made = fromRecord({ spec: 'snipe', start: 'deal', names: [], steps }, text);
    const [roll, step] = tree.lineFrom(made.tree, tree.ROOT);
    expect([roll?.comment, step?.comment]).toEqual(['', 'a good step']);
  });
  it('writes and reads events', () => {
    for (const text of ['1: e2-e3', '*: roll 3 4', '1+2: x-y | z']) {
      const event = readEvent(text);
      expect(event && writeEvent(event)).toBe(text);
    }
    expect(readEvent('1+2: x')).toBeUndefined();
    expect(readEvent('x: y')).toBeUndefined();
  });
});

describe('positions', () => {
  it('of a long game begin at a position in between', async () => {
    const asked: [string | undefined, number][] = [];
    const positions = new Positions('snipe', 'start', async ({ position, events }) => {
      asked.push([position, events.length]);
      return { position: { text: `after ${events.length}` } } as StudyView;
    });
    const events = Array.from({ length: 340 }, (_, i) => move(1, String(i)));
    await positions.at(events);
    await positions.at(events);
    expect(asked).toEqual([
      ['start', 150],
      ['after 150', 150],
      ['after 150', 40],
    ]);
  });
  it('that failed are asked again', async () => {
    let fails = true;
    const positions = new Positions('x', undefined, () =>
      fails ? Promise.reject(new Error('no')) : Promise.resolve({} as StudyView),
    );
    await expect(positions.at([])).rejects.toThrow();
    fails = false;
    await expect(positions.at([])).resolves.toEqual({});
  });
  it('take the first moves of a line', () => {
    const steps = [
      { seat: 1, text: 'x' },
      { seat: 2, text: 'y' },
    ];
    expect(lineEvents(steps, 1)).toEqual([move(1, 'x')]);
  });
});

const value = (chances: number[], more: Partial<ValueView> = {}): ValueView => ({
  chances,
  bound: 'estimate',
  ...more,
});
const names = { 1: 'White', 2: 'Black', 3: 'C' };

describe('values in words', () => {
  it('say who wins and when, if it is proven', () => {
    expect(valueWords(value([1, 0], { bound: 'proven', distance: 7 }), names, 2)).toBe('White wins in 7 moves');
    expect(valueWords(value([0, 1], { bound: 'proven', distance: 1 }), names, 1)).toBe('Black wins in 1 move');
    expect(valueWords(value([0, 1], { bound: 'proven', distance: 0 }), names, null)).toBe('Black has won');
    expect(valueWords(value([0.5, 0.5], { bound: 'proven', distance: 0 }), names, null)).toBe('A draw');
    expect(valueWords(value([0.5, 0.5, 0], { bound: 'proven', distance: 0 }), names, null)).toBe(
      'White, Black share the win',
    );
    expect(winnersOf(value([0, 1]))).toEqual([2]);
  });
  it('say the chance of the seat that chooses', () => {
    expect(valueWords(value([0.634, 0.366]), names, 2)).toBe('Black 37\u00a0%');
    expect(valueWords(value([0.634, 0.366]), names, null)).toBe('White 63\u00a0%');
    expect(valueWords(value([0.9, 0.1], { bound: 'lower' }), names, 1)).toBe('at least White 90\u00a0%');
    expect(valueWords(value([0.4, 0.3, 0.3], { error: 0.02 }), names, 1)).toBe('White 40\u00a0% ± 2');
    expect(valueWords(value([], { points: 31.24, error: 1.5 }), names, 1)).toBe('31.2 points expected ± 1.5');
  });
  it('never call an estimate certain', () => {
    expect(percent(0.999)).toBe(99);
    expect(percent(0.001)).toBe(1);
    expect(percent(1, true)).toBe(100);
  });
  it('are short in badges', () => {
    expect(valueBadge(value([1, 0], { bound: 'proven', distance: 7 }), 1)).toBe('#7');
    expect(valueBadge(value([1, 0], { bound: 'proven', distance: 7 }), 2)).toBe('−#7');
    expect(valueBadge(value([0.5, 0.5]), 1)).toBe('50\u00a0%');
  });
  it('fill a bar', () => {
    expect(shares(value([0.5, 0.25, 0.25]))).toEqual([0.5, 0.25, 0.25]);
    expect(shares(value([0, 0]))).toEqual([0.5, 0.5]);
  });
});

const step = (number: number, chance: number, mark: ReviewStep['choices'][number]['mark'], seat = 1): ReviewStep => ({
  step: number,
  turn: number,
  value: value([chance, 1 - chance]),
  choices: [{ seat, text: 'x', mark, loss: 0.2, why: [] }],
  luck: [],
});

describe('the graph of a review', () => {
  const steps = [step(1, 0.5, 'best'), step(2, 0.7, 'blunder', 2), step(3, 0.6, 'inaccuracy')];
  const points = graphPoints({ start: value([0.5, 0.5]), steps, key_moments: [2] });
  it('has the start and every event, with its worst mark', () => {
    expect(points.map(({ step, mark, seat, key }) => [step, mark, seat, key])).toEqual([
      [0, undefined, undefined, false],
      [1, 'best', 1, false],
      [2, 'blunder', 2, true],
      [3, 'inaccuracy', 1, false],
    ]);
  });
  it('finds the value after an event while only the end of the game is reviewed', () => {
    const late = graphPoints({ start: value([0.5, 0.5]), steps: steps.slice(1), key_moments: [] });
    expect(valueAt(late, steps[1]!.step)).toBe(steps[1]!.value);
    expect(valueAt(late, steps[0]!.step)).toBeUndefined();
    // No line from the start to there, which would look like the course of the game.
    expect(drawnPoints(late, false).map((one) => one.step)).toEqual([2, 3]);
    expect(drawnPoints(points, true)).toEqual(points);
  });

  it('bounds the bands of the seats, and draws points alone', () => {
    expect(graphLines(points)).toEqual([{ seat: 1, values: [0.5, 0.5, 0.7, 0.6] }]);
    const three = graphPoints({ start: value([0.2, 0.3, 0.5]), steps: [], key_moments: [] });
    expect(graphLines(three)).toEqual([
      { seat: 1, values: [0.2] },
      { seat: 2, values: [0.5] },
    ]);
    const alone = [0, 10, 20].map((n, i) => ({
      step: i,
      value: value([], { points: n }),
      mark: undefined,
      seat: undefined,
      key: false,
    }));
    expect(graphLines(alone)).toEqual([{ seat: 1, values: [0, 0.5, 1] }]);
  });
  it('finds the point under the pointer and the next mistake', () => {
    expect(nearestPoint(points, 1.2)?.step).toBe(1);
    expect(nearestPoint(points, 7)?.step).toBe(3);
    expect(nextPoint(points, 0, 1, ({ key }) => key)?.step).toBe(2);
    expect(nextPoint(points, 3, -1)?.step).toBe(2);
    expect(nextPoint(points, 3, 1)).toBeUndefined();
  });
  it('lists mistakes of all or of one seat', () => {
    expect(mistakesOf(steps).map((one) => one.step)).toEqual([2, 3]);
    expect(mistakesOf(steps, 2).map((one) => one.step)).toEqual([2]);
  });
});

describe('a round in which several seats chose', () => {
  const one = step(1, 0.5, 'best');
  it('looks at the own mistake where others went wrong in the same round', () => {
    const wrong = (seat: number) => ({ seat, text: 'x', mark: 'mistake' as const, loss: 0.2, why: [] });
    const round = [{ ...one, step: 4, choices: [wrong(1), wrong(2)] }];
    expect(lessonAt(round, 4, 2)?.choice.seat).toBe(2);
    expect(lessonAt(round, 4, undefined)?.choice.seat).toBe(1);
    expect(lessonAt(round, 4, 3)?.choice.seat).toBe(1);
    expect(lessonAt(round, 5, 2)).toBeUndefined();
  });
  it('shows the board of the one who made the mistake, else the own one', () => {
    const here = { choices: [1, 2].map((seat) => ({ ...one.choices[0]!, seat })) };
    expect(boardSeat({ choice: here.choices[1]! }, 1, here)).toBe(2);
    expect(boardSeat(undefined, 2, here)).toBe(2);
    expect(boardSeat(undefined, undefined, here)).toBe(1);
    expect(boardSeat(undefined, undefined, undefined)).toBeUndefined();
  });
});

describe('a second try', () => {
  const better: AnalysisLine = {
    value: value([0.6, 0.4]),
    steps: [{ seat: 1, text: 'best', parts: [], narration: [] }],
  };
  const choice = { seat: 1, text: 'played', mark: 'blunder' as const, loss: 0.3, why: [], better };
  const judgeOne = (move: string, of: ValueView) => judge(choice, [{ text: move }], of, move);
  it('is judged against the best move and the one played', () => {
    expect(judgeOne('best', value([0.55, 0.45])).kind).toBe('best');
    expect(judgeOne('other', value([0.59, 0.41])).kind).toBe('good');
    expect(judgeOne('other', value([0.45, 0.55]))).toMatchObject({
      kind: 'better',
      text: 'other is better than what was played, but gives away 15\u00a0% of the chance to win.',
    });
    expect(judgeOne('other', value([0.3, 0.7])).kind).toBe('worse');
    expect(judgeOne('played', value([0.45, 0.55])).kind).toBe('worse');
  });
  it('is judged as a whole where it is a walk', () => {
    const walk = [{ text: 'played' }, { text: 'on' }];
    // It begins like the mistake and ends better.
    expect(judge(choice, walk, value([0.45, 0.55]), 'The walk to c3')).toMatchObject({
      kind: 'better',
      text: 'The walk to c3 is better than what was played, but gives away 15\u00a0% of the chance to win.',
    });
    expect(judge(choice, [{ text: 'best' }, { text: 'back' }], value([0.3, 0.7]), 'The walk to c3').kind).toBe('worse');
  });
});

describe('suggestions on the board', () => {
  const line = (...places: string[]): AnalysisLine => ({
    value: value([0.5, 0.5]),
    steps: [{ seat: 1, text: 'x', parts: places.map((place) => ({ role: 'to', value: place, place })), narration: [] }],
  });
  it('have their rank, the best on top, and one number a place', () => {
    const drawn = rankedLines([line('a1', 'a2'), line('b1', 'a2'), { value: value([1, 0]), steps: [] }]);
    expect(drawn.map(({ places, label }) => [places.join(), label])).toEqual([
      ['b1,a2', undefined],
      ['a1,a2', '1'],
    ]);
  });
});

describe('a walk on the board', () => {
  const step = (seat: number, place: string, role = 'step') => ({
    seat,
    text: place,
    parts: [{ role, value: place, place }],
    narration: [],
  });
  it('is drawn to the end of the turn, or of the steps', () => {
    const walk = { value: value([0.5, 0.5]), steps: [step(1, 'a1'), step(1, 'a2'), step(2, 'b1')] };
    expect(rankedLines([walk])[0]?.places).toEqual(['a1', 'a2']);
    const turning = { ...walk, steps: [step(1, 'a1'), step(1, 'c4', 'card'), step(1, 'a2')] };
    expect(rankedLines([turning])[0]?.places).toEqual(['a1']);
    expect(rankedLines([{ ...walk, steps: [step(1, 'c4', 'card'), step(1, 'a2')] }])[0]?.places).toEqual(['c4']);
  });
});

describe('the row of days', () => {
  it('goes on with yesterday and ends with an older day', () => {
    expect(dayBefore('2026-03-01')).toBe('2026-02-28');
    expect(rowOn({ solved: [], last: '2026-11-16', row: 4 }, '2026-11-17')).toBe(4);
    expect(rowOn({ solved: [], last: '2026-11-17', row: 5 }, '2026-11-17')).toBe(5);
    expect(rowOn({ solved: [], last: '2026-11-15', row: 4 }, '2026-11-17')).toBe(0);
    expect(rowOn({ solved: [], last: undefined, row: 0 }, '2026-11-17')).toBe(0);
  });
});

describe('a stream', () => {
  it('is split into lines, however it arrives', () => {
    const lines = new Lines();
    expect(lines.take('{"a":1}\n{"b"')).toEqual(['{"a":1}']);
    expect(lines.take(':2}\n\n')).toEqual(['{"b":2}']);
    expect(lines.take('{"c":3}')).toEqual([]);
    expect(lines.end()).toEqual(['{"c":3}']);
  });
});

describe('addresses', () => {
  it('of an analysis say what it begins with', () => {
    const from = { spec: 'breakthrough:columns=5', position: '5/5 w', ply: 3 };
    const [path = '', search = ''] = paths.analysis(from).split(/(?=\?)/);
    expect(parse(path, search)).toMatchObject({ page: 'analysis', from });
    expect(parse('/analysis', '', '#abc')).toMatchObject({ page: 'analysis', from: { link: 'abc' } });
    expect(parse('/analysis', '?record=../x')).toMatchObject({ from: { record: undefined } });
  });
  it('of reviews and puzzles', () => {
    expect(parse('/review/abc', '?ply=4')).toEqual({ page: 'review', id: 'abc', ply: 4 });
    expect(parse('/puzzles')).toEqual({ page: 'puzzles' });
    expect(parse('/puzzles/snipe-17')).toEqual({ page: 'puzzle', id: 'snipe-17' });
  });
});

describe('a hint in words', () => {
  it('gives no reason that names a move by its notation', () => {
    const why: TextView[] = [
      { key: 'insight-takes-things', english: 'it takes 3 loaves', args: { count: '3' } },
      { key: 'insight-as-good', english: 'build 5@2 is about as good', args: { move: 'build 5@2' } },
    ];
    const value = { bound: 'estimate', chances: [0.6, 0.4] } as ValueView;
    const hint = { line: { value, steps: [] }, why } as unknown as HintView;
    const said = purpose(hint, 1, (text) => text.english);
    expect(said.slice(-1)).toEqual(['it takes 3 loaves']);
    expect(said).toHaveLength(2);
  });
  it('marks the die and the factory of a build', () => {
    const parts = [
      { role: 'face', value: '5' },
      { role: 'factory', value: '2', place: '1f2' },
    ];
    const build = { value: value([1, 0]), steps: [{ seat: 1, text: 'build 5@2', narration: [], parts }] };
    expect(rankedLines([build])[0]).toMatchObject({ places: ['1f2'], parts });
  });
});

const phrase = (english: string): TextView => ({ key: `snipe-${english}`, english, args: {} });
const walk = ['walk to c3n (north first)', 'lift a crumb', 'steps to the nearest hunter: 9'].map(phrase);

describe('a turn in words', () => {
  it('is named by what it does, and by its notation where the game has no words for it', () => {
    expect(turnWords(walk)).toBe('walk to c3n (north first), lift a crumb, steps to the nearest hunter: 9');
    expect(shortWords({ text: 'n', phrases: walk })).toBe('walk to c3n (north first), lift a crumb');
    expect(shortWords({ text: 'e4-d3', phrases: [] })).toBe('e4-d3');
    expect(lineWords({ steps: [{ text: 'e4-d3' }] })).toBe('e4-d3');
  });
  it('needs no sentence that names a move by its notation', () => {
    const why = ['insight-gives-away', 'insight-better', 'insight-reply', 'snipe-worse-hide'].map((key) => ({
      key,
      english: key,
      args: {},
    }));
    expect(plainReasons({ why, phrases: walk }).map(({ key }) => key)).toEqual([
      'insight-gives-away',
      'snipe-worse-hide',
    ]);
    expect(plainReasons({ why, phrases: [] })).toHaveLength(4);
  });

  const speech: Speech = {
    strings: { game: 'snipe', en: {}, de: {} },
    names: { 1: 'Guest' },
    inWords: true,
    word: (key) => ({ 'word-skip': 'Leave it', 'way-n': 'north' })[key],
  };
  const stepOf = (text: string, role = 'step') => ({ seat: 1, text, narration: [], parts: [{ role, value: text }] });
  const estimate = (chance: number) => value([chance, 1 - chance]);
  it('is what a hint says, with the number of the next best turn', () => {
    const line = { value: estimate(0.5), steps: [stepOf('n')], phrases: walk };
    const other = { value: estimate(0.47), steps: [stepOf('e')], phrases: [phrase('walk to b2 (east first)')] };
    expect(advice(line, speech)).toBe('Walk to c3n (north first), lift a crumb, steps to the nearest hunter: 9.');
    const hint = { line, runner_up: other, why: [] } as HintView;
    expect(comparison(hint, 1, speech)).toBe('Next best: walk to b2 (east first), with 47\u00a0%.');
    const near = { ...hint, runner_up: { ...other, value: estimate(0.499) } };
    expect(comparison(near, 1, speech)).toBe('About as good: walk to b2 (east first), with 50\u00a0%.');
    // Then neither is the better one, and what tells them apart is not said as if one were.
    expect(isNear(near, 1)).toBe(true);
    // A button is called as it is labelled.
    expect(advice({ ...line, steps: [stepOf('skip', 'word')], phrases: [phrase('leave it alone')] }, speech)).toBe(
      'Choose “Leave it”.',
    );
  });
  it('is called the only one if no other is possible', () => {
    const hint = { line: { value: estimate(0.5), steps: [stepOf('n')], phrases: walk }, why: [] as TextView[] };
    expect(comparison(hint, 1, speech)).toBe('');
    const only = { ...hint, why: [{ key: 'insight-only', english: 'it is the only move', args: {} }] };
    expect(comparison(only, 1, speech)).toBe('It is the only choice.');
  });
});

describe('the turns of a review', () => {
  const chose = (seat: number, mark: 'blunder' | 'inaccuracy' | 'best', loss: number) => ({
    seat,
    text: mark,
    mark,
    loss,
    why: [],
  });
  const at = (step: number, turn: number, ...choices: ReturnType<typeof chose>[]): ReviewStep => ({
    step,
    turn,
    choices,
    luck: [],
    value: value([0.5, 0.5]),
  });
  const game = [
    at(1, 1),
    at(2, 1, chose(1, 'inaccuracy', 0.04)),
    at(3, 1, chose(1, 'blunder', 0.3)),
    at(4, 2, chose(2, 'best', 0)),
    at(5, 3, chose(1, 'inaccuracy', 0.05), chose(2, 'inaccuracy', 0.06)),
  ];
  it('have one mistake each, with all that was lost', () => {
    const turns = mistakenTurns(mistakesOf(game));
    expect(turns.map(({ step, choice, total }) => [step, choice.seat, choice.mark, Math.round(100 * total)])).toEqual([
      [3, 1, 'blunder', 34],
      [5, 1, 'inaccuracy', 5],
      [5, 2, 'inaccuracy', 6],
    ]);
  });
  it('are counted, and so are the steps of one', () => {
    expect(whereabouts(game, 3)).toEqual({ turn: 1, turns: 3, n: 3, steps: 3 });
    expect(whereabouts(game, 0)).toBeUndefined();
    expect([1, 2, 3].map((seat) => turnsOf(game, seat))).toEqual([2, 2, 1]);
  });
});
