// The log in rows, the trail of the others, and how a game ended, in words.

import { describe, expect, it, vi } from 'vitest';
import { decisive, pointsOf } from '../src/lib/course';
import { headline as farmHeadline, tells } from '../src/games/breadwinner/log';
import { beginningOf, rowsOf, sealedLine, toldAt, toldUntil, trailOf, undoneIn } from '../src/lib/turns';
import { headline as huntHeadline } from '../src/games/snipe/headline';
import { controlsOf } from '../src/lib/controls';
import { headline, ownEnd, ranking, reasons, reasonsTo } from '../src/lib/verdict';
import type { EventName, EventView, TableView } from '../src/wire.gen';

// Runes need the Svelte compiler, which these tests do without.
vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

let version = 0;
const event = (kind: EventName, seats: number[], step: number, turn: number, touched: string[] = []): EventView => ({
  version: ++version,
  at: 0,
  kind,
  seats,
  texts: [`${kind}${step}`],
  touched,
  narration: [],
  step,
  turn,
});
const log = () => {
  version = 0;
  return [
    event('opened', [], 0, 0),
    event('drawn', [], 1, 1),
    event('acted', [2], 2, 1, ['a', 'b']),
    event('acted', [2], 3, 1, ['b', 'c']),
    event('acted', [1], 4, 2, ['x']),
    event('acted', [2], 5, 3, ['c', 'd']),
  ];
};

describe('the first row of the log', () => {
  it('tells how the table came together in one row, once the game has begun', () => {
    const before = [event('opened', [], 0, 0), event('claimed', [1], 0, 0), event('claimed', [2], 0, 0)];
    expect(rowsOf(before)).toHaveLength(3);
    const begun = [...before, event('started', [], 0, 0), event('acted', [1], 1, 1)];
    expect(rowsOf(begun).map((row) => [row.steps.length, row.counts])).toEqual([
      [4, false],
      [1, true],
    ]);
  });
});

describe('the log', () => {
  it('has one row a turn, with its steps folded in', () => {
    const rows = rowsOf(log());
    expect(rows.map((row) => [row.seats, row.steps.length, row.counts])).toEqual([
      [[], 1, false],
      [[2], 3, true],
      [[1], 1, true],
      [[2], 1, true],
    ]);
  });

  it('keeps what was taken back, marked', () => {
    const events = [...log(), event('undone', [2], 4, 2), event('acted', [2], 5, 3)];
    expect([...undoneIn(events)]).toEqual([6]);
    expect(rowsOf(events).map((row) => row.undone)).toEqual([false, false, false, true, false, false]);
    expect(rowsOf(events).at(-1)?.counts).toBe(true);
    const back = [...log(), event('taken-back', [], 2, 1)];
    expect([...undoneIn(back)]).toEqual([4, 5, 6]);
  });

  it('says of a hunt what mattered first, and the roll after it', () => {
    const text = (key: string, args: Record<string, string> = {}) => ({ key: `snipe-${key}`, args, english: key });
    const rolled = text('rolled', { seat: '2' });
    const step = text('stepped');
    const lift = (held: string) => text('lifted', { seat: '2', held });
    expect(huntHeadline([rolled, step, lift('4'), step], {})).toEqual([rolled, lift('4')]);
    expect(huntHeadline([rolled, step, lift('4'), step, lift('5')], { 2: 'Ada' })).toEqual([
      rolled,
      'Ada lifts 2 crumbs and has 5',
    ]);
    // A catch says who and how many; the rolls of its turn are told when the row is unfolded.
    const caught = text('caught', { catcher: '2', caught: '1', half: '3', all: '6' });
    expect(huntHeadline([rolled, step, caught, text('swapped')], { 1: 'Bo', 2: 'Ada' })).toEqual([
      'Ada catches the Snipe and takes 3 of 6 crumbs from Bo',
    ]);
    // The end comes last, and not before the crumb that brings it.
    expect(huntHeadline([rolled, lift('4'), text('last'), text('won')], {})).toEqual([
      rolled,
      lift('4'),
      text('last'),
      text('won'),
    ]);
    expect(huntHeadline([step, step], {})).toEqual([step]);
  });

  it('tells nothing that the board has not shown', () => {
    expect(toldUntil(log(), 2).map(({ step }) => step)).toEqual([0, 1, 2]);
    expect(toldUntil(log(), 9)).toHaveLength(6);
    // What was taken back stays where it was.
    const undone = [...log().slice(0, 4), event('undone', [2], 2, 1), event('acted', [2], 3, 1)];
    expect(toldUntil(undone, 2)).toHaveLength(5);
  });

  it('shows no raw deals', () => {
    const deal = { ...event('drawn', [], 1, 1), texts: ['deal a1,b2,c3,d4,e5,f6'] };
    expect(rowsOf([deal])[0]?.steps[0]?.texts).toEqual([]);
    expect(rowsOf([{ ...deal, texts: ['roll 3 4'] }])[0]?.steps[0]?.texts).toEqual(['roll 3 4']);
  });
});

describe('a turn of Breadwinner', () => {
  it('says of a turn in Breadwinner what it did, and in a quiet one what was moved and built', () => {
    const text = (key: string, args: Record<string, string> = { seat: '2' }) => ({
      key: `breadwinner-${key}`,
      args,
      english: key,
    });
    const build = (bot: string) => text('builds', { seat: '2', bot, factory: '1' });
    const [goes, rolls, up] = [text('goes'), text('rolls'), text('turned-up', { tile: 'a', value: '3' })];
    const turn = [text('unloads'), text('harvests'), up, goes, text('ends-phase'), rolls, build('Drone')];
    expect(farmHeadline(turn, {})).toEqual([text('unloads'), text('harvests'), up]);
    expect(farmHeadline([goes, goes, rolls, build('Drone'), build('Shield'), text('next-turn')], { 2: 'Ada' })).toEqual(
      ['Ada moves 2 bots', 'Ada builds Drone, Shield'],
    );
    // A bot that was built and taken back at once is told as both, and a turn of nothing as that.
    expect(farmHeadline([build('Drone'), text('recalls-factory')], { 2: 'Ada' })).toEqual([
      'Ada builds Drone',
      'Ada takes 1 bot back',
    ]);
    expect(farmHeadline([text('ends-phase'), rolls, text('ends-phase')], { 2: 'Ada' })).toEqual([
      'Ada moves and builds nothing',
    ]);
    expect(farmHeadline([rolls], {})).toEqual([rolls]);
    // The value of a crop that nobody has harvested or poisoned in this turn is no deed of it.
    expect(farmHeadline([rolls, up, goes], { 2: 'Ada' })).toEqual(['Ada moves 1 bot']);
  });

  it('tells what happens while the board plays, and keeps it while nothing is to be told', () => {
    const text = (key: string) => ({ key: `breadwinner-${key}`, english: key });
    const events = log().map((event, i) => ({
      ...event,
      narration: [[], [text('rolls')], [text('plants'), text('ends-phase')], [], [text('goes')], [text('next-turn')]][
        i
      ]!,
    }));
    const told = (step: number) => toldAt(events, step, tells).map(({ english }) => english);
    expect([told(1), told(2), told(3), told(4), told(5)]).toEqual([['rolls'], ['plants'], ['plants'], ['goes'], []]);
  });
});

describe('the trail', () => {
  it('holds what the others did since the own last turn', () => {
    expect(trailOf(log(), [1])).toEqual({ since: 4, moves: [{ seat: 2, places: ['c', 'd'] }] });
    expect(trailOf(log(), [2])).toBeUndefined();
    expect(trailOf(log().slice(0, 4), [1])?.since).toBe(0);
  });
  it('is the last turn for a spectator', () => {
    expect(trailOf(log(), [])?.moves).toEqual([{ seat: 2, places: ['c', 'd'] }]);
  });
  it('forgets what was taken back', () => {
    expect(trailOf([...log(), event('undone', [2], 4, 2)], [1])).toBeUndefined();
  });
  it('begins with the first move of a game that others begin', () => {
    expect(beginningOf(log().slice(0, 4), [1])).toBe(1);
    expect(beginningOf(log(), [1])).toBeUndefined();
    expect(beginningOf(log().slice(0, 4), [])).toBeUndefined();
  });
});

describe('the end', () => {
  const over = (winners: number[], scores: number[] | undefined, you: number[], ending = 'played') =>
    ({
      result: { winners, outcome: winners.length ? 'win' : 'draw', ending, narration: [] },
      you: you.map((seat) => ({ seat })),
      seats: (scores ?? [0, 0]).map((_, i) => ({ seat: i + 1 })),
      position: { scores },
    }) as unknown as TableView;
  const names = { 1: 'Ada', 2: 'Scout', 3: 'Grace' };
  it('is told in the first person', () => {
    expect(headline(over([1], [20, 12], [1]), names)).toBe('You won by 8!');
    expect(headline(over([1], undefined, [1]), names)).toBe('You won!');
    expect(headline(over([2], [3, 12, 5], [1]), names)).toBe('Scout won. You are third of three, 9 behind.');
    expect(headline(over([1, 2], [5, 5], [1]), names)).toBe('You share the win!');
    expect(headline(over([], [5, 5], [1]), names)).toBe('A draw.');
    expect(headline(over([], [31], [1]), names)).toBe('You scored 31 points.');
  });
  it('names the winner to those who watch, and to people at one device', () => {
    expect(headline(over([2], [3, 12], []), names)).toBe('Scout won by 9.');
    expect(headline(over([1], undefined, [1, 2]), names)).toBe('Ada won.');
  });
  it('counts no lead in a game that was given up', () => {
    expect(headline(over([2], [12, 3], [1], 'resigned'), names)).toBe('You lost.');
    expect(headline(over([2], [12, 3, 4], [1], 'resigned'), names)).toBe('Scout won. You lost.');
    expect(headline(over([1], [12, 3], [1], 'resigned'), names)).toBe('You won!');
  });
  it('ranks winners first, then by score', () => {
    expect(ranking(over([3], [4, 9, 2], []))).toEqual([3, 2, 1]);
  });
  it('was decided when the winner took the lead for good', () => {
    const points = pointsOf(
      [
        [0, 0],
        [3, 1],
        [3, 4],
        [5, 4],
        [6, 4],
      ].map((scores, i) => ({ turn: i + 1, step: i + 1, seats: [], scores })),
    );
    expect(decisive(points, [1])?.turn).toBe(4);
    expect(decisive(points, [2])).toBeUndefined();
    expect(decisive(points, [1, 2])).toBeUndefined();
  });
});

describe('the trail of a walk', () => {
  it('is one line, as far as the same player goes on from where the last step ended', () => {
    version = 0;
    const events = [
      event('acted', [1], 1, 1, ['z', 'y']),
      event('acted', [2], 2, 2, ['a', 'b']),
      event('acted', [2], 3, 2, ['b', 'c']),
      event('acted', [2], 4, 2, ['d', 'e']),
      event('acted', [3], 5, 3, ['e', 'f']),
    ];
    expect(trailOf(events, [1])?.moves).toEqual([
      { seat: 2, places: ['a', 'b', 'c'] },
      { seat: 2, places: ['d', 'e'] },
      { seat: 3, places: ['e', 'f'] },
    ]);
  });
});

describe('why a game ended', () => {
  const told = (...keys: string[]) => keys.map((key) => ({ key, english: key }));
  const ended = (moves: string[], ending: 'played' | 'resigned' = 'played', seats = [1]) => ({
    last_move: { seats, texts: [], narration: told(...moves), touched: [] },
    result: { outcome: 'win 1', winners: [1], ending, narration: told('table-won') },
  });
  const keys = (of: ReturnType<typeof ended>) =>
    reasons(of as Pick<TableView, 'result' | 'last_move'>).map(({ key }) => key);
  it('leaves out the move, the scores and who won', () => {
    expect(keys(ended(['x-goes', 'x-scores', 'x-meet', 'x-wins']))).toEqual(['x-meet', 'x-wins']);
  });
  it('leaves out what all seats did in the last round', () => {
    const round = ['x-walks', 'x-reaches', 'x-walks', 'x-final', 'x-wins'];
    expect(keys(ended(round, 'played', [1, 2]))).toEqual(['x-final', 'x-wins']);
    expect(keys(ended(['x-goes', 'x-reaches']))).toEqual(['x-reaches']);
  });
  it('says the move if it is all there is, and who won if no move ended it', () => {
    expect(keys(ended(['x-reaches']))).toEqual(['x-reaches']);
    expect(keys(ended(['x-goes', 'x-scores'], 'resigned'))).toEqual(['table-won']);
  });
  it('says to one of two players what happened, not who won: that is the headline', () => {
    const resigned = { key: 'table-resigned', args: { seat: '1' }, english: '' };
    const view = (seats: number, you: number[]) =>
      ({
        you: you.map((seat) => ({ seat, controls: [] })),
        seats: Array.from({ length: seats }, (_, i) => ({ seat: i + 1 })),
        result: { outcome: 'win 2', winners: [2], ending: 'resigned', narration: [resigned, ...told('table-won')] },
      }) as unknown as Parameters<typeof reasonsTo>[0];
    const to = (seats: number, you: number[]) => reasonsTo(view(seats, you)).map(({ key }) => key);
    expect(to(2, [1])).toEqual(['table-resigned']);
    expect(to(2, [])).toEqual(['table-resigned', 'table-won']);
    expect(to(3, [1])).toEqual(['table-resigned', 'table-won']);
    expect(ownEnd(resigned, 1)).toBe('You resigned.');
    expect(ownEnd(resigned, 2)).toBeUndefined();
    expect(ownEnd({ ...resigned, key: 'table-flagged' }, 1)).toBe('Your time has run out.');
  });
});

describe('the controls of a table', () => {
  const refused = (key: string) => ({ kind: 'not-now', text: { key, english: key } });
  const view = (rival: 'bot' | 'person', controls: object[]) =>
    ({
      phase: 'playing',
      seats: [
        { seat: 1, kind: 'person' },
        { seat: 2, kind: rival },
      ],
      you: [{ seat: 1, moves: [], controls }],
    }) as unknown as TableView;
  const undo = { control: 'undo', refused: refused('table-nothing-to-undo') };
  const shown = (of: TableView) => controlsOf(of, 1).map(({ control, label }) => `${label}: ${control}`);
  it('leave out what can never be used', () => {
    const draw = { control: 'offer-draw', refused: refused('table-no-draws') };
    expect(shown(view('person', [draw, { control: 'resign' }]))).toEqual(['resign: resign']);
  });
  it('have one undo among bots, which asks them where the own move is no longer the last', () => {
    const asks = { control: 'ask-take-back' };
    expect(shown(view('bot', [undo, asks]))).toEqual(['undo: ask-take-back']);
    expect(shown(view('bot', [{ control: 'undo' }, asks]))).toEqual(['undo: undo']);
  });
  it('are one button among people: undo while the own move is the last, and then a question to the others', () => {
    const asks = { control: 'ask-take-back' };
    const nothing = { ...asks, refused: refused('table-nothing-to-undo') };
    expect(shown(view('person', [{ control: 'undo' }, asks]))).toEqual(['undo: undo']);
    expect(shown(view('person', [undo, asks]))).toEqual(['ask-take-back: ask-take-back']);
    expect(shown(view('person', [undo, nothing]))).toEqual(['undo: undo']);
  });
  it('undo the last move at one device, whoever made it', () => {
    const one = view('person', [undo]);
    const two = { ...one, you: [...one.you, { seat: 2, moves: [], controls: [{ control: 'undo' }] }] } as TableView;
    expect(controlsOf(two, 1)).toEqual([{ control: 'undo', label: 'undo', seat: 2 }]);
    expect(controlsOf(one, 1)[0]).toMatchObject({ seat: 1, refused: {} });
  });
});

describe('an own sealed choice', () => {
  const part = (place: string) => ({ role: 'field', value: place, place });
  const moves = [
    { text: 'pass', parts: [{ role: 'word', value: 'pass' }] },
    { text: 'd5>e5-d4', parts: [part('d5'), part('e5'), part('d4')] },
  ];
  it('is drawn while the others choose', () => {
    expect(sealedLine({ choice: 'd5>e5-d4', moves })).toEqual([{ colour: 'blue', places: ['d5', 'e5', 'd4'] }]);
  });
  it('is no line before it is made, or where it goes nowhere', () => {
    expect(sealedLine({ moves })).toEqual([]);
    expect(sealedLine({ choice: 'pass', moves })).toEqual([]);
    expect(sealedLine(undefined)).toEqual([]);
  });
});
