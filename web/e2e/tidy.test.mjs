// What a designer's eye complained about: each of these stood in the wrong place, or broke into too many lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, stage, visitor } from './browser.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const box = async (locator) => {
  await locator.first().waitFor();
  return locator.first().boundingBox();
};
const middle = ({ x, width }) => x + width / 2;
const near = (one, other, what) => assert.ok(Math.abs(one - other) <= 1.5, `${what}: ${one} and ${other}`);

test('a board stands in the middle of its frame, with names or without', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser);
  for (const [game, bed] of [
    ['breakthrough', '.bed'],
    ['breadcrumbs', '.bed'],
  ]) {
    await page.goto(`${app.url}/learn/${game}`);
    await page.locator('.board .place').first().waitFor();
    const [frame, inner] = [await box(page.locator('.board .frame')), await box(page.locator(`.board ${bed}`))];
    near(middle(frame), middle(inner), `${game}, across`);
    near(frame.y + frame.height / 2, inner.y + inner.height / 2, `${game}, down`);
  }
  await close();
});

test('on a phone a lesson counts its steps in one line, beside three buttons too', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser, { ...PHONE, locale: 'de-DE' });
  await page.goto(`${app.url}/learn/breadcrumbs`);
  for (let step = 1; step < 3; step++) {
    await page.locator(`.lesson[data-step="${step}"]`).waitFor();
    await page.locator('.place.hinted').first().tap({ force: true });
    await page.locator('.lesson[data-done="true"]').waitFor();
    if (step < 2) await page.getByRole('button', { name: 'Weiter', exact: true }).tap();
  }
  const count = await box(page.locator('.lesson .count'));
  assert.ok(count.height < 30, `${count.height} px high`);
  assert.match(await page.locator('.lesson .count').innerText(), /^2\s*\/\s*7$/);
  assert.equal(await page.getByRole('progressbar').getAttribute('aria-label'), 'Schritt 2 von 7');
  await close();
});

test('on a phone the button that skips a turn is in the middle', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { ...PHONE, reducedMotion: 'no-preference' });
  const id = await open(app.url, one, { spec: 'breadcrumbs:seats=4', seats: ['me', 'bot1', 'bot1', 'bot1'] });
  await one.page.goto(`${app.url}/t/${id}`);
  await one.page.locator('.place.offer').first().tap({ force: true });
  const skip = one.page.locator('.actions:not(:has(.told)) > .button', { hasText: 'Skip' });
  near(middle(await box(skip)), 195, 'the button and the screen');
  await one.close();
});

test('a diagram of the rules has its words right below it', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser);
  for (const game of ['breakthrough', 'breadcrumbs']) {
    await page.goto(`${app.url}/rules/${game}`);
    // Others are folded away with what experts read.
    const figures = page.locator('figure.panel:visible');
    await figures.locator('.board svg').nth(1).waitFor();
    await settled(page, 'figure.panel');
    for (let i = 0; i < (await figures.count()); i++) {
      const frame = await box(figures.nth(i).locator('.board .frame'));
      const caption = figures.nth(i).locator('.caption');
      const gap = (await box(caption)).y - frame.y - frame.height;
      assert.ok(gap < 24, `${game}, ${i}: ${gap} px below the board`);
      assert.match(await caption.innerText(), /\. Try a move: the program knows the rules\.$/, 'it says what it shows');
    }
  }
  await close();
});

test('on a low window the plates of three rivals are one row', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { viewport: { width: 683, height: 410 } });
  const id = await open(app.url, one, { spec: 'breadcrumbs:seats=4', seats: ['me', 'bot1', 'bot1', 'bot1'] });
  await one.page.goto(`${app.url}/t/${id}`);
  await one.page.locator('.plates.three li').nth(2).waitFor();
  const tops = await one.page
    .locator('.plates.three li')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)));
  assert.equal(new Set(tops).size, 1, `${tops}`);
  await one.close();
});

test('a man that was just moved is not framed as if it were chosen', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const id = await open(app.url, one, { spec: 'breakthrough', seats: ['me', 'bot1'] });
  await page.goto(`${app.url}/t/${id}`);
  const at = (name) => page.locator(`.place[data-place="${name}"]`);
  const frame = (name) =>
    at(name)
      .locator('.hit')
      .evaluate((hit) => getComputedStyle(hit).stroke);
  await page.locator('.place.offer[data-place="c2"]').click();
  await page.locator('.place.offer[data-place="c3"]').click();
  // It can be moved again, and the mouse is still over it.
  await page.locator('.place.offer[data-place="c3"]').waitFor();
  assert.equal(await frame('c3'), await frame('e5'));
  await at('d2').hover();
  await at('c3').hover();
  assert.notEqual(await frame('c3'), await frame('e5'));
  await one.close();
});
