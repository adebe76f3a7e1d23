// A game without a folder in the app, in a real browser against a mocked API: every page of it, and whole games on the
// generic board. The server tells the app everything it knows of the game.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launch, serveApp, violations, visitor } from './browser.mjs';
import { mockApi } from './mock-api.mjs';
import { Table } from './three.mjs';

const app = await serveApp();
after(() => app.close());
const browser = await launch();
after(() => browser.close());

async function open(path, { theme = 'light', table = new Table(), ...options } = {}) {
  const one = await visitor(browser, options);
  await one.page.addInitScript(
    (theme) => localStorage.setItem('breadboard.settings', JSON.stringify({ theme, motion: false })),
    theme,
  );
  const control = await mockApi(one.page, { table });
  await one.page.goto(app.url + path);
  return { ...one, table, control };
}
const spot = (page, name) => page.locator(`[data-place="${name}"]`);
const offered = (page) =>
  page.locator('.place.offer').evaluateAll((nodes) => nodes.map((node) => node.dataset.place).sort());
/** The text drawing as the page shows it, without blanks. */
const drawn = (page) =>
  page.locator('.stage .board text.onSpot').evaluateAll((nodes) => nodes.map((node) => node.textContent).join(''));

const PAGES = {
  '/': '.card:has-text("Three Men") .art svg',
  '/new/three': 'form',
  '/t/abc': '.place.offer',
  '/rules/three': 'article p',
  '/replay/abc': '.stage svg',
  '/help': 'li:has-text("Three Men")',
};
for (const theme of ['light', 'dark', 'contrast'])
  for (const [path, ready] of Object.entries(PAGES))
    test(`${path}, ${theme}: axe finds nothing`, { timeout: 60_000 }, async () => {
      const { page, close } = await open(path, { theme });
      await page.waitForSelector(ready);
      assert.deepEqual(await violations(page, theme), []);
      await close();
    });

test('the front page shows what the server says of the game, and offers no first game', async () => {
  for (const [locale, summary, players, learn] of [
    ['en-GB', 'Place three men and move them into a row.', '2 players', 'Learn'],
    ['de-DE', 'Setze drei Steine und bringe sie in eine Reihe.', '2 Spieler', 'Lernen'],
  ]) {
    const { page, close } = await open('/', { locale });
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Three Men' }) });
    await card.getByText(summary).waitFor();
    await card.getByText(players).waitFor();
    await card.locator('.art svg text').first().waitFor();
    assert.equal(await card.getByText(learn).count(), 0);
    assert.equal(await page.locator('.card', { hasText: 'Breakthrough' }).getByText(learn).count(), 1);
    await close();
  }
});

test('a new table of it is opened with its options', async () => {
  const { page, close } = await open('/new/three', { locale: 'de-DE' });
  await page.getByText('Alle Einstellungen').click();
  await page.getByText('Steine ziehen überallhin.').waitFor();
  await page.getByLabel('fly').uncheck();
  assert.equal(await page.getByRole('link', { name: 'Lernen' }).count(), 0);
  await page.getByRole('button', { name: 'Tisch eröffnen' }).click();
  await page.waitForURL(/\/t\/abc$/);
  await close();
});

test('there is no first game and no unknown game, and the page says so', async () => {
  for (const path of ['/learn/three', '/new/four', '/rules/four', '/learn/four']) {
    const { page, close } = await open(path);
    await page.getByText('There is nothing at this address.').first().waitFor();
    await close();
  }
});

/** A whole game that seat 1 wins: three men are placed, a pass, and a man moves. Seat 2 answers as it always does. */
async function win(page, table, choose, pass) {
  for (const [at, answer] of [
    ['a3', 'c1'],
    ['b3', 'b1'],
    ['a1', 'c2'],
  ]) {
    await choose(at);
    await page.locator(`[data-place="${answer}"][aria-label^="${answer} O"]`).waitFor({ state: 'attached' });
  }
  await pass();
  await page.locator('[data-place="b2"][aria-label^="b2 O"]').waitFor({ state: 'attached' });
  await choose('a1');
  await page.locator('[data-place="a1"][aria-pressed]').waitFor({ state: 'attached' });
  await choose('c3');
  await page.getByRole('heading', { name: 'You won!' }).waitFor();
  await page.locator('.result .reason', { hasText: 'Ada has three in a row.' }).waitFor();
  assert.equal(table.steps.map(({ texts }) => texts[0]).join(' '), 'a3 c1 b3 b1 a1 c2 pass c1-b2 a1-c3');
}
const passButton = (page) => page.getByRole('button', { name: 'pass', exact: true });

test(
  'a whole game by clicks, with the mark of the last move, the text and the replay',
  { timeout: 60_000 },
  async () => {
    const { page, table, close } = await open('/t/abc');
    await page.getByText('choose a marked place').waitFor();
    assert.equal((await offered(page)).length, 9);
    assert.equal(await page.locator('.stage .next').count(), 9);
    assert.equal(await page.locator('.stage .last').count(), 0);
    assert.equal(await page.locator('.plates li svg').count(), 2, 'each seat has its symbol');
    await win(
      page,
      table,
      async (at) => {
        if (at === 'c3') {
          // One man is chosen: its targets are marked, another man can be chosen instead.
          assert.deepEqual(await offered(page), ['a1', 'a2', 'a3', 'b3', 'c1', 'c3']);
          assert.equal(await page.locator('.stage .next').count(), 3);
          assert.equal(await page.locator('.stage .last').count(), 2);
        }
        await spot(page, at).click();
      },
      () => passButton(page).click(),
    );
    assert.equal(await drawn(page), 'XXX·OO·O·');
    assert.equal(await page.locator('.stage .last').count(), 2);
    assert.deepEqual(await offered(page), []);
    await page.keyboard.press('t');
    await page.getByText('a3 X, b3 X, c3 X').waitFor();
    await page.getByText('X seat 1 O seat 2').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('link', { name: 'Replay' }).last().click();
    await page.getByText('Step 9 of 9').first().waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelectorAll('.stage .last').length === 1);
    assert.equal(await drawn(page), 'X········');
    await close();
  },
);

test('a whole game by keyboard alone', { timeout: 60_000 }, async () => {
  const { page, table, close } = await open('/t/abc');
  const focused = () => page.evaluate(() => document.activeElement?.dataset?.place);
  await page.waitForSelector('.place.offer');
  await win(
    page,
    table,
    async (at) => {
      await page.locator('.place[tabindex="0"]').focus();
      for (let i = 0; i < 12 && (await focused()) !== at; i++) await page.keyboard.press('n');
      assert.equal(await focused(), at);
      await page.keyboard.press('Enter');
    },
    async () => {
      for (let i = 0; i < 20 && (await page.evaluate(() => document.activeElement?.textContent)) !== 'pass'; i++)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    },
  );
  await close();
});

test('a whole game by touch on a phone, with places as large as a finger', { timeout: 60_000 }, async () => {
  const { page, table, close } = await open('/t/abc', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('button', { name: 'Enlarge the board' }).tap();
  const smallest = await page
    .locator('.place > .hit')
    .evaluateAll((nodes) =>
      Math.min(
        ...nodes.map((node) => Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height)),
      ),
    );
  assert.ok(smallest >= 44, `${smallest} px`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await win(
    page,
    table,
    (at) => spot(page, at).tap(),
    () => passButton(page).tap(),
  );
  await close();
});
