// The built app in a real browser, under the content security policy, against a mocked API.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, serveApp, until, violations } from './browser.mjs';
import { breakthrough, mockApi } from './mock-api.mjs';

const rules = readFileSync(new URL('../../crates/games/src/breakthrough/RULES.md', import.meta.url), 'utf8');
let browser;
let app;
before(async () => {
  app = await serveApp();
  browser = await launch();
});
after(async () => {
  await browser.close();
  app.close();
});

/** Opens a page that fails the test if it violates the content security policy, throws, or contacts another host. */
async function open(path, { options, api, settings } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/net::ERR|WebSocket|status of 4/.test(message.text()))
      wrong.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !/^(blob|data):/.test(request.url()))
      wrong.push(`asked ${request.url()}`);
  });
  if (settings)
    await page.addInitScript((saved) => localStorage.setItem('breadboard.settings', JSON.stringify(saved)), settings);
  const control = await mockApi(page, { rules, ...api });
  await page.goto(app.url + path);
  return { page, control, close: async () => (await context.close(), assert.deepEqual(wrong, [])) };
}
const square = (page, name) => page.locator(`[data-place="${name}"]`);
/** Waits for the request with this number, counted from one. */
const posted = async (control, number = 1) => {
  await until(() => control.posts.length >= number, `request ${number} is sent`);
  return control.posts[number - 1];
};
const status = (page) => page.locator('[data-status]').getAttribute('data-status');

const PAGES = {
  home: '/',
  new: '/new/breakthrough',
  table: '/t/abc',
  rules: '/rules/breakthrough#K4',
  load: '/replay',
  verify: '/verify',
  seat: '/seat/abc',
  help: '/help',
  mine: '/mine',
  missing: '/no/such/page',
};
for (const theme of ['light', 'dark', 'contrast'])
  for (const [name, path] of Object.entries(PAGES))
    test(`${name}, ${theme}: axe finds nothing`, async () => {
      const { page, close } = await open(path, { settings: { theme, language: 'en', motion: false } });
      await page.waitForSelector(name === 'table' ? '.stage' : 'h1');
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await violations(page, theme), []);
      await close();
    });

test('a move by two clicks is sent with the version of the position shown', async () => {
  const { page, control, close } = await open('/t/abc');
  await square(page, 'e2').click();
  await square(page, 'e3').click();
  await page.waitForFunction(() => document.querySelector('[data-status]')?.getAttribute('data-status') === 'saved');
  const [{ seat, version, request, key }] = control.posts;
  assert.deepEqual({ seat, version, request }, { seat: 1, version: 3, request: { do: 'act', text: 'e2-e3' } });
  assert.match(key, /^[0-9a-f]{24}$/);
  await close();
});

test('a move by dragging', async () => {
  const { page, control, close } = await open('/t/abc');
  const [from, to] = [await square(page, 'd2').boundingBox(), await square(page, 'c3').boundingBox()];
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 4 });
  await page.mouse.up();
  assert.equal((await posted(control)).request.text, 'd2-c3');
  await close();
});

test('a move by keyboard alone keeps the focus', async () => {
  const { page, control, close } = await open('/t/abc');
  await page.waitForSelector('.stage');
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.hasAttribute('data-place'))); i++)
    await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), 'a2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.equal((await posted(control)).request.text, 'b2-b3');
  await page.locator('.stage .last').first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), 'b3');
  await close();
});

test('a move by touch on a phone, and nothing is wider than the screen', async () => {
  for (const width of [390, 360]) {
    const { page, control, close } = await open('/t/abc', {
      options: { viewport: { width, height: 780 }, hasTouch: true, isMobile: true },
    });
    await square(page, 'g2').tap();
    await square(page, 'g3').tap();
    assert.equal((await posted(control)).request.text, 'g2-g3');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    await close();
  }
});

test('a request without an answer is repeated with the same key', async () => {
  let lost = 0;
  const { page, control, close } = await open('/t/abc', {
    api: { submit: () => (lost++ < 1 ? 'lost' : undefined) },
  });
  await square(page, 'e2').click();
  await square(page, 'e3').click();
  await page.waitForFunction(
    () => document.querySelector('[data-status]')?.getAttribute('data-status') === 'reconnecting',
  );
  assert.match(await page.textContent('.note'), /e2-e3/);
  await page.waitForFunction(
    () => document.querySelector('[data-status]')?.getAttribute('data-status') === 'saved',
    undefined,
    { timeout: 5000 },
  );
  assert.equal(control.posts.length, 2);
  assert.deepEqual(control.posts[0], control.posts[1]);
  await close();
});

test('a move for an outdated position is not played; the page asks first', async () => {
  const stale = {
    status: 409,
    body: {
      error: {
        code: 'stale',
        text: 'x',
        refusal: { kind: 'stale', text: { key: 'table-stale', english: 'the position has changed' } },
      },
    },
  };
  let count = 0;
  const { page, control, close } = await open('/t/abc', {
    api: {
      submit: (_, at) => {
        if (count++ === 0) return 'lost';
        const state = breakthrough({ version: 5 });
        // The other name shows that the update has arrived.
        const seats = [state.seats[0], { ...state.seats[1], kind: 'person', name: 'Grace' }];
        at.shown.state = { ...state, seats };
        return count === 2 ? stale : undefined;
      },
    },
  });
  await square(page, 'e2').click();
  await square(page, 'e3').click();
  const again = page.getByRole('button', { name: 'Play it now' });
  await again.waitFor({ timeout: 5000 });
  control.push();
  await page.getByText('Grace').first().waitFor();
  await again.click();
  const asked = await posted(control, 3);
  assert.equal(asked.version, 5);
  assert.notEqual(asked.key, control.posts[0].key);
  await close();
});

test('the last move stays marked after an offer, a take-back and the end of the game', async () => {
  const { page, control, close } = await open('/t/abc');
  await square(page, 'e2').click();
  await square(page, 'e3').click();
  const marked = page.locator('.stage .last');
  await marked.nth(1).waitFor();
  const move = { seats: [1], texts: ['e2-e3'], narration: [], touched: ['e2', 'e3'] };
  for (const kind of ['offered', 'took-back', 'ended']) {
    const { last, seats, ...state } = control.shown.state;
    const { touched: _, ...event } = last;
    const version = state.version + 1;
    // The other name shows that the update has arrived.
    control.shown.state = {
      ...state,
      version,
      seats: [seats[0], { ...seats[1], kind: 'person', name: `After ${kind}` }],
      last: { ...event, version, kind },
      last_move: move,
    };
    control.push();
    await page.getByText(`After ${kind}`).first().waitFor();
    assert.equal(await marked.count(), 2, kind);
  }
  await close();
});

test('a lost connection is shown, and the page reconnects by itself', async () => {
  const { page, control, close } = await open('/t/abc');
  await page.waitForSelector('.stage');
  control.down = true;
  control.sockets.splice(0).forEach((socket) => socket.close());
  await page.waitForFunction(
    () => document.querySelector('[data-status]')?.getAttribute('data-status') === 'reconnecting',
  );
  control.down = false;
  await page.waitForFunction(
    () => document.querySelector('[data-status]')?.getAttribute('data-status') === 'saved',
    undefined,
    { timeout: 8000 },
  );
  assert.equal(await status(page), 'saved');
  await close();
});

test('a refusal opens its ruling beside the board; a disabled control gives the reason', async () => {
  const refusal = {
    kind: 'illegal',
    ruling: 'K2',
    text: { key: 'breakthrough-own-man', args: { to: 'e3' }, english: 'e3 is occupied by your own man' },
  };
  const { page, close } = await open('/t/abc', {
    api: { submit: () => ({ status: 422, body: { error: { code: 'illegal', text: 'x', refusal } } }) },
  });
  await square(page, 'e2').click();
  await square(page, 'e3').click();
  const alert = page.getByRole('alert');
  await alert.getByText('e3 is occupied by your own man').waitFor();
  await alert.getByRole('button', { name: 'See rule K2' }).click();
  const sheet = page.getByRole('complementary', { name: 'Rules' });
  await sheet.getByRole('heading').first().waitFor();
  assert.equal(await sheet.getByRole('link').first().getAttribute('href'), '/rules/breakthrough#K2');
  assert.equal(await page.locator('.stage:not(.small) .board').count(), 1, 'the board stays');
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click({ force: true });
  await page.getByText('Ada has nothing to undo').first().waitFor();
  await close();
});

test('the page in German', async () => {
  const { page, control, close } = await open('/t/abc', { options: { locale: 'de-DE' } });
  await page.getByText('Das Spiel beginnt.').first().waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  await page.getByText('Ada setzt sich auf Platz 1.').first().waitFor();
  assert.match(await page.title(), /Du bist am Zug/);
  assert.deepEqual(control.catalogs, [`${app.url}/api/games/breakthrough/texts?lang=de`]);
  await close();
});

test('the board as text', async () => {
  const { page, close } = await open('/t/abc');
  await page.waitForSelector('.stage');
  await page.keyboard.press('t');
  await page.getByText('Row 8: Black: a8 b8 c8 d8 e8 f8 g8 h8').first().waitFor();
  await close();
});

test('the rules page scrolls to the ruling in the address', async () => {
  const { page, close } = await open('/rules/breakthrough#K4');
  await page.waitForSelector('tr.here');
  assert.equal(await page.evaluate(() => document.querySelector('tr.here').id), 'K4');
  await close();
});
