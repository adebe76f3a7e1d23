// Large boards on a small touch screen: zoom makes every place large enough to tap, and scrolls to what matters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, violations, visitor } from './browser.mjs';

const { browser, app } = await stage();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const BOARDS = {
  'snipe 6×6': { spec: 'snipe:seats=4', seats: ['me', 'random', 'random', 'random'] },
  traxx: { spec: 'traxx', seats: ['me', 'random'] },
  'breakthrough 16×16': { spec: 'breakthrough:columns=16,rows=16', seats: ['me', 'random'] },
};
const sides = (page, which) =>
  page.evaluate(
    (which) =>
      Math.min(
        ...[...document.querySelectorAll(`${which} > .hit`)].map((node) =>
          Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height),
        ),
      ),
    which,
  );
/** Whether one of the places with this selector is completely visible within the scroll container of the board. */
const visible = (places) => {
  const frame = document.querySelector('.window').getBoundingClientRect();
  return [...document.querySelectorAll(`${places} > .hit`)].some((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
  });
};
/** Waits until the board has scrolled there by itself. */
const comesIntoView = (page, places) => page.waitForFunction(visible, places);
async function sitDown(table, options = PHONE) {
  const one = await visitor(browser, options);
  await one.page.goto(`${app.url}/t/${await open(app.url, one, table)}`);
  await one.page.waitForSelector('.place.offer', { timeout: 30_000 });
  return one;
}

for (const [name, table] of Object.entries(BOARDS))
  test(
    `${name}: enlarged on a phone, every place is as large as a finger, and what can be chosen is in view`,
    { timeout: 60_000 },
    async () => {
      const { page, close } = await sitDown(table);
      assert.ok((await sides(page, '.place')) < 44);
      await page.getByRole('button', { name: 'Enlarge the board' }).tap();
      const least = await sides(page, '.place');
      console.log(`${name}: smallest place enlarged: ${least.toFixed(1)} px`);
      assert.ok(least >= 44, `${least} px`);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'the page does not grow wider',
      );
      assert.deepEqual(await violations(page), []);
      await comesIntoView(page, '.place.offer');
      await page.getByRole('button', { name: 'Show the whole board' }).tap();
      assert.ok((await sides(page, '.place')) < 44);
      await close();
    },
  );

test(
  'choosing a man out of view scrolls to it and its targets, and the move is played',
  { timeout: 60_000 },
  async () => {
    const { page, close } = await sitDown(BOARDS['breakthrough 16×16']);
    await page.getByRole('button', { name: 'Enlarge the board' }).tap();
    await page.locator('.window').evaluate((frame) => frame.scrollTo(0, 0));
    assert.equal(await page.evaluate(visible, '[data-place="p2"]'), false);
    await page.locator('.place[tabindex="0"]').focus();
    for (let i = 0; i < 40 && (await page.evaluate(() => document.activeElement?.dataset?.place)) !== 'p2'; i++)
      await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.locator('.place[data-place="p2"][aria-pressed]').waitFor();
    for (const place of ['p2', 'p3', 'o3']) await comesIntoView(page, `[data-place="${place}"]`);
    await page.locator('.place[data-place="o3"]').tap({ force: true });
    await page.getByText('1. p2 to o3').first().waitFor();
    await close();
  },
);

test('a pinch zooms the board and chooses nothing', { timeout: 60_000 }, async () => {
  const { context, page, close } = await sitDown(BOARDS['snipe 6×6']);
  const line = await context.newCDPSession(page);
  const box = await page.locator('.window').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type, apart) =>
    line.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === undefined
          ? []
          : [
              { x: x - apart, y, id: 0 },
              { x: x + apart, y, id: 1 },
            ],
    });
  const pinch = async (from, to) => {
    await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x - from, y, id: 0 }] });
    await touch('touchStart', from);
    for (let i = 1; i <= 6; i++) await touch('touchMove', from + ((to - from) * i) / 6);
    await touch('touchEnd');
  };
  const before = await page.locator('ol[aria-label] li').count();
  const whole = await sides(page, '.place');
  await pinch(30, 75);
  const large = await sides(page, '.place');
  assert.ok(large > whole * 2.2 && large < whole * 2.8, `${whole} → ${large}`);
  assert.equal(await page.evaluate(() => visualViewport.scale), 1);
  await pinch(120, 30);
  await page.getByRole('button', { name: 'Enlarge the board' }).waitFor();
  assert.ok(Math.abs((await sides(page, '.place')) - whole) < 0.5);
  assert.equal(await page.locator('ol[aria-label] li').count(), before);
  assert.equal(await page.locator('.place[aria-pressed]').count(), 0);
  await close();
});

test('one finger scrolls an enlarged board', { timeout: 60_000 }, async () => {
  const { context, page, close } = await sitDown(BOARDS['breakthrough 16×16']);
  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Show the whole board' }).waitFor();
  await page.locator('.window').evaluate((frame) => frame.scrollTo(0, 0));
  const line = await context.newCDPSession(page);
  for (const [i, x] of [300, 280, 220, 160, 100].entries()) {
    await line.send('Input.dispatchTouchEvent', {
      type: i ? 'touchMove' : 'touchStart',
      touchPoints: [{ x, y: 300, id: 0 }],
    });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForFunction(() => document.querySelector('.window').scrollLeft > 120);
  await close();
});
