// How fast the others' events are played: each setting, and a running clock. The time of the page is set by hand, so that
// nothing here depends on how fast the machine is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, until, visitor } from './browser.mjs';
import { ask } from './table.mjs';

const { browser, app } = await stage();

/** Seat 2 has five bots on the map: it can do five things before it ends its first phase. */
const BUSY = 'phase=map seat=2 round=5 c=2Dr+2Ha d=2Dr+2Ha D2=2So a=1So b=1So';
const CLOCK = { kind: 'increment', main_ms: 600_000, increment_ms: 0 };

/** Ada's page, with a setting chosen in the dialog, at a table where Grace has the turn; and Grace, who plays by requests. */
async function facing(pace, table = {}) {
  const [ada, grace] = [
    await visitor(browser, { reducedMotion: 'no-preference' }),
    await visitor(browser, { reducedMotion: 'no-preference' }),
  ];
  const settings = { spec: 'breadwinner', start: BUSY, seats: ['me', 'open'], name: 'Ada', forced_moves: false };
  const id = await open(app.url, ada, { ...settings, ...table });
  await grace.page.goto(`${app.url}/help`);
  let state = await ask(grace.page, id, 2, { do: 'claim', name: 'Grace' });
  let arrived = 0;
  ada.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      // An update is the whole state or what changed of it; its events have the step in either case.
      arrived = Math.max(arrived, ...[...String(payload).matchAll(/"step":(\d+)/g)].map(([, step]) => Number(step)));
    }),
  );
  await ada.page.clock.install();
  await ada.page.goto(`${app.url}/t/${id}`);
  await ada.page.getByRole('button', { name: 'Settings' }).click();
  await ada.page.getByLabel('Moves of the others').selectOption({ label: pace });
  await ada.page.getByRole('button', { name: 'Close' }).click();
  await ada.page.clock.pauseAt(Date.now() + 3_600_000);
  const start = state.position.step;
  /** Seat 2 makes a move that this accepts, or the first one. */
  const play = async (accepts) => {
    const { moves } = state.you[0];
    state = await ask(grace.page, id, 2, {
      do: 'act',
      text: (moves.find(({ text }) => accepts(text)) ?? moves[0]).text,
    });
    await until(() => arrived >= state.position.step, 'Ada’s page has got the event');
  };
  const shown = async () => Number(await ada.page.locator('.stage .board').getAttribute('data-step')) - start;
  const close = async () => {
    await ada.close();
    await grace.close();
  };
  return { page: ada.page, play, shown, state: () => state, start, close };
}
const works = (text) => text !== 'end';

for (const [pace, time] of [
  ['slow, one by one', 900],
  ['one by one', 480],
  ['fast, one by one', 260],
])
  test(`${pace}: an event every ${time} ms, not earlier and not later`, { timeout: 60_000 }, async () => {
    const { page, play, shown, close } = await facing(pace);
    for (let i = 0; i < 4; i++) await play(works);
    await until(async () => (await shown()) === 1, 'the first event is shown at once');
    for (let event = 2; event <= 4; event++) {
      await page.clock.runFor(time - 1);
      assert.equal(await shown(), event - 1, `event ${event} comes too early`);
      await page.clock.runFor(1);
      await until(async () => (await shown()) === event, `event ${event} is shown`);
    }
    await close();
  });

test('at once: the newest position, and nothing is played', { timeout: 60_000 }, async () => {
  const { page, play, shown, close } = await facing('at once');
  for (let event = 1; event <= 4; event++) {
    await play(works);
    await until(async () => (await shown()) === event, `event ${event} is shown`);
    assert.equal(await page.locator('.board[data-playing]').count(), 0);
  }
  await close();
});

/** Grace does three things and ends her turn, all of it while the time of Ada's page stands still. */
async function wholeTurn({ play, state }) {
  for (let i = 0; i < 3; i++) await play(works);
  while (state().position.turn.seats[0] === 2) await play((text) => text === 'end');
}

test(
  'with a running clock the own turn begins at once, and the others’ can be shown again',
  { timeout: 60_000 },
  async () => {
    const game = await facing('slow, one by one', { clock: CLOCK });
    const { page, shown, state, start, close } = game;
    await wholeTurn(game);
    const events = state().position.step - start;
    assert.ok(events >= 6, `${events} events`);
    await until(async () => (await shown()) === events, 'the newest position is shown');
    await page.locator('.place.offer').first().waitFor();
    await page.getByText('Your turn').first().waitFor();
    // On request they are played, clock or not; a press on the board chooses at once.
    const soldier = page.locator('.place.offer[data-place="1a/0"]');
    const { x, y, width, height } = await soldier.boundingBox();
    await page.keyboard.press('a');
    await until(async () => (await shown()) < events, 'the turn is shown again');
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.locator('.place[data-place="1a/0"][aria-pressed]').waitFor();
    assert.equal(await shown(), events);
    await close();
  },
);

test(
  'without a clock the same turn is played, and a press goes to the newest position',
  { timeout: 60_000 },
  async () => {
    const game = await facing('slow, one by one');
    const { page, shown, state, start, close } = game;
    await wholeTurn(game);
    const events = state().position.step - start;
    await page.locator('.board[data-playing]').waitFor();
    assert.equal(await shown(), 1);
    const { x, y, width, height } = await page.locator('.place[data-place="1a/0"]').boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.locator('.place[data-place="1a/0"][aria-pressed]').waitFor();
    assert.equal(await shown(), events);
    await close();
  },
);
