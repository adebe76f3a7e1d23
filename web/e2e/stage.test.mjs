// The browser as a stage: turns that can be followed, hands, the end of a game, looking back, and every size of screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, sitDown, stage, until, violations, visitor } from './browser.mjs';
import { GAMES, IDS_WITH_FOLDER, shortTable } from './games.mjs';
import { ask, finish, stateOf } from './table.mjs';

const { browser, app } = await stage();

const person = (options) => visitor(browser, options);
const create = (one, table) => open(app.url, one, table);
const MOVING = { reducedMotion: 'no-preference' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Notes from the beginning every position that the board is given, and how long frames take while events are played. */
const watch = (page) =>
  page.addInitScript(() => {
    window.seen = [];
    window.frames = [];
    const board = () => document.querySelector('.board[data-step]');
    // When it is set, not when it is painted: a late frame does not hide one of two events.
    const note = () => {
      const step = board()?.dataset.step;
      if (step !== undefined && window.seen.at(-1) !== Number(step)) window.seen.push(Number(step));
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ['data-step'] });
    let before = performance.now();
    const look = (now) => {
      if (board()?.hasAttribute('data-playing')) window.frames.push(now - before);
      before = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Eight bots on the map and in the factories: whoever has this turn does many things in it. */
const BUSY = 'phase=map seat=2 round=5 c=2Dr+2Ha d=2Dr+2Ha D2=2So 2f1=Dr 2f2=So 2f3=Lo a=1So b=1So';

/** A table where a bot has done ten and more things in its turn, and Ada can move her Soldier on a. */
async function longTurn(one) {
  // What a bot does is its own affair: the first turn that is long enough serves.
  for (let tries = 0; tries < 12; tries++) {
    const seats = ['me', ['greedy', 'bot1', 'random', 'bot2'][tries % 4]];
    const id = await create(one, { spec: 'breadwinner', start: BUSY, seats, name: 'Ada' });
    let now;
    await until(async () => {
      now = await stateOf(one.page, id);
      return now.you[0].moves.length > 0 || now.phase === 'over';
    }, 'the bot ends its turn');
    const { step } = now.position;
    if (step >= 10 && now.you[0].moves.some(({ text }) => text.startsWith('So a'))) return { id, steps: step };
  }
  return assert.fail('no turn is long enough');
}

test(
  'a bot’s Breadwinner turn of ten and more events plays one by one, can be skipped and shown again',
  { timeout: 90_000 },
  async () => {
    const one = await person(MOVING);
    const { page } = one;
    const { id, steps } = await longTurn(one);
    await page.addInitScript(() => localStorage.setItem('breadboard.settings', JSON.stringify({ language: 'en' })));
    await watch(page);
    await page.goto(`${app.url}/t/${id}`);
    await page.waitForFunction((steps) => window.seen.at(-1) === steps, steps, { timeout: 30_000 });
    const seen = await page.evaluate(() => window.seen);
    // Every event of the turn, one after the other; `pace.test.mjs` has their times.
    assert.deepEqual(
      seen,
      seen.map((_, i) => seen[0] + i),
    );
    assert.ok(seen.length >= 10, `${seen.length} positions`);
    const frames = await page.evaluate(() => window.frames);
    const slow = frames.filter((time) => time > 50).length;
    console.log(`${seen.length} events: ${slow} of ${frames.length} frames took more than 50 ms`);
    // Times mean something only on an idle machine, so they are checked on request.
    if (process.env.BREADBOARD_TIMED) assert.ok(slow <= 0.05 * frames.length, `${slow} slow frames`);
    await page.getByText('Your turn').first().waitFor();
    // Again, and skipped by a key.
    await page.getByRole('button', { name: 'Show again' }).click();
    await page.locator('.board[data-playing]').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.board').getAttribute('data-step'), String(steps));
    assert.equal(await page.locator('.board[data-playing]').count(), 0);
    // Again, and skipped by a press on the board, which acts at once if it is a legal choice.
    const { x, y, width, height } = await page.locator('.place.offer[data-place="1a/0"]').boundingBox();
    await page.keyboard.press('a');
    await page.locator('.board[data-playing]').waitFor();
    await page.mouse.click(x + width / 2, y + height / 2);
    assert.equal(await page.locator('.board[data-playing]').count(), 0);
    await page.locator('.place[aria-pressed]').waitFor();
    assert.deepEqual(await violations(page), []);
    await one.close();
  },
);

/** A finger that goes from the middle of one thing to the middle of others. */
async function drag(one, from, ...over) {
  const line = await one.context.newCDPSession(one.page);
  const middle = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const send = (type, ...touchPoints) => line.send('Input.dispatchTouchEvent', { type, touchPoints });
  let at = await middle(from);
  await send('touchStart', { ...at, id: 0 });
  for (const next of over) {
    const to = await middle(next);
    for (let i = 1; i <= 5; i++)
      await send('touchMove', { x: at.x + ((to.x - at.x) * i) / 5, y: at.y + ((to.y - at.y) * i) / 5, id: 0 });
    at = to;
  }
  await send('touchEnd');
}

test('a finger drags a man, draws a path, sends a bot and builds a die', { timeout: 90_000 }, async () => {
  const one = await person(PHONE);
  const { page } = one;
  const place = (name) => page.locator(`.place[data-place="${name}"]`);
  await page.goto(`${app.url}/t/${await create(one, { spec: 'breakthrough', seats: ['me', 'me'] })}`);
  await place('d2').waitFor();
  const before = await page.evaluate(() => scrollY);
  await drag(one, place('d2'), place('d3'));
  await page.getByText('1. d2 to d3').first().waitFor();
  assert.equal(await page.evaluate(() => scrollY), before, 'the page does not scroll meanwhile');

  await page.goto(`${app.url}/t/${await create(one, { spec: 'traxx:seats=1', seats: ['me'] })}`);
  const end = page.locator('.place.offer[aria-label*="end of your path"]').first();
  const start = await end.getAttribute('data-place');
  await place(start).tap({ force: true });
  const next = await page
    .locator('.place.offer')
    .evaluateAll((nodes, start) => nodes.map((node) => node.dataset.place).find((at) => at !== start), start);
  await page.keyboard.press('Escape');
  await drag(one, place(start), place(next));
  await page.getByRole('button', { name: /^Play: 1 field, [+−±]/ }).click();
  await page.locator('.place[aria-label*="end of your path"]').nth(1).waitFor();

  const map = 'phase=map seat=1 round=3 D1=1Dr a=1Ha';
  await page.goto(`${app.url}/t/${await create(one, { spec: 'breadwinner', start: map, seats: ['me', 'me'] })}`);
  await drag(one, place('1D1/0'), place('b'));
  await page.locator('.place[data-place="1b/0"]').waitFor();

  const roll = 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6';
  await page.goto(`${app.url}/t/${await create(one, { spec: 'breadwinner', start: roll, seats: ['me', 'me'] })}`);
  const drone = page.locator('button.die').first();
  await drone.waitFor();
  await drone.tap();
  await drag(one, drone, place('into-1f3'));
  await page.locator('.place[data-place="11f3/0"]').waitFor();
  await one.close();
});

for (const game of GAMES.filter(({ id }) => IDS_WITH_FOLDER.includes(id)))
  test(`the end of ${game.id}: in the first person, ranked, in both languages`, { timeout: 120_000 }, async () => {
    const one = await person();
    const { page } = one;
    const id = await create(one, shortTable(game));
    await finish(one, id);
    for (const [language, theme, first] of [
      ['en', 'light', /^(You (won|lost|share)|A draw)/],
      ['de', 'dark', /^(Du |Unentschieden)/],
    ]) {
      await page.evaluate((saved) => localStorage.setItem('breadboard.settings', JSON.stringify(saved)), {
        language,
        theme,
      });
      await page.goto(`${app.url}/t/${id}`);
      const panel = page.locator('.result');
      await panel.waitFor();
      await page.waitForLoadState('networkidle');
      assert.match(await panel.locator('h2').textContent(), first);
      assert.ok((await panel.locator('.reason').textContent()).trim().length > 10);
      assert.equal(await panel.locator('.ranking li').count(), 2);
      const state = await stateOf(page, id);
      if (state.result.winners.length > 0 && state.result.winners.length < 2)
        assert.ok(
          await panel
            .locator('.ranking li')
            .first()
            .evaluate((node) => node.classList.contains('first')),
        );
      assert.equal(await panel.locator('figure svg').count(), state.position.scores ? 1 : 0);
      await panel.getByRole('link', { name: language === 'en' ? 'Replay' : 'Nachspielen' }).waitFor();
      await panel.getByRole('button', { name: language === 'en' ? 'Rematch' : 'Revanche' }).waitFor();
      assert.deepEqual(await violations(page), []);
    }
    await one.close();
  });

test('solo Träxx ends with a grade and the own best', { timeout: 120_000 }, async () => {
  const one = await person();
  const { page } = one;
  for (const said of ['Your first score here.', /Your best so far/]) {
    const id = await create(one, { spec: 'traxx:seats=1', seats: ['me'] });
    await finish(one, id);
    await page.goto(`${app.url}/t/${id}`);
    await page.locator('.result h2', { hasText: /You scored −?\d+ point/ }).waitFor();
    await page.locator('.result .grade', { hasText: said }).waitFor();
  }
  await one.close();
});

test('looking back in a running game; what was undone is struck through', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const id = await create(one, { spec: 'breakthrough', seats: ['me', 'me'], names: ['Ada', 'Grace'] });
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.place.offer').first().waitFor();
  for (const [seat, text] of [
    [1, 'a2-a3'],
    [2, 'h7-h6'],
    [1, 'b2-b3'],
  ])
    await ask(page, id, seat, { do: 'act', text });
  await ask(page, id, 1, { do: 'undo' });
  await page.locator('li.undone', { hasText: '2. b2 to b3' }).waitFor();
  await page.getByRole('button', { name: '1. a2 to a3' }).click();
  await page.getByText('An earlier position: step 1 of 2').waitFor();
  await page.locator('.place[aria-label="h7 Black"]').waitFor();
  assert.equal(await page.locator('.place.offer').count(), 0);
  assert.deepEqual(await violations(page), []);
  // The game goes on meanwhile, and stays where one looks.
  await ask(page, id, 1, { do: 'act', text: 'c2-c3' });
  await page.getByText('An earlier position: step 1 of 3').waitFor();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.locator('.place[aria-label="h6 Black, can be chosen"]').waitFor();
  await one.close();
});

test('a move made ready is played as soon as it is possible', { timeout: 60_000 }, async () => {
  const [ada, grace] = [await person(), await person()];
  const id = await create(ada, { spec: 'breakthrough', seats: ['me', 'open'], name: 'Ada' });
  await ada.page.goto(`${app.url}/t/${id}`);
  await grace.page.goto(`${app.url}/t/${id}`);
  await sitDown(grace.page);
  const place = (page, name) => page.locator(`.place.offer[data-place="${name}"]`);
  await grace.page.getByText('Waiting for Ada. You can choose your next move already.').waitFor();
  await place(grace.page, 'd7').click();
  await place(grace.page, 'd6').click();
  await grace.page.getByText('Ready: d7-d6.').waitFor();
  await place(ada.page, 'a2').click();
  await place(ada.page, 'a3').click();
  await ada.page.getByText('1. d7 to d6').first().waitFor();
  for (const one of [ada, grace]) await one.close();
});

test('two tabs of one seat show and play the same game', { timeout: 60_000 }, async () => {
  const one = await person();
  const id = await create(one, { spec: 'breakthrough', seats: ['me', 'me'] });
  const tabs = [one.page, await one.context.newPage()];
  for (const tab of tabs) await tab.goto(`${app.url}/t/${id}`);
  const move = async (tab, from, to) => {
    await tab.locator(`.place.offer[data-place="${from}"]`).click();
    await tab.locator(`.place.offer[data-place="${to}"]`).click();
  };
  await move(tabs[0], 'a2', 'a3');
  await tabs[1].getByText('1. a2 to a3').first().waitFor();
  await move(tabs[1], 'h7', 'h6');
  await tabs[0].getByText('1. h7 to h6').first().waitFor();
  await move(tabs[0], 'b2', 'b3');
  await tabs[1].getByText('2. b2 to b3').first().waitFor();
  await one.close();
});

/** The size at which a board is drawn: an SVG keeps its proportions within its element. */
const drawn = (page) =>
  page
    .locator('.stage .board svg')
    .first()
    .evaluate((svg) => {
      const { width, height } = svg.viewBox.baseVal;
      const scale = Math.min(svg.clientWidth / width, svg.clientHeight / height);
      return { width: width * scale, height: height * scale };
    });

for (const game of GAMES.filter(({ id }) => IDS_WITH_FOLDER.includes(id)))
  test(
    `${game.id}: the board fills large screens in three columns, and is no smaller at 200 %`,
    { timeout: 120_000 },
    async () => {
      const table = { spec: game.id, seats: ['me', ...Array(game.seats.default - 1).fill('me')] };
      const one = await person({ viewport: { width: 2560, height: 1440 } });
      const { page } = one;
      const id = await create(one, table);
      const at = async (width, height) => {
        await page.setViewportSize({ width, height });
        await page.goto(`${app.url}/t/${id}`);
        await page.locator('.stage .board svg').first().waitFor();
        await settled(page, '.stage .board svg');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game.id} ${width}`);
        return drawn(page);
      };
      const large = await at(2560, 1440);
      for (const [width, height] of [
        [2560, 1440],
        [1280, 800],
        [390, 844],
      ]) {
        const board = await at(width, height);
        for (const plate of await page.locator('.plates').all()) {
          const box = await plate.boundingBox();
          assert.ok(box.width <= Math.max(board.width, 384) + 1, `${game.id} ${width}: plates of ${box.width}`);
        }
      }
      await at(2560, 1440);
      assert.ok(large.height > 1000 || large.width > 1350, `${game.id}: ${JSON.stringify(large)}`);
      const [board, side] = [await page.locator('.board').boundingBox(), await page.locator('.side').boundingBox()];
      assert.ok(side.x >= board.x + board.width, `${game.id}: the log is beside the board`);
      // What is drawn stands in the middle of its column; the panels are near it, not at the edges of the window.
      const gap = side.x - (board.x + (board.width + large.width) / 2);
      assert.ok(gap < 200, `${game.id}: ${gap} px between the board and the log`);
      if (await page.locator('.info').count()) {
        const info = await page.locator('.info').boundingBox();
        assert.ok(info.x + info.width <= board.x, `${game.id}: the panel is on the other side`);
      }
      // Zoom of the browser gives a window half as many CSS pixels, each twice as large.
      for (const [width, height] of [
        [1366, 820],
        [1280, 800],
      ]) {
        const whole = await at(width, height);
        const half = await at(width / 2, height / 2);
        assert.ok(2 * half.height >= whole.height - 1, `${game.id}: ${half.height} at 200 %, ${whole.height} at 100 %`);
        assert.ok(2 * half.width >= whole.width - 1, `${game.id}: ${half.width} at 200 %, ${whole.width} at 100 %`);
      }
      await one.close();
    },
  );
