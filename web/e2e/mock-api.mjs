// A mocked API for the tests of pages. Tests that need the rules use the real server; tests that need a connection to break
// at the right moment, or a certain refusal, use this. What it answers has the types of the wire, so that it cannot drift
// from what the server sends.
// @ts-check

import * as three from './three.mjs';

/**
 * @import { Page, Route, WebSocketRoute } from 'playwright-core'
 * @import * as Wire from '../src/wire.gen'
 */

/** @type {(english: string, key?: string) => Wire.TextView} */
const text = (english, key = 'x') => ({ key, english });
/** @type {(names: string[]) => Wire.SeatView[]} */
const seatsOf = (names) =>
  names.map((name, i) => ({
    seat: i + 1,
    kind: name.startsWith('bot') ? 'bot' : 'person',
    name,
    automatic: name.startsWith('bot'),
    awaited: i === 0,
  }));
/** @type {(from: string, to: string) => Wire.MoveView} */
const step = (from, to) => ({
  text: `${from}-${to}`,
  parts: [
    { role: 'from', value: from, place: from },
    { role: 'to', value: to, place: to },
  ],
});

const FILES = [...'abcdefgh'];

/**
 * The men of the first position, or those after e2-e3.
 * @type {(moved: boolean) => Wire.BreakthroughMan[]}
 */
const menOf = (moved) =>
  [1, 2, 7, 8].flatMap((row) =>
    FILES.map((file) => ({
      at: moved && file === 'e' && row === 2 ? 'e3' : `${file}${row}`,
      side: row < 5 ? 'white' : 'black',
    })),
  );

/** @type {Wire.ControlName[]} */
const CONTROLS = ['undo', 'ask-take-back', 'offer-draw', 'resign', 'rematch'];

/** White's moves in the first position. */
const firstMoves = () =>
  FILES.flatMap((file, i) => [i - 1, i, i + 1].filter((j) => FILES[j]).map((j) => step(`${file}2`, `${FILES[j]}3`)));

/**
 * A table of Breakthrough at the start, or after White's e2-e3.
 * @returns {Wire.TableView}
 */
export function breakthrough({ version = 3, moved = false } = {}) {
  /** @type {Wire.RefusalView} */
  const refused = { kind: 'not-now', text: text('seat 1 has nothing to undo', 'table-nothing-to-undo') };
  return {
    schema: 1,
    version,
    game: 'breakthrough',
    spec: 'breakthrough',
    phase: 'playing',
    seats: seatsOf(['Ada', 'bot2']).map((seat) => ({ ...seat, awaited: moved ? seat.seat === 2 : seat.seat === 1 })),
    position: {
      step: moved ? 1 : 0,
      text: 'pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w',
      turn: { kind: 'act', seats: [moved ? 2 : 1] },
      board: {
        columns: 8,
        rows: 8,
        sides: [
          { side: 'white', seat: 1 },
          { side: 'black', seat: 2 },
        ],
        men: menOf(moved),
        home: null,
      },
      left: [],
    },
    you: [
      {
        seat: 1,
        moves: moved ? [] : firstMoves(),
        attempt: 0,
        controls: CONTROLS.map((control) => ({
          control,
          ...((control === 'undo' || control === 'ask-take-back') && !moved ? { refused } : {}),
        })),
      },
    ],
    offers: [],
    dice: { scheme: 'x', commit: 'y', used: false, entropy: [] },
    last: {
      version,
      at: 0,
      kind: moved ? 'acted' : 'started',
      seats: [],
      touched: moved ? ['e2', 'e3'] : [],
      narration: [],
      step: moved ? 1 : 0,
      turn: moved ? 1 : 0,
    },
    rematch: [],
  };
}

/** @type {Wire.EventView[]} */
export const events = [
  {
    version: 1,
    at: 0,
    kind: 'opened',
    seats: [],
    narration: [text('a table is opened', 'table-opened')],
    step: 0,
    turn: 0,
  },
  {
    version: 2,
    at: 0,
    kind: 'claimed',
    seats: [1],
    narration: [{ key: 'table-claimed', args: { name: 'Ada', seat: '1' }, english: 'Ada sits down on seat 1' }],
    step: 0,
    turn: 0,
  },
  {
    version: 3,
    at: 0,
    kind: 'started',
    seats: [],
    narration: [text('the game begins', 'table-begun')],
    step: 0,
    turn: 0,
  },
];

/** What the program says, in German. */
const texts = {
  'table-opened': 'ein Tisch ist eröffnet',
  'table-claimed': '{name} setzt sich auf Platz {seat}',
  'table-begun': 'das Spiel beginnt',
};

/** @type {Wire.GameInfo[]} */
const games = [
  {
    id: 'breakthrough',
    name: 'Breakthrough',
    summary: '',
    credit: '',
    seats: { min: 2, max: 2, default: 2 },
    rules_version: 1,
    options: [
      {
        name: 'columns',
        kind: { type: 'int', min: 2, max: 16 },
        default: '8',
        ruling: 'K1',
        meaning: 'How many columns the board has.',
      },
      {
        name: 'rows',
        kind: { type: 'int', min: 4, max: 16 },
        default: '8',
        ruling: 'K1',
        meaning: 'How many rows the board has.',
      },
      {
        name: 'swap',
        kind: { type: 'flag' },
        default: 'off',
        ruling: 'K4',
        meaning: "After White's first move seat 2 may swap colours.",
      },
    ],
    levels: [1, 2, 3, 4, 5].map((n) => ({ name: `Bot ${n}`, about: 'Plays.' })),
    presets: [
      { name: '5×5', spec: 'breakthrough:columns=5,rows=5' },
      { name: '6×6', spec: 'breakthrough:columns=6,rows=6' },
    ],
  },
];

/** @type {(state: Wire.TableView) => Wire.TableMessage} */
const tableMessage = (state) => ({
  id: 'abc',
  link: 'http://x/t/abc',
  listed: false,
  host: true,
  tag: 't',
  now: Date.now(),
  chat: [],
  lines: 0,
  state: { message: 'state', ...state },
  events,
});

/** @param {Wire.TableView} view */
function socketUpdate(view) {
  const state = /** @type {const} */ ({ message: 'state', ...view });
  /** @type {Wire.SocketMessage} */
  const message = { message: 'update', reset: false, tag: 't', now: Date.now(), events, chat: [], state };
  return JSON.stringify(message);
}

/** @type {Wire.MyTable[]} */
const finished = [
  {
    table: {
      id: 'def',
      link: '',
      game: 'breakthrough',
      spec: 'breakthrough',
      status: 'over',
      listed: false,
      version: 40,
      created: 1_790_000_000_000,
      updated: 1_790_000_900_000,
      awaited: [],
      seats: [
        { seat: 1, kind: 'person', name: 'Ada' },
        { seat: 2, kind: 'bot', name: 'bot2' },
      ],
    },
    mine: [1],
    since: 1_790_000_900_000,
    ended: 1_790_000_900_000,
    expires: 1_795_184_900_000,
    against: 'bot2',
    results: ['won'],
  },
];
/** @type {Wire.StatisticsRow[]} */
const statistics = [{ game: 'breakthrough', against: 'bot2', games: 3, won: 2, lost: 1, drawn: 0 }];
/** @type {Wire.TableList} */
const openTables = {
  tables: [
    {
      id: 'q',
      link: '',
      game: 'breakthrough',
      spec: 'breakthrough',
      status: 'open',
      listed: true,
      version: 1,
      created: 0,
      updated: 0,
      awaited: [],
      seats: [
        { seat: 1, kind: 'person', name: 'Grace' },
        { seat: 2, kind: 'open', name: null },
      ],
    },
  ],
};

/** @type {(spec: string, position: Wire.PositionView, moves: Wire.MoveView[]) => Wire.StudyView} */
const study = (spec, position, moves) => ({ schema: 1, spec, position, moves: [{ seat: 1, moves }], drawing: '' });

/**
 * A table of the game without a folder; everything that does not depend on the game is as at any other table.
 * @type {(table: three.Table) => Wire.TableView}
 */
const threeState = (table) => ({ ...breakthrough(), ...table.state() });

/**
 * @typedef {{ posts: Wire.Submission[], catalogs: string[], sockets: WebSocketRoute[], shown: { state: Wire.TableView },
 *   push: () => void, down?: boolean }} Control
 * @typedef {'lost' | { status: number, body: unknown } | undefined | void} Answer
 * @typedef {(body: Wire.Submission, control: Control) => Answer} Submit
 */

/**
 * Answers the requests of a page. `submit` decides about moves; by default all are accepted. With `table`, a table of the
 * game without a folder is shown and played instead of Breakthrough.
 * @param {Page} page
 * @param {{ rules?: string, submit?: Submit, table?: three.Table }} [options]
 */
export async function mockApi(page, { rules = '# Rules\n\nText.\n', submit, table } = {}) {
  /** @type {WebSocketRoute[]} */
  const sockets = [];
  const shown = { state: table ? threeState(table) : breakthrough() };
  const push = () => sockets.forEach((socket) => socket.send(socketUpdate(shown.state)));
  /** @type {Control} */
  const control = { posts: [], catalogs: [], sockets, shown, push };
  await page.routeWebSocket(/\/api\/tables\/abc\/socket/, (socket) => {
    if (control.down) return socket.close();
    sockets.push(socket);
    socket.send(socketUpdate(shown.state));
  });
  /** @type {(route: Route, body: unknown, status?: number) => Promise<void>} */
  const json = (route, body, status = 200) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  /** @param {Route} route */
  const request = (route) => {
    /** @type {Wire.Submission} */
    const body = route.request().postDataJSON();
    control.posts.push(body);
    const answer = submit?.(body, control);
    if (answer) return answer === 'lost' ? route.abort() : json(route, answer.body, answer.status);
    if (table && body.request.do === 'act') table.play(body.request.text);
    shown.state = table ? threeState(table) : breakthrough({ version: shown.state.version + 1, moved: true });
    /** @type {Wire.Submitted} */
    const submitted = { receipt: { version: shown.state.version }, recovery: [], table: tableMessage(shown.state) };
    return json(route, submitted);
  };
  const breakthroughStudy = () => study('breakthrough', shown.state.position, shown.state.you[0]?.moves ?? []);
  /** @param {Route} route */
  const threeStudy = (route) => {
    /** @type {Wire.PositionRequest} */
    const { spec, position: asked } = route.request().postDataJSON();
    const position = asked ?? three.START;
    return spec === 'three' ? study('three', three.view(position, 0), three.moves(position)) : breakthroughStudy();
  };
  await page.route(/\/api\//, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api', '');
    if (control.down) return route.abort();
    if (path === '/games')
      return json(route, /** @satisfies {Wire.GameList} */ ({ games: table ? [...games, three.info] : games }));
    if (path === '/position') return json(route, table ? threeStudy(route) : breakthroughStudy());
    if (path.endsWith('/texts')) {
      control.catalogs.push(route.request().url());
      return json(route, path.includes('/three/') ? { ...texts, ...three.texts } : texts);
    }
    if (path.endsWith('/rules')) return route.fulfill({ contentType: 'text/markdown', body: rules });
    if (path === '/tables' && route.request().method() === 'POST')
      return json(route, /** @satisfies {Wire.Joined} */ ({ table: tableMessage(shown.state), recovery: [] }), 201);
    if (path === '/tables') return json(route, openTables);
    if (path === '/mine/tables')
      return json(
        route,
        /** @satisfies {Wire.MyTables} */ ({ tables: route.request().url().includes('over=true') ? finished : [] }),
      );
    if (path === '/mine/statistics')
      return json(route, /** @satisfies {Wire.MyStatistics} */ ({ rows: statistics, most: 2000 }));
    if (path === '/tables/abc') return json(route, tableMessage(shown.state));
    if (path === '/tables/abc/requests') return request(route);
    if (table && path === '/tables/abc/record')
      return route.fulfill({ contentType: 'text/plain', body: table.record().text });
    if (table && path === '/records') return json(route, table.record());
    /** @type {Wire.ErrorBody} */
    const missing = { error: { code: 'not-found', text: 'there is nothing at this address' } };
    return json(route, missing, 404);
  });
  return control;
}
