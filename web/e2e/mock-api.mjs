// A mocked API for the tests of pages. Tests that need the rules use the real server; tests that need a connection to break
// at the right moment, or a certain refusal, use this.

import * as three from './three.mjs';

const text = (english, key = 'x') => ({ key, english });
const seatsOf = (names) =>
  names.map((name, i) => ({
    seat: i + 1,
    kind: name.startsWith('bot') ? 'bot' : 'person',
    name,
    automatic: name.startsWith('bot'),
    awaited: i === 0,
  }));
const step = (from, to) => ({
  text: `${from}-${to}`,
  parts: [
    { role: 'from', value: from, place: from },
    { role: 'to', value: to, place: to },
  ],
});

const FILES = [...'abcdefgh'];

/** The men of the first position, or those after e2-e3. */
function menOf(moved) {
  const men = [
    [1, 'white'],
    [2, 'white'],
    [7, 'black'],
    [8, 'black'],
  ].flatMap(([row, side]) => FILES.map((file) => ({ at: `${file}${row}`, side })));
  if (moved) men.find((man) => man.at === 'e2').at = 'e3';
  return men;
}

/** White's moves in the first position. */
const firstMoves = () =>
  FILES.flatMap((file, i) => [i - 1, i, i + 1].filter((j) => FILES[j]).map((j) => step(`${file}2`, `${FILES[j]}3`)));

/** A table of Breakthrough at the start, or after White's e2-e3. */
export function breakthrough({ version = 3, moved = false } = {}) {
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
        controls: ['undo', 'ask-take-back', 'offer-draw', 'resign', 'rematch'].map((control) => ({
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
      told: [],
      step: moved ? 1 : 0,
      turn: moved ? 1 : 0,
    },
    rematch: [],
  };
}

export const events = [
  { version: 1, at: 0, kind: 'opened', seats: [], told: [text('a table is opened', 'table-opened')], step: 0, turn: 0 },
  {
    version: 2,
    at: 0,
    kind: 'claimed',
    seats: [1],
    told: [{ key: 'table-claimed', args: { name: 'Ada', seat: '1' }, english: 'Ada sits down on seat 1' }],
    step: 0,
    turn: 0,
  },
  { version: 3, at: 0, kind: 'started', seats: [], told: [text('the game begins', 'table-begun')], step: 0, turn: 0 },
];

/** What the program says, in German. */
const texts = {
  'table-opened': 'ein Tisch ist eröffnet',
  'table-claimed': '{name} setzt sich auf Platz {seat}',
  'table-begun': 'das Spiel beginnt',
};

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

const tableMessage = (state) => ({
  id: 'abc',
  link: 'http://x/t/abc',
  listed: false,
  host: true,
  tag: 't',
  now: Date.now(),
  chat: [],
  state,
  events,
});

const socketUpdate = (state) =>
  JSON.stringify({ message: 'update', reset: false, tag: 't', now: Date.now(), events, chat: [], state });

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
const statistics = [{ game: 'breakthrough', against: 'bot2', games: 3, won: 2, lost: 1, drawn: 0 }];
const openTables = {
  tables: [
    {
      id: 'q',
      link: '',
      game: 'breakthrough',
      spec: 'breakthrough',
      status: 'open',
      updated: 0,
      awaited: [],
      seats: [
        { seat: 1, kind: 'person', name: 'Grace' },
        { seat: 2, kind: 'open', name: null },
      ],
    },
  ],
};

const study = (spec, position, moves) => ({ schema: 1, spec, position, moves: [{ seat: 1, moves }], drawing: '' });

/** A table of the game without a folder; everything that does not depend on the game is as at any other table. */
const threeState = (table) => ({ ...breakthrough(), ...table.state() });

/**
 * Answers the requests of a page. `submit` decides about moves; by default all are accepted. With `table`, a table of the
 * game without a folder is shown and played instead of Breakthrough.
 */
export async function mockApi(page, { rules = '# Rules\n\nText.\n', submit, table } = {}) {
  const sockets = [];
  const shown = { state: table ? threeState(table) : breakthrough() };
  const push = () => sockets.forEach((socket) => socket.send(socketUpdate(shown.state)));
  const control = { posts: [], catalogs: [], sockets, shown, push };
  await page.routeWebSocket(/\/api\/tables\/abc\/socket/, (socket) => {
    if (control.down) return socket.close();
    sockets.push(socket);
    socket.send(socketUpdate(shown.state));
  });
  const json = (route, body, status = 200) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  const request = (route) => {
    const body = route.request().postDataJSON();
    control.posts.push(body);
    const answer = submit?.(body, control);
    if (answer) return answer === 'lost' ? route.abort() : json(route, answer.body, answer.status);
    if (table) table.play(body.request.text);
    shown.state = table ? threeState(table) : breakthrough({ version: shown.state.version + 1, moved: true });
    const receipt = { version: shown.state.version };
    return json(route, { receipt, recovery: [], table: tableMessage(shown.state) });
  };
  const breakthroughStudy = () => study('breakthrough', shown.state.position, shown.state.you[0].moves);
  const threeStudy = (route) => {
    const { spec, position = three.START } = route.request().postDataJSON();
    return spec === 'three' ? study('three', three.view(position, 0), three.moves(position)) : breakthroughStudy();
  };
  await page.route(/\/api\//, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api', '');
    if (control.down) return route.abort();
    if (path === '/games') return json(route, { games: table ? [...games, three.info] : games });
    if (path === '/position') return json(route, table ? threeStudy(route) : breakthroughStudy());
    if (path.endsWith('/texts')) {
      control.catalogs.push(route.request().url());
      return json(route, path.includes('/three/') ? { ...texts, ...three.texts } : texts);
    }
    if (path.endsWith('/rules')) return route.fulfill({ contentType: 'text/markdown', body: rules });
    if (path === '/tables' && route.request().method() === 'POST')
      return json(route, { table: tableMessage(shown.state), recovery: [] }, 201);
    if (path === '/tables') return json(route, openTables);
    if (path === '/mine/tables')
      return json(route, { tables: route.request().url().includes('over=true') ? finished : [] });
    if (path === '/mine/statistics') return json(route, { rows: statistics, most: 2000 });
    if (path === '/tables/abc') return json(route, tableMessage(shown.state));
    if (path === '/tables/abc/requests') return request(route);
    if (table && path === '/tables/abc/record')
      return route.fulfill({ contentType: 'text/plain', body: table.record().text });
    if (table && path === '/records') return json(route, table.record());
    return json(route, { error: { code: 'not-found', text: 'there is nothing at this address' } }, 404);
  });
  return control;
}
