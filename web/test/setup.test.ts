// Set-up boards: every game's table reads what the program writes, writes it back, and changes only what was pressed.

import { describe, expect, it, vi } from 'vitest';
import type { Change, Control, Editor } from '../src/insight/editor';
import { setup as breadcrumbs } from '../src/games/breadcrumbs/setup';
import { setup as breadwinner } from '../src/games/breadwinner/setup';
import { setup as breakthrough } from '../src/games/breakthrough/setup';
import { setup as snipe } from '../src/games/snipe/setup';
import { setup as traxx } from '../src/games/traxx/setup';
import type { Board } from '../src/games/traxx/view';
import type { Part } from '../src/wire.gen';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

const NAMES = { 1: 'Seat 1', 2: 'Seat 2', 3: 'Seat 3' };
const bench = { shown: undefined, accepted: '', names: NAMES, side: 1 };

/** Presses places one after the other, as a person does: each must be on offer. */
function press<M>(editor: Editor<M, never>, text: string, tool: string, places: string[], on = bench): string {
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
const control = <M>(editor: Editor<M, never>, text: string, label: RegExp, on = bench): Control =>
  editor.controls(editor.read(text)!, on as never).find((one) => label.test(one.label))!;
const textOf = (change: Change): string => ('text' in change ? change.text : '');
const choose = <M>(editor: Editor<M, never>, text: string, label: RegExp, value: string): string => {
  const found = control(editor, text, label);
  return found.kind === 'choice' ? textOf(found.set(value)) : '';
};
const enter = <M>(editor: Editor<M, never>, text: string, label: RegExp, value: number): string => {
  const found = control(editor, text, label);
  return found.kind === 'number' ? textOf(found.set(value)) : '';
};

const MEN = 'pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w';
const CRUMBS =
  'r1,o2B,g3A,b4B,p5/o1,g2,b3A,p4B,r5A/g1,b2,p3,r4,o5/b1,p2,r3,o4,g5/p1,r2,o3,g4,b5 A:1@c5 B:2@d4 turn 11A';
const FOREST =
  '.,.,+,<Ac,.,./.,.,+Ac,+Fec,.,./+Fc,+N,rc,+,+Fnc,v/>F,+A,^Fnc,>,+,v/.,.,vs,+Ac,.,./.,.,<Ac,+S,.,. snipe 3@a3s hunters 1@d2s,2@d2 held 0,0,4 idle 3 turn 3 dice 4+5 left 9';
const FARM =
  'phase=map seat=1 start=2 round=12 loaves=8,0 a=1Sh+1Ha+crop b=2Sh+2Ha c=1Ha+2Ha1! d=2Dr+poison 1f4=Dr 2f1=So 2f3=Lo 2f4=Dr discard=8';
const PATH = 'g3-g4-f5-e6*-f6=4-f7-e7-d6-c5-c4-d4-d3=2 seen=BGPE,RYPE,BGGYE card=RGYE';

describe.each<[string, Editor<never, never>, string[], string[]]>([
  [
    'Breakthrough',
    breakthrough as never,
    [MEN, '10/10/10/3p6/10/P9 b', '2/2/2/PP b', `${MEN} first`],
    ['8/7 w', 'pppx w', ''],
  ],
  ['Breadcrumbs', breadcrumbs as never, [CRUMBS], ['undealt', 'names 1,2']],
  ['Snipe Hunt', snipe as never, [FOREST, FOREST.replace('dice 4+5 left 9', 'roll')], ['deal', '+,+ roll-off']],
  [
    'Breadwinner',
    breadwinner as never,
    [
      FARM,
      'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,4,5,6,6',
      'phase=map seat=2 start=1 round=7 harvesting=a loaves=3,0 D1=1Lo a=2Ha+crop2,9 c=crop7',
    ],
    ['phase=starter', 'phase=map a=9Zz', 'phase=map phase=map', 'phase=map moon=1'],
  ],
  ['Träxx', traxx as never, [PATH, 'd5*-e5=2-d4/e4* seen=BGYP card=RRBYE to=2 new=2'], ['deal', 'd5-d6']],
])('the set-up board of %s', (_, editor, texts, others) => {
  it('writes what it reads', () => {
    for (const text of texts) expect(editor.write(editor.read(text)!)).toBe(text);
  });
  it('leaves other texts to the text field', () => {
    for (const text of others) expect(editor.read(text), text).toBeUndefined();
  });
  it('has labels for all tools and controls', () => {
    for (const text of texts) {
      const model = editor.read(text)!;
      for (const { tools } of editor.tools(model, bench as never)) {
        expect(tools.every(({ label }) => label.trim() !== '')).toBe(true);
        expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length);
      }
      const labels = editor.controls(model, bench as never).map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});

describe('Breakthrough by hand', () => {
  it('puts a man on a square, and takes the same one away', () => {
    const empty = '3/3/3/3 w';
    expect(press(breakthrough as never, empty, 'P', ['b2'])).toBe('3/3/1P1/3 w');
    expect(press(breakthrough as never, '3/3/1P1/3 w', 'p', ['b2'])).toBe('3/3/1p1/3 w');
    expect(press(breakthrough as never, '3/3/1P1/3 w', 'P', ['b2'])).toBe(empty);
    expect(press(breakthrough as never, '3/3/1P1/3 w', 'eraser', ['b2', 'a1'])).toBe(empty);
  });
  it('forgets a swap that is past', () => {
    expect(press(breakthrough as never, `${MEN} first`, 'eraser', ['a2'])).not.toContain('first');
  });
  it('begins another size anew', () => {
    const columns = control(breakthrough as never, MEN, /Columns/);
    expect(columns.kind === 'number' && columns.set(6)).toEqual({ spec: 'breakthrough:columns=6,rows=8' });
  });
});

describe('Breadcrumbs by hand', () => {
  it('puts chips, moves pawns and exchanges tiles', () => {
    expect(press(breadcrumbs as never, CRUMBS, 'chip A', ['b5'])).toContain('r1,o2AB,g3A');
    expect(press(breadcrumbs as never, CRUMBS, 'chip B', ['b5'])).toContain('r1,o2,g3A');
    expect(press(breadcrumbs as never, CRUMBS, 'pawn B', ['a1'])).toContain('A:1@c5 B:2@a1 turn 11A');
    // The chip stays where it lies.
    expect(press(breadcrumbs as never, CRUMBS, 'exchange', ['a5', 'b5'])).toMatch(/^o2,r1B,g3A/);
    expect(choose(breadcrumbs as never, CRUMBS, /To move/, 'B')).toMatch(/turn 11B$/);
  });
});

describe('Snipe Hunt by hand', () => {
  it('gives a crumb that leaves the forest to the Snipe, and takes it back', () => {
    const lifted = press(snipe as never, FOREST, 'crumb', ['d5e']);
    expect(lifted).toContain('+Fc,.,./');
    expect(lifted).toContain('held 0,0,5');
    expect(press(snipe as never, lifted, 'crumb', ['d5e'])).toBe(FOREST);
  });
  it('moves pawns; the Snipe lifts what it stands on', () => {
    expect(press(snipe as never, FOREST, 'pawn 1', ['c3'])).toContain('hunters 1@c3,2@d2 held 0,0,4');
    const moved = press(snipe as never, FOREST, 'pawn 0', ['d5e']);
    expect(moved).toContain('snipe 3@d5e');
    expect(moved).toContain('held 0,0,5');
  });
  it('turns a card with what lies and stands on it', () => {
    const turned = press(snipe as never, FOREST, 'turn', ['c2', 'd2']);
    expect(turned).toContain('/.,.,<w,+Ac,.,./');
    expect(turned).toContain('1@d2w,2@d2');
    expect(press(snipe as never, FOREST, 'turn', ['c2', 'c2', 'c2', 'c2'])).toBe(FOREST);
  });
  it('exchanges cards, and Nest and Station change places with what was there', () => {
    expect(press(snipe as never, FOREST, 'exchange', ['c6', 'd6'])).toMatch(/^\.,\.,<Ac,\+,/);
    const nest = press(snipe as never, FOREST, 'mark N', ['d4']);
    expect(nest).toContain('/+Fc,+,rc,+N,');
    // A crumb at the new home goes to the old one.
    expect(press(snipe as never, FOREST, 'mark N', ['c5'])).toMatch(/\.,\.,\+N,\+Fec,\.,\.\/\+Fc,\+Ac,rc/);
  });
  it('begins a turn with the dice chosen', () => {
    expect(choose(snipe as never, FOREST, /Dice/, '1+6')).toMatch(/turn 3 dice 1\+6 left 7$/);
    expect(choose(snipe as never, FOREST, /Dice/, '')).toMatch(/turn 3 roll$/);
    expect(choose(snipe as never, FOREST, /To move/, '1')).toMatch(/turn 1 dice 4\+5 left 9$/);
    expect(choose(snipe as never, FOREST, /Snipe/, '1')).toContain('snipe 1@a3s hunters 3@d2s,2@d2');
    // One player with two hunters chooses between them first.
    const two = FOREST.replace('hunters 1@d2s,2@d2 held 0,0,4', 'hunters 1@d2s,1@d2 held 0,0,4');
    expect(choose(snipe as never, two, /To move/, '1')).toMatch(/turn 1 dice 4\+5 pick$/);
    expect(enter(snipe as never, FOREST, /Crumbs of Seat 2/, 6)).toContain('held 0,6,4');
  });
});

describe('Breadwinner by hand', () => {
  const EMPTY = 'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,4,5,6,6';
  it('puts bots on tiles and into factories, whose dice leave the roll', () => {
    expect(press(breadwinner as never, EMPTY, '1 Ha', ['1f3'])).toBe(
      'phase=build seat=1 start=1 round=1 rolled=1,2,3,4,5,6,6 1f3=Ha',
    );
    // On the map it cannot be the first round (W19).
    expect(press(breadwinner as never, EMPTY, '1 Dr', ['b'])).toBe(
      'phase=build seat=1 start=1 round=2 rolled=2,2,3,4,5,6,6 b=1Dr',
    );
    expect(press(breadwinner as never, EMPTY, '2 So', ['D2', '2f1'])).toContain(
      'round=2 rolled=1,2,2,3,4,5,6,6 D2=2So 2f1=So',
    );
  });
  it('takes away the bot that was pressed, also where both seats have the same', () => {
    const both = 'phase=recall seat=1 start=1 round=4 a=1Dr+2Dr';
    expect(press(breadwinner as never, both, 'eraser', ['a/target'])).toContain(' a=1Dr');
    expect(press(breadwinner as never, both, 'eraser', ['a/bot'])).toContain(' a=2Dr');
    expect(press(breadwinner as never, both, 'eraser', ['a/to'])).not.toContain('a=');
    expect(press(breadwinner as never, FARM, 'eraser', ['1f4'])).not.toContain('1f4');
  });
  it('steps through the values that lie nowhere else', () => {
    const farm = 'phase=recall seat=1 start=1 round=4 a=1Ha+crop b=2Ha2 discard=1';
    const loaded = press(breadwinner as never, farm, 'value', ['Ha a']);
    expect(loaded).toContain('a=1Ha3+crop');
    expect(press(breadwinner as never, loaded, 'value', ['a/to'])).toContain('a=1Ha3+crop4');
    expect(press(breadwinner as never, farm.replace('1Ha', '1Ha10'), 'value', ['Ha10 a'])).toContain('a=1Ha+crop');
  });
  it('puts crops and poison down, and takes them away', () => {
    const farm = 'phase=recall seat=1 start=1 round=4 a=1Ha';
    const planted = press(breadwinner as never, farm, 'crop', ['b/to']);
    expect(planted).toContain('b=crop');
    expect(press(breadwinner as never, planted, 'crop', ['b/to'])).toBe(farm);
    expect(press(breadwinner as never, planted, 'poison', ['b/to'])).toContain('b=crop+poison');
  });
  it('rolls as many dice as the pile has, when the phase begins', () => {
    const farm = 'phase=recall seat=1 start=1 round=4 a=1Ha 1f1=Dr';
    expect(choose(breadwinner as never, farm, /Phase/, 'build')).toContain('rolled=1,1,1,1,1,1 ');
    expect(choose(breadwinner as never, EMPTY, /Phase/, 'recall')).not.toContain('rolled');
    const dice = control(breadwinner as never, 'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,5,5,6,6', /rolled/i);
    // The third six gives a free bot (W18).
    expect(dice.kind === 'toggles' && textOf(dice.press('4'))).toContain('rolled=1,2,2,3,5,6,6,6 free=1');
    const spent = control(breadwinner as never, farm, /Spent/);
    expect(spent.kind === 'toggles' && textOf(spent.press('7'))).toContain('discard=7');
    expect(enter(breadwinner as never, farm, /Loaves of Seat 2/, 4)).toContain('loaves=0,4');
  });
});

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
    const path = press(traxx as never, 'e5*', 'draw', ['e6', 'e7', 'd5'], at('e5*'));
    expect(path).toBe('d5=9-e5*-e6=4-e7');
    expect(press(traxx as never, 'e5*', 'draw', ['d5', 'e6'], at('e5*'))).toBe('e5*-d5=9-e6=2');
  });
  it('gives half for a number that another seat has reached', () => {
    const text = press(traxx as never, 'e5*/e7*', 'draw', ['e6'], at('e5*/e7*'));
    expect(press(traxx as never, text, 'draw', ['e6'], at(text, 2))).toBe('e5*-e6=4/e7*-e6=2');
  });
  it('shortens at the ends only, moves the start, and changes points', () => {
    const path = 'd5=9-e5*-e6=4-e7';
    expect(press(traxx as never, path, 'shorten', ['e7', 'd5', 'e6'], at(path))).toBe('e5*');
    expect(traxx.places(traxx.read(path)!, 'shorten', at(path)).map((part) => part.place)).toEqual(['e7', 'd5']);
    expect(press(traxx as never, path, 'start', ['e6'], at(path))).toBe('d5=9-e5-e6*=4-e7');
    expect(press(traxx as never, path, 'start', ['d4'], at(path))).toBe('d4*');
    expect(press(traxx as never, path, 'points', ['e6'], at(path))).toBe('d5=9-e5*-e6=2-e7');
    expect(press(traxx as never, path, 'points', ['e6', 'e6'], at(path))).toBe(path);
  });
  it('turns cards, and only one lies open', () => {
    const text = 'e5* seen=BGPE card=RGYE';
    const turn = (now: string, card: string) => {
      const found = control(traxx as never, now, /Cards/, at(text));
      return found.kind === 'toggles' ? textOf(found.press(card)) : '';
    };
    const cards = control(traxx as never, text, /Cards/, at(text));
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
