// What others did can be followed: playback by finger and key, bots that begin, the trail, and the log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, until, violations, visitor } from './browser.mjs';
import { ask, call, stateOf } from './table.mjs';

const { browser, app } = await stage();
const MOVING = { reducedMotion: 'no-preference' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const at = (page, name) => page.locator(`.place[data-place="${name}"]`);

/** A Breadwinner table where seat 2, a bot, has had a turn of several events before Ada's. */
async function afterLongTurn(one) {
  const start = 'phase=map seat=2 round=5 c=2Dr+2Ha d=2Dr+2Ha D2=2So 2f1=Dr 2f2=So a=1So b=1So';
  const table = { spec: 'breadwinner', start, seats: ['me', 'greedy'], name: 'Ada' };
  const id = await open(app.url, one, table);
  await until(async () => (await stateOf(one.page, id)).you[0].moves.length > 0, 'the bot ends its turn');
  const { position, you } = await stateOf(one.page, id);
  assert.ok(position.step >= 4, `${position.step} events`);
  assert.ok(you[0].moves.some(({ text }) => text.startsWith('So a')));
  return { id, steps: position.step };
}

/** The time of the page stands still: whatever is played stays in play. */
async function standStill(page, address) {
  await page.clock.install();
  await page.goto(address);
  await page.locator('.stage .board svg').first().waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

test('what is played is told in words, and the board keeps its size', { timeout: 60_000 }, async () => {
  for (const screen of [{}, PHONE]) {
    const one = await visitor(browser, { ...MOVING, ...screen });
    const { page } = one;
    const { id } = await afterLongTurn(one);
    await standStill(page, `${app.url}/t/${id}`);
    const box = () => page.locator('.stage .board svg').first().boundingBox();
    const before = await box();
    await page.keyboard.press('a');
    const told = page.locator('.turn.past');
    await until(async () => {
      await page.clock.runFor(100);
      return /^\s*Greedy bot.* (plants|harvests|goes|rolls|pulses) /.test(
        (await told.count()) ? await told.innerText() : '',
      );
    }, 'an event is told');
    assert.deepEqual(await box(), before);
    await one.close();
  }
});

test('a finger on the board ends the playback, and chooses what it touches', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { ...MOVING, ...PHONE });
  const { page } = one;
  const { id, steps } = await afterLongTurn(one);
  await standStill(page, `${app.url}/t/${id}`);
  const board = page.locator('.stage .board');
  for (const [what, tap] of [
    ['an empty spot', () => page.locator('.board svg .frame, .board svg rect').first().boundingBox()],
    ['an own bot', () => at(page, '1a/0').boundingBox()],
  ]) {
    await page.keyboard.press('a');
    await page.locator('.board[data-playing]').waitFor();
    await until(async () => Number(await board.getAttribute('data-step')) < steps, 'an earlier position is shown');
    const { x, y, width, height } = await tap();
    await page.touchscreen.tap(
      what === 'an own bot' ? x + width / 2 : x + 3,
      what === 'an own bot' ? y + height / 2 : y + 3,
    );
    await until(async () => (await page.locator('.board[data-playing]').count()) === 0, `${what} ends the playback`);
    assert.equal(await board.getAttribute('data-step'), String(steps));
  }
  await page.locator('.place[data-place="1a/0"][aria-pressed]').waitFor();
  // The button does the same.
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Skip' }).tap();
  assert.equal(await board.getAttribute('data-step'), String(steps));
  await one.close();
});

test('a key of the board ends the playback and acts at once', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, MOVING);
  const { page } = one;
  const { id, steps } = await afterLongTurn(one);
  await standStill(page, `${app.url}/t/${id}`);
  await at(page, '1a/0').focus();
  await page.keyboard.press('a');
  await page.locator('.board[data-playing]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.place[data-place="1a/0"][aria-pressed]').waitFor();
  assert.equal(await page.locator('.board[data-playing]').count(), 0);
  assert.equal(await page.locator('.stage .board').getAttribute('data-step'), String(steps));
  await one.close();
});

test('a bot that begins is seen beginning', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, MOVING);
  const { page } = one;
  const id = await open(app.url, one, { spec: 'breakthrough', seats: ['bot1', 'me'], name: 'Ada' });
  await until(async () => (await stateOf(page, id)).you[0].moves.length > 0, 'the bot has moved');
  await page.addInitScript(() => {
    window.seen = [];
    new MutationObserver(() => {
      const { step } = document.querySelector('.stage .board')?.dataset ?? {};
      if (step !== undefined && window.seen.at(-1) !== step) window.seen.push(step);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-step'] });
  });
  await page.goto(`${app.url}/t/${id}`);
  await page.waitForFunction(() => window.seen.at(-1) === '1');
  assert.deepEqual(await page.evaluate(() => window.seen), ['0', '1']);
  await page.getByText('Your turn').first().waitFor();
  await one.close();
});

for (const [motion, again] of [
  ['no-preference', 1],
  ['reduce', 0],
])
  test(
    `the trail of the others’ moves stays until the next own move, motion ${motion}`,
    { timeout: 60_000 },
    async () => {
      const one = await visitor(browser, { reducedMotion: motion });
      const { page } = one;
      const table = { spec: 'breakthrough', seats: ['me', 'bot1'], name: 'Ada' };
      const id = await open(app.url, one, table);
      await page.goto(`${app.url}/t/${id}`);
      assert.equal(await page.locator('.trail .head').count(), 0);
      await at(page, 'a2').click();
      await at(page, 'a3').click();
      await page
        .getByText(/^1\. [a-h][78] (to|takes on) /)
        .first()
        .waitFor();
      await page.locator('.trail .head').waitFor({ state: 'attached' });
      // From the square that the bot left to the one where it stands, both also marked as the last move.
      assert.equal(await page.locator('.trail .head').count(), 1);
      assert.equal(await page.locator('rect.last').count(), 2);
      assert.equal(await page.getByRole('button', { name: 'Show again' }).count(), again);
      // It is in the way of no choice.
      await at(page, 'b2').click();
      await page.locator('.trail .head').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.locator('.trail .head').waitFor({ state: 'attached' });
      await one.close();
    },
  );

test('Snipe Hunt: the walk of another is one line along its path', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { reducedMotion: 'reduce' });
  const { page } = one;
  // Who begins is decided by lot: a table where the bot does, and walks several steps.
  let id;
  await until(async () => {
    id = await open(app.url, one, { spec: 'snipe:seats=2,forest=4x4', seats: ['random', 'me'], name: 'Ada' });
    await until(async () => (await stateOf(page, id)).you[0].moves.length > 0, 'Ada can move');
    const { events } = (await call(page, `/tables/${id}/events`)).body;
    return (
      events.filter((event) => event.kind === 'acted' && event.seats[0] === 1 && event.touched?.length > 1).length > 3
    );
  }, 'the bot begins');
  await page.goto(`${app.url}/t/${id}`);
  const ways = page.locator('.board path.rival:not(.under)');
  await ways.first().waitFor({ state: 'attached' });
  const longest = await ways.evaluateAll((list) =>
    Math.max(...list.map((way) => way.getAttribute('d').split('L').length)),
  );
  assert.ok(longest > 2, `the line has ${longest} points`);
  await one.close();
});

test('the log: a row a turn, its steps folded in, notation on demand, no raw deals', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const { id } = await afterLongTurn(one);
  await page.goto(`${app.url}/t/${id}`);
  const log = page.getByRole('list', { name: 'What happened' });
  const row = log.locator('> li', { has: page.locator('.marks .mark') }).last();
  const fold = row.locator('.fold');
  const steps = Number.parseInt(await fold.textContent());
  assert.ok(steps >= 4, `${steps} steps`);
  assert.equal(await row.locator('.steps li').count(), 0);
  assert.equal(await row.locator('.marks .mark').count(), 1, 'the mark of the player');
  await fold.click();
  assert.equal(await row.locator('.steps > li').count(), steps);
  assert.equal(await row.locator('code').count(), 0);
  await page.getByRole('button', { name: 'Notation' }).click();
  assert.ok((await row.locator('.steps code').count()) >= 4);
  assert.deepEqual(await violations(page), []);
  // A step of the row leads to its position.
  await row.locator('.steps .row-link').first().click();
  await page.getByText(/^An earlier position: step \d+ of/).waitFor();
  await page.keyboard.press('Escape');
  // The deal is a sentence: its notation is long, and belongs to records.
  const dealt = await open(app.url, one, { spec: 'breadcrumbs:seats=2', seats: ['me', 'me'], names: ['Ada', 'Grace'] });
  await page.goto(`${app.url}/t/${dealt}`);
  await page.getByRole('button', { name: 'Notation' }).click();
  await log.locator('li').nth(1).waitFor();
  const { position } = await stateOf(page, dealt);
  assert.ok(position.step > 0, 'the tiles are dealt');
  for (const code of await log.locator('code').allTextContents()) assert.ok(code.length < 40, code);
  await one.close();
});

test('a move taken back is struck through, and heard as undone', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const id = await open(app.url, one, { spec: 'breakthrough', seats: ['me', 'me'], names: ['Ada', 'Grace'] });
  await page.goto(`${app.url}/t/${id}`);
  await at(page, 'a2').waitFor();
  await ask(page, id, 1, { do: 'act', text: 'a2-a3' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const gone = page.locator('li.undone', { hasText: '1. a2 to a3' });
  await gone.waitFor();
  assert.match(
    await gone
      .locator('.what span')
      .first()
      .evaluate((node) => {
        for (let up = node; up; up = up.parentElement)
          if (getComputedStyle(up).textDecorationLine.includes('line-through')) return 'struck';
        return 'plain';
      }),
    /struck/,
  );
  assert.match(await gone.textContent(), /taken back/);
  assert.equal(await gone.getByRole('button').count(), 0, 'there is nothing to look at');
  await one.close();
});
