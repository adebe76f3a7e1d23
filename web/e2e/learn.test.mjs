// The guided first games against the real server: the mouse clicks whatever is highlighted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage, violations, visitor } from './browser.mjs';
import { IDS_WITH_FOLDER } from './games.mjs';

const { browser, app } = await stage();

async function open(path, options) {
  const one = await visitor(browser, options);
  await one.page.goto(app.url + path);
  return one;
}

/** What a click changes: what is on the board, chosen and highlighted, and whether the step is done. */
const shown = () =>
  [...document.querySelectorAll('.lesson, .stage .place, .stage .strip button, .stage .actions button')]
    .map((node) =>
      [node.dataset.done, node.ariaLabel ?? node.textContent, node.ariaPressed, node.getAttribute('class')].join(),
    )
    .join();

/** Clicks whatever is highlighted until the step is done. */
async function follow(page) {
  const done = page.locator('.lesson[data-done="true"]');
  const target = page.locator('.stage .place.hinted, .stage .strip .hinted, .stage .actions .hinted').first();
  for (let clicks = 0; clicks < 30; clicks++) {
    // While the server plays a move nothing is highlighted, and the step is not done yet.
    await done.or(target).first().waitFor({ timeout: 10_000 });
    if (await done.count()) return;
    const before = await page.evaluate(shown);
    await target.click({ force: true });
    await page.waitForFunction(`(${shown})() !== ${JSON.stringify(before)}`);
  }
  assert.fail(`step ${await page.locator('.lesson').getAttribute('data-step')} does not end`);
}

for (const game of IDS_WITH_FOLDER)
  for (const [locale, next, play] of [
    ['en-GB', 'Next', /^Play a real game against (Sprinter|Nibbler|Stroller|Apprentice)$/],
    ['de-DE', 'Weiter', /^Ein richtiges Spiel gegen (Sprinter|Knabberer|Spaziergänger|Lehrling)$/],
  ])
    test(
      `${game}, ${locale}: the first game can be followed to its end and leads to a real one`,
      { timeout: 120_000 },
      async () => {
        const { page, close } = await open(`/learn/${game}`, { locale });
        await page.waitForSelector('.lesson');
        const steps = await page.locator('.lesson progress').evaluate((bar) => bar.max);
        assert.ok(steps >= 6 && steps <= 10, `${steps} steps`);
        const said = [];
        for (let step = 1; step <= steps; step++) {
          await page.waitForSelector(`.lesson[data-step="${step}"][data-done="false"]`);
          said.push(await page.locator('.lesson').textContent());
          if (step === 1) assert.deepEqual(await violations(page), []);
          await follow(page);
          await page.locator('.lesson .good').waitFor();
          await page.getByRole('button', { name: next, exact: true }).click();
        }
        // The goal comes first, and the hardest parts are not left out.
        if (game === 'breadwinner') {
          assert.match(said[0], /own all twelve loaves|alle zwölf Brote zu besitzen/);
          for (const part of [/Shield|Schild/, /Research & Development|Forschung & Entwicklung/])
            assert.ok(
              said.some((text) => part.test(text)),
              String(part),
            );
        }
        await page.getByRole('button', { name: play }).click();
        await page.waitForURL(/\/t\//);
        await page.waitForSelector('.stage');
        await close();
      },
    );

test('another legal move gets a hint, an illegal one its reason', { timeout: 60_000 }, async () => {
  const { page, close } = await open('/learn/breakthrough');
  await page.waitForSelector('.lesson');
  await page.locator('[data-place="b1"]').click();
  await page.locator('[data-place="b2"]').click();
  await page.locator('.advice').getByText('legal move as well').waitFor();
  await page.locator('[data-place="c4"]').click({ force: true });
  await page.locator('.advice').getByText('c2 to c4 is not one step forward').waitFor();
  // The step itself is in the text of the rules and has no ruling to link to.
  assert.equal(await page.locator('.advice a').count(), 0);
  await page.locator('[data-place="d5"]').click({ force: true });
  await page.locator('.advice').getByText('nothing to choose there').waitFor();
  assert.equal(await page.locator('.lesson').getAttribute('data-done'), 'false');
  await follow(page);
  await close();
});

for (const game of IDS_WITH_FOLDER)
  test(
    `the rules of ${game}: the goal first, boards and signs instead of drawings of letters`,
    { timeout: 60_000 },
    async () => {
      for (const [locale, goal] of [
        ['en-GB', 'The goal'],
        ['de-DE', 'Das Ziel'],
      ]) {
        const { page, close } = await open(`/rules/${game}`, { locale });
        await page.locator('article figure svg').first().waitFor();
        assert.equal((await page.locator('article h2').first().textContent()).trim(), goal);
        // A drawing has rows of squares; code that is left is notation.
        for (const text of await page.locator('article pre').allTextContents())
          assert.ok(!/^ *\d+ +[·.OXoxA-E] [·.OXoxA-E] /m.test(text), text);
        await close();
      }
    },
  );

test('a lesson that does not exist has the page that says what to do', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser);
  await page.goto(`${app.url}/learn/nothing`);
  await page.getByRole('link', { name: 'To the games' }).waitFor();
  await close();
});
