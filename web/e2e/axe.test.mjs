// Every page and every dialog in light and in dark: axe finds nothing, and nothing is wider than the screen. It takes long, and
// files begin in the order of their names: under a later one it would run alone at the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, stage, violations, visitor } from './browser.mjs';
import { GAMES, IDS_WITH_FOLDER, shortTable, tableOf } from './games.mjs';
import { playOut } from './path.mjs';

const { browser, app } = await stage();
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const withTheme = (page, theme) =>
  page.addInitScript(
    (theme) => localStorage.setItem('breadboard.settings', JSON.stringify({ theme, language: 'en', name: 'Ada' })),
    theme,
  );

/** Judges the page as it is, on a large and on a small screen. */
async function judge(page, what, theme) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await settled(page, 'main');
    assert.deepEqual(await violations(page, theme), [], `${what}, ${size}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${what}, ${size}: ${wide} px too wide`);
  }
}

for (const theme of ['light', 'dark']) {
  test(`${theme}: analysis, set-up and puzzles of every game`, { timeout: 240_000 }, async () => {
    const one = await visitor(browser);
    const { page } = one;
    await withTheme(page, theme);
    await page.goto(`${app.url}/analysis`);
    await page.getByRole('link', { name: /^Analyse\W+Breakthrough/ }).waitFor();
    await judge(page, 'analysis', theme);
    await page.goto(`${app.url}/puzzles`);
    await page.locator('.daily').waitFor();
    await page.locator('.list a').first().waitFor();
    await judge(page, 'puzzles', theme);
    for (const game of IDS_WITH_FOLDER) {
      await page.goto(`${app.url}/analysis?spec=${game}`);
      await page.locator('.stage .board svg').first().waitFor();
      await judge(page, `analysis of ${game}`, theme);
      await page.goto(`${app.url}/analysis?setup=${game}`);
      await page.locator('.verdict').first().waitFor();
      await judge(page, `set-up of ${game}`, theme);
      await page.goto(`${app.url}/puzzles/${game}-1`);
      await page.locator('.puzzle').waitFor();
      await judge(page, `puzzle of ${game}`, theme);
    }
    await one.close();
  });

  test(`${theme}: a running table of every game, with its tools open`, { timeout: 240_000 }, async () => {
    const one = await visitor(browser);
    const { page } = one;
    await withTheme(page, theme);
    for (const game of GAMES.filter(({ id }) => IDS_WITH_FOLDER.includes(id))) {
      const id = await open(app.url, one, { ...tableOf(game), name: 'Ada' });
      await page.goto(`${app.url}/t/${id}`);
      await page.locator('.place.offer, .strip button').first().waitFor();
      await judge(page, game.id, theme);
      await page.locator('summary', { hasText: 'More' }).click();
      for (const part of await page.locator('.more details > summary').all()) await part.click();
      await page.getByRole('button', { name: 'Rules', exact: true }).click();
      await page.getByRole('complementary', { name: 'Rules' }).getByRole('heading').first().waitFor();
      await judge(page, `${game.id} with its tools and rules`, theme);
    }
    await one.close();
  });

  test(`${theme}: the chooser of every game and the settings`, { timeout: 120_000 }, async () => {
    const one = await visitor(browser);
    const { page } = one;
    await withTheme(page, theme);
    for (const [i, game] of GAMES.entries()) {
      await page.goto(app.url);
      // The cards stand in the order of the program.
      await page
        .getByRole('button', { name: /^Play\s*:/ })
        .nth(i)
        .click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' });
      await judge(page, `the chooser of ${game.id}`, theme);
      for (const mode of ['Friends', 'This device']) {
        await page.getByRole('dialog').getByText(mode, { exact: true }).click();
        await judge(page, `the chooser of ${game.id}, ${mode}`, theme);
      }
    }
    await page.goto(app.url);
    await page.getByRole('button', { name: 'Settings' }).click();
    await judge(page, 'settings', theme);
    await one.close();
  });

  test(`${theme}: replay, review with a lesson, and the check of the dice`, { timeout: 400_000 }, async () => {
    const one = await visitor(browser);
    const { page } = one;
    await withTheme(page, theme);
    const id = await open(app.url, one, { spec: 'breakthrough:columns=5,rows=5', seats: ['me', 'bot2'], name: 'Ada' });
    await playOut(page, id, false);
    await page.goto(`${app.url}/replay/${id}`);
    await page
      .getByText(/^Step \d+ of/)
      .first()
      .waitFor();
    await judge(page, 'replay', theme);
    await page.goto(`${app.url}/review/${id}`);
    await page.locator('.accuracies').waitFor({ timeout: 240_000 });
    await judge(page, 'review', theme);
    await page.getByLabel('Mistakes of').selectOption('0');
    await page.locator('.mistake').first().click();
    await page.locator('.lesson').waitFor();
    await judge(page, 'a mistake', theme);
    await page.locator('.lesson').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.place.offer').first().waitFor();
    await judge(page, 'a mistake tried again', theme);
    const dice = await open(app.url, one, shortTable(GAMES.find(({ id }) => id === 'traxx')));
    await playOut(page, dice, false);
    await page.goto(`${app.url}/verify/${dice}`);
    await page.locator('[data-verdict]').waitFor();
    await judge(page, 'the check of the dice', theme);
    await one.close();
  });
}

test('Breadwinner: dice of Research & Development that can be chosen', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const start = 'phase=build seat=1 start=1 round=1 rolled=1,2,3,4,5,6,6,6 free=1';
  const id = await open(app.url, one, { spec: 'breadwinner', start, seats: ['me', 'random'] });
  await page.goto(`${app.url}/t/${id}`);
  await page.getByRole('button', { name: 'Research & Development' }).first().waitFor();
  assert.deepEqual(await violations(page), []);
  await one.close();
});
