// Träxx on a phone: a board that lies still while a path is drawn, a lesson that can be followed without names on the fields,
// and a sealed choice that stays in view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, visitor } from './browser.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TIME = { timeout: 120_000 };

const topOf = (page) => page.locator('.stage .board').evaluate((node) => Math.round(node.getBoundingClientRect().top));

test('the lesson speaks to the person, and the board lies still while a path is drawn', TIME, async () => {
  const { page, close } = await visitor(browser, { ...PHONE, locale: 'en-GB' });
  await page.goto(`${app.url}/learn/traxx`);
  await page.locator('.lesson[data-step="1"]').waitFor();
  const text = await page.locator('.lesson').textContent();
  // The fields have no names on a phone: what to press is said by its colour.
  assert.match(text, /yellow 2 \(e5\).*purple \(d4\).*green 3 \(d3\)/);
  await page.locator('.stage .place.hinted').first().waitFor();
  const before = await topOf(page);
  for (const at of ['e5', 'd4', 'd3']) {
    await page.locator(`.stage [data-place="${at}"]`).tap({ force: true });
    await page.waitForTimeout(200);
    assert.equal(await topOf(page), before, `the board moved when ${at} was chosen`);
  }
  // A step that is not done can only be skipped.
  assert.equal(await page.getByRole('button', { name: 'Next', exact: true }).count(), 0);
  await page.getByRole('button', { name: /^Play:/ }).tap();
  await page.locator('.lesson .good').waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
  const told = await page.locator('.lesson .told').textContent();
  assert.doesNotMatch(told, /Black|Seat/);
  assert.match(told, /3 fields, the 2 \(\+2\), the 3 \(\+3\)/);
  await close();
});

test('a card of five signs takes no more height than one of four, in German too', TIME, async () => {
  const { page, close } = await visitor(browser, { ...PHONE, locale: 'de-DE' });
  await page.goto(`${app.url}/learn/traxx`);
  const height = async (step, signs) => {
    await page.locator(`.lesson[data-step="${step}"]`).waitFor();
    await page.waitForFunction((n) => document.querySelectorAll('.strip .turned g').length === n, signs);
    return page.locator('.stage .strip').evaluate((node) => node.offsetHeight);
  };
  const four = await height(1, 4);
  await page.getByRole('button', { name: 'Schritt überspringen' }).tap();
  await page.locator('.lesson[data-step="2"]').waitFor();
  await page.getByRole('button', { name: 'Schritt überspringen' }).tap();
  const five = await height(3, 5);
  assert.ok(five <= four + 12, `${five} px instead of ${four}`);
  await close();
});

test('the step of the lesson that wants a pass asks for it', TIME, async () => {
  const { page, close } = await visitor(browser, { ...PHONE, locale: 'en-GB' });
  await page.goto(`${app.url}/learn/traxx`);
  for (const step of [1, 2, 3]) {
    await page.locator(`.lesson[data-step="${step}"]`).waitFor();
    await page.getByRole('button', { name: 'Skip this step' }).tap();
  }
  await page.locator('.lesson[data-step="4"]').waitFor();
  await page.getByText('press Pass this time').first().waitFor();
  assert.equal(await page.getByText('extend your path at one end').count(), 0);
  await close();
});

test('that all choose at once and who has chosen is said in words, and a rival’s board is in view', TIME, async () => {
  const { page, close } = await visitor(browser, PHONE);
  const id = await open(app.url, { page }, { spec: 'traxx:seats=2', seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.turn.mine', { hasText: 'Both choose at once: extend your path' }).waitFor();
  await page.locator('.plates .chosen', { hasText: 'has chosen' }).waitFor();
  const box = await page.getByRole('button', { name: /^Show the board of .* large$/ }).boundingBox();
  assert.ok(box && box.y + box.height <= PHONE.viewport.height, JSON.stringify(box));
  await close();
});

test('a guest on a phone sees the own choice while the others still choose', TIME, async () => {
  const ada = await visitor(browser);
  const grace = await visitor(browser, PHONE);
  const id = await open(app.url, ada, { spec: 'traxx:seats=2', seats: ['me', 'open'], name: 'Ada' });
  const { page } = grace;
  await page.goto(`${app.url}/t/${id}`);
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('button', { name: 'Sit down and play' }).tap();
  await page.locator('.stage .place[aria-label*="can be chosen"]').first().waitFor();
  assert.equal(await page.locator('.board .trail .way').count(), 0);
  await page
    .locator('.stage .place[aria-label*="can be chosen"]:not([aria-label*="end of your path"])')
    .first()
    .tap({ force: true });
  await page.getByRole('button', { name: /^Play:/ }).tap();
  await page.getByText('You can change it until all have chosen').waitFor();
  // A level line has no height, so it does not count as visible.
  await page.locator('.board .trail .way').first().waitFor({ state: 'attached' });
  await ada.close();
  await grace.close();
});
