// The guided first games against the real server: the mouse clicks whatever is highlighted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open as openTable, settled, stage, violations, visitor } from './browser.mjs';
import { IDS_WITH_FOLDER } from './games.mjs';
import { stateOf } from './table.mjs';

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
    ['en-GB', 'Next', /^Play a real game against (Sprinter|Nibbler|(2 × )?Stroller|Apprentice)$/],
    ['de-DE', 'Weiter', /^Ein richtiges Spiel gegen (Sprinter|Knabberer|(2 × )?Spaziergänger|Lehrling)$/],
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
        // Against as many as the button says: Breadcrumbs is taught with two players, Snipe Hunt with three.
        const button = page.getByRole('button', { name: play });
        const rivals = Number(/(\d) ×/.exec(await button.textContent())?.[1] ?? 1);
        assert.equal(rivals, game === 'snipe' ? 2 : 1);
        await button.click();
        await page.waitForURL(/\/t\//);
        const bots = (await stateOf(page, page.url().split('/').at(-1))).seats.filter(({ kind }) => kind === 'bot');
        assert.equal(bots.length, rivals);
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

test('what only experts need is folded, and an address that points into it opens it', { timeout: 60_000 }, async () => {
  const { page, close } = await open('/rules/traxx');
  const folded = page.locator('.experts details');
  await folded.nth(2).waitFor();
  assert.equal(await page.locator('.experts details[open]').count(), 0);
  assert.equal(await page.locator('#T4').isVisible(), false);
  // The bots by their names; the file that only the source code has is named and not linked.
  await page.getByRole('link', { name: 'What this game is like' }).click();
  await page.getByText('between Surveyor (level 5) and Stroller (1)').waitFor();
  assert.equal(await page.locator('a[href*="docs/reports"]').count(), 0);
  assert.equal(await page.locator('.experts details[open]').count(), 1);
  // From a refusal, and within the page.
  await page.goto(`${app.url}/rules/breakthrough#K3`);
  await page.locator('tr.here#K3').waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.getElementById('K3').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  await page.evaluate(() => {
    document.querySelector('.experts details').open = false;
    location.hash = 'K1';
  });
  await page.locator('tr.here#K1').waitFor();
  await close();
});

test('a lesson that does not exist has the page that says what to do', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser);
  await page.goto(`${app.url}/learn/nothing`);
  await page.getByRole('link', { name: 'To the games' }).waitFor();
  await close();
});

const TIME = { timeout: 180_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('on a phone a lesson says what to choose, and has it in the window', { timeout: 60_000 }, async () => {
  const { page, close } = await open('/learn/breadwinner', PHONE);
  await page.locator('.lesson .prompt').waitFor();
  const target = page.locator('.stage .hinted').first();
  await target.waitFor();
  await page.waitForFunction(() => {
    const box = document.querySelector('.stage .hinted').getBoundingClientRect();
    return (
      box.top >= document.querySelector('.stage .lead').getBoundingClientRect().bottom && box.bottom <= innerHeight
    );
  });
  await close();
});

test(
  'on a phone a lesson has its buttons and the whole board of Breadwinner in the window',
  { timeout: 60_000 },
  async () => {
    for (const locale of ['en-GB', 'de-DE']) {
      const { page, close } = await open('/learn/breadwinner', { ...PHONE, locale });
      await page.locator('.lesson .prompt').waitFor();
      // With the most buttons: back, again, next.
      await page.locator('.lesson .row .button').last().tap();
      await page.locator('.place.offer').first().tap({ force: true });
      await page.locator('.place.offer:not([aria-pressed])').first().tap({ force: true });
      await page.locator('.lesson .row .button').nth(2).waitFor();
      const wide = await page.evaluate(() => {
        const [panel, ...buttons] = [
          document.querySelector('.lesson'),
          ...document.querySelectorAll('.lesson .row .button'),
        ];
        return buttons.filter((one) => one.getBoundingClientRect().right > panel.getBoundingClientRect().right - 8)
          .length;
      });
      assert.equal(wide, 0, 'all buttons are within the panel');
      await page.locator('.lesson .row .button').first().tap();
      await page.locator('[data-step="1"]').first().waitFor();
      await settled(page, '.stage .board svg');
      const bottom = await page.evaluate(
        () => document.querySelector('.stage .board svg').getBoundingClientRect().bottom + scrollY,
      );
      assert.ok(bottom <= 860, `the board ends at ${bottom}`);
      await close();
    }
  },
);

test('on a phone the text of a hint is in the window', { timeout: 120_000 }, async () => {
  const ada = await visitor(browser, PHONE);
  const { page } = ada;
  const id = await openTable(app.url, ada, { spec: 'breadwinner', seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  await page.getByRole('button', { name: 'Hint' }).click({ timeout: 60_000 });
  const move = page.locator('.panel.hint .move');
  await move.waitFor({ timeout: 30_000 });
  const box = await move.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
  assert.deepEqual(await violations(page), []);
  // Its words can be put away: what it marks is below them.
  await page.getByRole('button', { name: 'Show it on the board' }).click();
  await move.waitFor({ state: 'hidden' });
  const hint = page.getByRole('button', { name: 'Hint', exact: true });
  assert.equal(await hint.getAttribute('aria-expanded'), 'false');
  assert.ok((await page.locator('.middle .hinted').count()) > 0, 'the board still shows it');
  await hint.click();
  await move.waitFor();
  await ada.close();
});

test(
  'on a phone nothing below the board moves at any turn, and two bots of one level are told apart',
  TIME,
  async () => {
    const ada = await visitor(browser, { ...PHONE, locale: 'de-DE', reducedMotion: 'no-preference' });
    const { page } = ada;
    const id = await openTable(app.url, ada, { spec: 'snipe:seats=3', seats: ['me', 'bot1', 'bot1'], name: 'Ada' });
    await page.goto(`${app.url}/t/${id}`);
    await page.locator('.plates.many strong').nth(1).waitFor();
    await page.evaluate(async () => {
      await document.fonts.ready;
      const tops = (window.tops = new Set());
      const frame = () => {
        if (document.querySelector('.actions > .turn'))
          tops.add(Math.round([...document.querySelectorAll('.plates')].at(-1).getBoundingClientRect().top + scrollY));
        requestAnimationFrame(frame);
      };
      frame();
    });
    for (let turn = 0; turn < 2; turn++) {
      await page.locator('.turn.mine').waitFor({ timeout: 60_000 });
      await page.locator('.board .place.offer[aria-label*="enden"]').first().click({ force: true });
      await page.locator('.turn.playing').waitFor({ timeout: 30_000 });
    }
    const tops = await page.evaluate(() => [...window.tops]);
    assert.ok(Math.max(...tops) - Math.min(...tops) <= 2, `the own plate moved: ${tops}`);
    // What is cut off is the name, never its number.
    const numbers = await page.locator('.plates.many strong').evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one.lastChild);
        const [text, plate] = [range.getBoundingClientRect(), one.closest('li').getBoundingClientRect()];
        return [range.toString().trim(), text.width > 0 && text.right <= plate.right];
      }),
    );
    assert.deepEqual(numbers, [
      ['1', true],
      ['2', true],
    ]);
    await ada.close();
  },
);
