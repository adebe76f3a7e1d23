// A choice that ends the game says so before it is made; what is asked about a game changes nothing else at the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, stage, visitor, violations } from './browser.mjs';
import { playOn, stateOf } from './table.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const at = (page, name) => page.locator(`.place[data-place="${name}"]`);

async function sitAt(table, options, offer = '.place.offer') {
  const one = await visitor(browser, options);
  const id = await open(app.url, one, table);
  await one.page.goto(`${app.url}/t/${id}`);
  await one.page.locator(offer).first().waitFor();
  return { ...one, id };
}

/** One chip each is enough to end the game. Red takes the lead by meeting Blue, and Blue could meet Red as well. */
const MEETING = {
  spec: 'breadcrumbs:end_chips=1',
  start: 'r1,o2,g3,b4,p5/o1,g2,b3B,p4,r5/g1,b2,p3A,r4,o5/b1,p2,r3,o4,g5/p1,r2,o3,g4,b5 A:1@c3 B:2@c4 turn 5A',
  seats: ['me', 'bot1'],
  name: 'Ada',
};

test(
  'Breadcrumbs: the tile that ends the game says how, and a rival who can end it is told',
  { timeout: 60_000 },
  async () => {
    for (const [locale, end, label, warning, prompt] of [
      ['en-GB', 'you win', 'the end: you win', 'can end the game by meeting you', 'also diagonally'],
      ['de-DE', 'Sieg', 'Spielende: du gewinnst', 'kann das Spiel im nächsten Zug beenden', 'auch schräg'],
    ]) {
      const { page, close } = await sitAt(MEETING, { locale });
      await page.locator('.board .end.win').waitFor();
      assert.equal(await page.locator('.board .points.ends').textContent(), end);
      assert.match(await at(page, 'c4').getAttribute('aria-label'), new RegExp(label));
      assert.doesNotMatch(await at(page, 'c2').getAttribute('aria-label'), new RegExp(label));
      await page.locator('.plates .notice.alarm').waitFor();
      await page.locator('.info .threat', { hasText: warning }).waitFor();
      await page.locator('.turn.mine', { hasText: prompt }).waitFor();
      assert.deepEqual(await violations(page), []);
      await at(page, 'c4').click();
      await page.locator('.result.won').waitFor();
      assert.equal(await page.locator('.plates .notice').count(), 0);
      await close();
    }
  },
);

test('Breakthrough: the step that wins has a crown; one that does not has none', { timeout: 60_000 }, async () => {
  const { page, close } = await sitAt({
    spec: 'breakthrough',
    start: '6pp/P7/8/8/8/8/8/7P w',
    seats: ['me', 'bot1'],
  });
  await at(page, 'h1').click();
  await at(page, 'h2').and(page.locator('.offer')).waitFor();
  assert.equal(await page.locator('.place .ends').count(), 0);
  await at(page, 'a7').click();
  await page.locator('.place[data-place="a8"] .ends.win').waitFor();
  assert.match(await at(page, 'a8').getAttribute('aria-label'), /the end: you win/);
  await close();
});

test('on a phone a row of the log brings the board into view', { timeout: 60_000 }, async () => {
  const { page, id, close } = await sitAt(
    { spec: 'breakthrough', seats: ['me', 'me'], names: ['Ada', 'Grace'] },
    PHONE,
  );
  await playOn(page, id, undefined, 6);
  const row = page.locator('.row-link', { hasText: /^2\. / }).first();
  await row.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await row.tap();
  await page.getByRole('button', { name: 'Back to the game' }).waitFor();
  await settled(page, '.board');
  for (const part of ['.board', '.actions']) {
    const { y, height } = await page.locator(`.stage > .middle > ${part}`).boundingBox();
    assert.ok(y >= 0 && y + height <= 844, `${part}: from ${y} to ${y + height}`);
  }
  await close();
});

test('a hint moves no button, and stays while the last moves are shown again', { timeout: 90_000 }, async () => {
  const { page, id, close } = await sitAt(
    { spec: 'breadcrumbs:seats=2', seats: ['me', 'bot1'], name: 'Ada' },
    { reducedMotion: 'no-preference' },
  );
  await page.evaluate(() =>
    localStorage.setItem('breadboard.settings', JSON.stringify({ language: 'en', pace: 'fast' })),
  );
  await playOn(page, id, undefined, 1);
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.turn.mine').waitFor();
  const resign = page.getByRole('button', { name: 'Resign' }).last();
  const before = await resign.boundingBox();
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/hint?'))));
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.panel.hint .move').waitFor({ timeout: 30_000 });
  assert.deepEqual(await resign.boundingBox(), before);
  await page.getByRole('button', { name: 'Show again' }).click();
  await page.locator('.board[data-playing]').waitFor();
  await page.locator('.middle > .board:not([data-playing])').waitFor();
  await page.locator('.panel.hint .move').waitFor();
  assert.equal(asked, 1, 'the engine is asked once');
  // Giving up is asked over the page; the usual answer is to play on.
  await resign.click();
  await page.getByRole('alertdialog').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Keep playing');
  assert.deepEqual(await resign.boundingBox(), before);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  assert.equal((await stateOf(page, id)).phase, 'playing');
  await close();
});

test('a hint for several moves of a turn goes on without another request', { timeout: 90_000 }, async () => {
  const start = 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6';
  const { page, close } = await sitAt(
    { spec: 'breadwinner', start, seats: ['me', 'bot1'], name: 'Ada' },
    {},
    '.strip button.die',
  );
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/hint?'))));
  await page.getByRole('button', { name: 'Hint', exact: true }).click({ timeout: 30_000 });
  const said = page.locator('.panel.hint .move');
  const die = page.locator('.strip button.die.hinted').first();
  for (const before of ['', 'followed']) {
    await said.waitFor({ timeout: 30_000 });
    const text = await said.textContent();
    assert.match(text, /^Build a /, before);
    await die.click();
    await page.locator('.place.offer.hinted').first().click({ force: true });
    await page.waitForFunction((text) => {
      const now = document.querySelector('.panel.hint .move')?.textContent;
      return now && now !== text;
    }, text);
  }
  assert.equal(asked, 1, 'the engine is asked once');
  // Another move than the one it means ends it.
  await page.getByRole('button', { name: /^(On to the recall|End turn)$/ }).click();
  await said.waitFor({ state: 'detached' });
  assert.equal(asked, 1);
  await close();
});

test('a man in the hand is above the marks of the squares', { timeout: 60_000 }, async () => {
  const { page, close } = await sitAt({ spec: 'breakthrough', seats: ['me', 'me'] });
  const middle = async (name) => {
    const { x, y, width, height } = await at(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle('d2')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('d3')), { steps: 4 });
  const above = await page.evaluate(() => {
    const held = [...document.querySelectorAll('.board .piece.held')].at(-1);
    const marks = [...document.querySelectorAll('.board .dot')];
    return (
      marks.length > 0 && marks.every((mark) => mark.compareDocumentPosition(held) & Node.DOCUMENT_POSITION_FOLLOWING)
    );
  });
  assert.ok(above);
  await page.mouse.up();
  await page.getByText('1. d2 to d3').first().waitFor();
  await close();
});
