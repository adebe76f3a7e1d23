// What people tried who had never seen the app, and what it did not do then: each of these was a complaint.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, sitDown, stage, until, violations, visitor } from './browser.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const at = (page, name) => page.locator(`.place[data-place="${name}"]`);

async function sitAt(table, options) {
  const one = await visitor(browser, options);
  const id = await open(app.url, one, table);
  await one.page.goto(`${app.url}/t/${id}`);
  await one.page.locator('.place.offer, .strip button').first().waitFor();
  const state = async () =>
    (await one.page.evaluate(async (id) => (await fetch(`/api/tables/${id}`)).json(), id)).state;
  return { ...one, state };
}

test(
  'Snipe Hunt: a walk chosen by its end gets there, also where the table makes steps itself',
  { timeout: 60_000 },
  async () => {
    const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 3+4 left 7';
    const { page, state, close } = await sitAt({ spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'] }, PHONE);
    // Seven steps: two cards on, and over the second. Between the middles of two cards there is only one way.
    await at(page, 'c1s').tap({ force: true });
    await until(async () => (await state()).position.board.held[0] === 5, 'the crumb at the end of the walk is lifted');
    await close();
  },
);

test('Träxx: a field beside the path is drawn by a tap on it', { timeout: 60_000 }, async () => {
  const { page, close } = await sitAt({ spec: 'traxx:seats=1', seats: ['me'] }, PHONE);
  await page.getByText('draw your path on over colours of the card, or pass').waitFor();
  const next = page.locator('.place.offer:not([aria-label*="end of your path"])').first();
  const name = await next.getAttribute('data-place');
  await next.tap({ force: true });
  await page.locator(`.place[data-place="${name}"][aria-pressed]`).waitFor();
  await page.getByRole('button', { name: /^Play: 1 field, / }).waitFor();
  await close();
});

test('Breadwinner: each phase says what a chosen bot does in it', { timeout: 60_000 }, async () => {
  for (const [phase, prompt, button] of [
    ['map', 'let a bot on the map move or act, or end the phase', 'End phase'],
    ['factories', 'send a bot out of a factory, or end the phase', 'End phase'],
    ['recall', 'take bots back to the pile if you like, then end your turn', 'End turn'],
  ]) {
    const start = `phase=${phase} seat=1 round=3 a=1Ha 1f2=Dr`;
    const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
    await page.getByText(prompt).waitFor();
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    await close();
  }
});

test('the board keeps its place and size while a choice is explained', { timeout: 60_000 }, async () => {
  const start = 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6';
  const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
  const box = async () => {
    await settled(page, '.stage .board svg');
    return page.locator('.stage .board svg').first().boundingBox();
  };
  const before = await box();
  await page.locator('button.die').first().click();
  await page.locator('.info .held').waitFor();
  assert.deepEqual(await box(), before);
  await close();
});

test('on a phone the board stays where it is when the dice are gone', { timeout: 60_000 }, async () => {
  const start = '+F,+A,+F/+A,+Ne,+/+S,+,+ snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 3+4 left 7';
  const { page, close } = await sitAt({ spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'] }, PHONE);
  await settled(page, '.stage .board svg');
  const top = () =>
    page
      .locator('.stage .board svg')
      .first()
      .evaluate((svg) => svg.getBoundingClientRect().top);
  const before = await top();
  await at(page, 'b2e').tap({ force: true });
  await page.locator('.result').waitFor();
  assert.equal(await top(), before);
  await close();
});

test('the plate of the player whose move is being played stands out', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { reducedMotion: 'no-preference' });
  const { page } = one;
  const seats = ['me', 'random', 'random', 'random'];
  await page.goto(`${app.url}/help`);
  await page.clock.install();
  const id = await open(app.url, one, { spec: 'breadcrumbs:seats=4', seats });
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.place.offer').first().waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.locator('.place.offer').first().click({ force: true });
  // The time of the page stands still: the first event of the others stays on the board.
  const plays = page.locator('.turn.past');
  await until(async () => {
    await page.clock.runFor(100);
    return /Random bot 2 plays/.test((await plays.count()) ? await plays.textContent() : '');
  }, 'the first of the others is shown');
  assert.deepEqual(
    await page.locator('.plates li.turn').evaluateAll((list) => list.map((plate) => plate.dataset.seat)),
    ['2'],
  );
  await one.close();
});

test(
  'who waits for a friend has the link in view, and the board when the friend comes',
  { timeout: 60_000 },
  async () => {
    const [ada, grace] = [await visitor(browser, PHONE), await visitor(browser)];
    const id = await open(app.url, ada, { spec: 'snipe:seats=2,forest=3x3', seats: ['me', 'open'], name: 'Ada' });
    for (const theme of ['dark', 'light']) {
      await ada.page.evaluate(
        (theme) => localStorage.setItem('breadboard.settings', JSON.stringify({ theme, language: 'en', name: 'Ada' })),
        theme,
      );
      await ada.page.goto(`${app.url}/t/${id}`);
      await ada.page.getByText('1 of 2 seats taken').waitFor();
      const { y, height } = await ada.page.getByRole('button', { name: 'Copy' }).boundingBox();
      assert.ok(y + height <= 844, 'without scrolling');
      assert.deepEqual(await violations(ada.page), []);
    }
    await grace.page.goto(`${app.url}/t/${id}`);
    await sitDown(grace.page);
    await ada.page.locator('.stage .board svg').waitFor();
    await ada.page.locator('.plates li', { hasText: 'Guest' }).waitFor();
    for (const one of [ada, grace]) await one.close();
  },
);

test('a replay has its players at the board, and the winner at its end', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser);
  const start = '6pp/P7/8/8/8/8/8/7P w';
  const id = await open(app.url, { page }, { spec: 'breakthrough', start, seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  for (const place of ['a7', 'a8']) await page.locator(`.place.offer[data-place="${place}"]`).click();
  await page.locator('.result').waitFor();
  await page.goto(`${app.url}/replay/${id}`);
  await page.locator('.plates li', { hasText: 'Ada' }).getByRole('img', { name: 'Winner' }).waitFor();
  // By its name, not by its number.
  await page.locator('.plates li', { hasText: 'Sprinter' }).waitFor();
  await page.keyboard.press('Home');
  await page.getByText('Step 0 of').first().waitFor();
  assert.equal(await page.getByRole('img', { name: 'Winner' }).count(), 0);
  await close();
});
