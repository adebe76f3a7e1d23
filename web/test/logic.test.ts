import { describe, expect, it, vi } from 'vitest';
import { joined, turnedTo } from '../src/games/snipe/view';
import { fill, fromCatalog, loadLanguage, said, withNames } from '../src/i18n';
import { loadCatalog } from '../src/i18n/catalog';
import { inWords } from '../src/i18n/words';
import { lastPlaces } from '../src/lib/last-move';
import { inlines, parseMarkdown } from '../src/lib/markdown';
import { neighbour, placeAt, type Place } from '../src/lib/places';
import { correction, qr } from '../src/lib/qr';
import { parse, paths } from '../src/lib/router';
import { applyPatch } from '../src/link/patch';
import { settings } from '../src/lib/settings.svelte';
import { readSpec, writeSpec } from '../src/lib/spec';
import { track } from '../src/lib/track';

// Runes need the Svelte compiler, which these tests do without.
vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

describe('the last move', () => {
  const event = (touched: string[]) => ({
    version: 1,
    at: 0,
    kind: 'acted' as const,
    seats: [],
    narration: [],
    step: 1,
    turn: 1,
    touched,
  });
  const move = { seats: [1], texts: ['a2-a3'], narration: [], touched: ['a2', 'a3'] };
  it('is marked while the last event is on the board', () => {
    expect(lastPlaces({ last: event(['a2', 'a3']), last_move: move })).toEqual(['a2', 'a3']);
    expect(lastPlaces({ last: event(['c3']), last_move: move })).toEqual(['c3']);
  });
  it('stays marked after an offer, a take-back or the end of the game', () => {
    const { touched: _, ...offer } = event([]);
    expect(lastPlaces({ last: offer, last_move: move })).toEqual(['a2', 'a3']);
    expect(lastPlaces({ last: event([]), last_move: move })).toEqual(['a2', 'a3']);
  });
  it('is nothing before the first move', () => {
    expect(lastPlaces({})).toEqual([]);
  });
});

describe('routes', () => {
  it('are parsed and printed', () => {
    expect(parse(paths.table('abc'))).toEqual({ page: 'table', id: 'abc' });
    expect(parse('/replay/abc', '?ply=12')).toEqual({ page: 'replay', id: 'abc', ply: 12 });
    expect(parse('/rules/traxx', '', '#T6')).toEqual({ page: 'rules', game: 'traxx', ruling: 'T6' });
    expect(parse('/')).toEqual({ page: 'home' });
    const chosen = { seats: 4, others: 'bot2', place: 3 };
    const form = new URL(paths.newTable('breadcrumbs', chosen), 'http://x');
    expect(parse(form.pathname, form.search)).toEqual({ page: 'new', game: 'breadcrumbs', chosen });
    expect(parse('/new/breadcrumbs', '?seats=x&others=me&place=-1')).toEqual({
      page: 'new',
      game: 'breadcrumbs',
      chosen: {},
    });
  });
  it('that are unknown are missing pages', () => {
    for (const bad of ['/t', '/t/a/b', '/t/%3Cscript%3E', '/x/y', `/t/${'a'.repeat(65)}`])
      expect(parse(bad)).toEqual({ page: 'missing' });
    expect(parse('/replay/abc', '?ply=-1')).toEqual({ page: 'replay', id: 'abc', ply: undefined });
  });
});

describe('specs', () => {
  it('leave out default values', () => {
    const defaults = { seats: '2', open: 'off', board: 'standard' };
    expect(writeSpec('traxx', { seats: '3', open: 'off', board: '17' }, defaults)).toBe('traxx:seats=3,board=17');
    expect(writeSpec('traxx', { seats: '2' }, defaults)).toBe('traxx');
    expect(readSpec('traxx:seats=3,board=17')).toEqual({ game: 'traxx', values: { seats: '3', board: '17' } });
  });
});

describe('places', () => {
  const places: Place[] = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ id: `${x}${y}`, x, y, r: 0.7, label: '' })));
  it('are found by arrow key', () => {
    expect(neighbour(places, '11', 'ArrowUp')).toBe('10');
    expect(neighbour(places, '11', 'ArrowRight')).toBe('21');
    expect(neighbour(places, '00', 'ArrowLeft')).toBeUndefined();
  });
  it('are found by point; the nearest wins', () => {
    expect(placeAt(places, 1.4, 1.1)).toBe('11');
    expect(placeAt(places, 9, 9)).toBeUndefined();
  });
  it('hits what lies below only beside what stands on it', () => {
    const field = { id: 'field', x: 0, y: 0, r: 1, width: 8, height: 4, under: 1, label: '' };
    const piece = { id: 'piece', x: 2, y: 0, r: 1, label: '' };
    const idle = { id: 'idle', x: -2, y: 0, r: 1, under: 2, label: '' };
    const there = (x: number, y = 0) => placeAt([field, piece, idle], x, y);
    // The whole of a field, to its corners; a piece to its edge, though the middle of the field is nearer.
    expect([there(3.9, 1.9), there(0), there(1.1), there(2.9)]).toEqual(['field', 'field', 'piece', 'piece']);
    expect([there(-2), there(4.1)]).toEqual(['field', undefined]);
  });
});

describe('tracked pieces', () => {
  const follow = (before: ReturnType<typeof track<string>>, pieces: string[]) =>
    track(
      before,
      pieces,
      (piece) => piece.slice(1),
      (piece) => piece.slice(0, 1),
    );
  it('keep their id when they move; captured ones disappear', () => {
    const start = follow([], ['we2', 'wd2', 'bd3']);
    const next = follow(start, ['wd3', 'wd2']);
    const id = (list: typeof start, piece: string) => list.find((one) => one.piece === piece)?.id;
    expect(id(next, 'wd3')).toBe(id(start, 'we2'));
    expect(id(next, 'wd2')).toBe(id(start, 'wd2'));
    expect(new Set(next.map((one) => one.id)).size).toBe(2);
  });
});

describe('Markdown', () => {
  it('is parsed into blocks', () => {
    const blocks = parseMarkdown(
      '# Title\n\nA *b* `c`\nd.\n\n- one\n  more\n- two\n\n| # | x |\n|---|---|\n| K1 | y |\n\n```\ncode\n```\n',
    );
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'table', 'code']);
    expect(blocks[2]).toMatchObject({ items: [[{ text: 'one more' }], [{ text: 'two' }]] });
  });
  it('has quotes of several lines', () => {
    expect(parseMarkdown('x\n\n> a\n> b\n\ny')).toMatchObject([
      { kind: 'paragraph' },
      { kind: 'quote', inlines: [{ text: 'a b' }] },
      { kind: 'paragraph' },
    ]);
  });
  it('has no links that run code', () => {
    expect(inlines('[x](javascript:alert(1))')[0]).toMatchObject({ kind: 'text' });
    expect(inlines('[x](https://example.org/)')[0]).toMatchObject({ kind: 'link' });
  });
});

describe('QR codes', () => {
  it('have the error correction of the example in the standard', () => {
    // ISO/IEC 18004, annex I: version 1-M of 01234567.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    expect(correction(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });
  it('grow with the text up to a limit', () => {
    expect(qr('http://a')?.length).toBe(21);
    expect(qr(`http://192.168.178.20:7777/t/${'a'.repeat(26)}`)?.length).toBe(33);
    expect(qr('a'.repeat(200))).toBeUndefined();
  });
});

describe('patches of a state', () => {
  it('set, remove and descend, and keep unchanged parts identical', () => {
    const old = { a: 1, b: { c: [1, 2], d: null }, e: 'x' };
    const made = applyPatch(old, { a: [null], b: { c: { 1: [3] } }, e: [], f: [[1]] }) as Record<string, unknown>;
    expect(made).toEqual({ a: null, b: { c: [1, 3], d: null }, f: [1] });
    expect(old).toEqual({ a: 1, b: { c: [1, 2], d: null }, e: 'x' });
    expect((applyPatch(old, { a: [2] }) as typeof old).b).toBe(old.b);
    expect(applyPatch(old, {})).toEqual(old);
  });
});

describe('arguments of a sentence', () => {
  it('are translated as a whole or word by word', () => {
    const words = {
      blue: 'blau',
      has: 'hat',
      chips: 'Chips',
      seat: 'Platz',
      'the violet hunter': 'der violette Jäger',
    };
    const catalog = Object.fromEntries(Object.entries(words).map(([word, german]) => [`word ${word}`, german]));
    expect(inWords('blue 4', catalog)).toBe('blau 4');
    expect(inWords('A has 11 chips', catalog)).toBe('A hat 11 Chips');
    expect(inWords('seat 2, seat 1', catalog)).toBe('Platz 2, Platz 1');
    expect(inWords('the violet hunter', catalog)).toBe('der violette Jäger');
    expect(inWords('c4n constructor', catalog)).toBe('c4n constructor');
  });
});

describe('what the program says', () => {
  const texts: Record<string, string> = {
    takes: '{side} schlägt auf {to}',
    typed: '„{text}“ ist kein Zug von {name}',
    resigned: 'Platz {seat} gibt auf',
    'word White': 'Weiß',
  };
  const strings = { game: 'breakthrough', en: {}, de: {} };
  const requests: string[] = [];

  it('is English without a request, and German after one request per game', async () => {
    vi.stubGlobal('fetch', (path: string) => {
      requests.push(path);
      return Promise.resolve(new Response(JSON.stringify(texts)));
    });
    const takes = { key: 'takes', args: { side: 'White', to: 'b4' }, english: 'White takes on b4' };
    settings.language = 'en';
    await loadCatalog('breakthrough');
    expect(said(takes, strings)).toBe('White takes on b4');
    expect(requests).toEqual([]);
    settings.language = 'de';
    expect(said(takes, strings)).toBe('White takes on b4');
    await Promise.all([loadCatalog('breakthrough'), loadCatalog('breakthrough')]);
    expect(said(takes, strings)).toBe('Weiß schlägt auf b4');
    expect(requests).toEqual(['/api/games/breakthrough/texts?lang=de']);
  });
  it('keeps names, typed text and unknown sentences as they are', async () => {
    await loadLanguage();
    const typed = { key: 'typed', args: { text: 'White', name: 'White' }, english: '' };
    expect(said(typed, strings)).toBe('„White“ ist kein Zug von White');
    expect(said({ key: 'unknown', english: 'as sent' }, strings)).toBe('as sent');
    expect(said({ key: 'resigned', args: { seat: '2' }, english: '' }, undefined, { 2: 'Ada' })).toBe('Ada gibt auf');
    expect(withNames('Seat 1 resigns, and Platz 2 stays; seat 12', { 1: 'Platz 2', 2: 'Ada' })).toBe(
      'Platz 2 resigns, and Ada stays; seat 12',
    );
    expect(fromCatalog(strings, 'takes', 'x')).toBe(texts['takes']);
    expect(fromCatalog(strings, 'level-1', 'Sprinter')).toBe('Sprinter');
    settings.language = 'en';
    vi.unstubAllGlobals();
  });
});

describe('a number and its per cent sign', () => {
  it('are never parted by the end of a line', () => {
    expect(fill('wins {n} % of games', { n: 14 })).toBe('wins 14\u00a0% of games');
    expect(said({ key: 'none', english: 'it keeps 14 % of 20 %' })).toBe('it keeps 14\u00a0% of 20\u00a0%');
  });
});

describe('a negative number', () => {
  it('has a minus; a move keeps its hyphen', () => {
    expect(said({ key: 'none', english: 'A has 13 (-1) and -31 after a2-a3' })).toBe(
      'A has 13 (−1) and −31 after a2-a3',
    );
  });
});

describe('a card of the forest', () => {
  it('turns the short way to the exits that it has now', () => {
    expect(turnedTo('ne', 'es', 0, 90)).toBe(90);
    expect(turnedTo('ne', 'wn', 0, 90)).toBe(-90);
    expect(turnedTo('ne', 'sw', 0, 90)).toBe(180);
    expect(turnedTo('nes', 'nes', 0, 90)).toBe(0);
  });
  it('goes on from how far it was turned', () => {
    expect(turnedTo('ne', 'sw', 90, 90)).toBe(180);
    expect(turnedTo('ne', 'ne', 270, 90)).toBe(360);
    expect(turnedTo('ne', 'es', -180, 90)).toBe(-270);
  });
  it('turns as it is wished for where both ways lead there', () => {
    expect(turnedTo('ns', 'ew', 0, 90)).toBe(90);
    expect(turnedTo('ns', 'ew', 0, -90)).toBe(-90);
  });
  it('is another card where no turn leads there', () => expect(turnedTo('ne', 'nes', 0, 90)).toBeUndefined());
});

describe('the line of a walk in Snipe Hunt', () => {
  it('does not go through the trees to where somebody was sent', () => {
    const points = [
      { x: 0.5, y: 1.5 },
      { x: 1.5, y: 1.5 },
      { x: 7.5, y: 4.5 },
      { x: 7.5, y: 5.5 },
    ];
    expect(joined(points)).toBe('M 0.5 1.5 L 1.5 1.5 M 7.5 4.5 L 7.5 5.5');
  });
});
