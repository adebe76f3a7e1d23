// What people do besides moving: pass the device, chat, watch, change devices, verify the dice, zoom.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open, sitDown, stage, violations, visitor } from './browser.mjs';
import { GAMES, IDS_WITH_FOLDER, tableOf } from './games.mjs';
import { ask, call, finish } from './table.mjs';

const { browser, app } = await stage();

const person = (options) => visitor(browser, options);
const create = (one, table) => open(app.url, one, table);

test(
  'a sealed round on one device: the board stays hidden until the next person confirms',
  { timeout: 60_000 },
  async () => {
    const one = await person();
    const id = await create(one, { spec: 'traxx', seats: ['me', 'me'], names: ['Ada', 'Grace'] });
    const { page } = one;
    await page.goto(`${app.url}/t/${id}`);
    for (const name of ['Ada', 'Grace']) {
      await page.getByText(`Pass the device to ${name}`).first().waitFor({ timeout: 15_000 });
      assert.equal(await page.locator('.place.offer').count(), 0);
      assert.equal(await page.getByText('You chose').count(), 0);
      await page.getByRole('button', { name: `I am ${name}: show my board` }).click();
      assert.ok((await page.locator('.place.offer').count()) > 0);
      await page.getByRole('button', { name: 'Pass', exact: true }).click();
    }
    await page.getByText('Grace passes.').first().waitFor({ timeout: 15_000 });
    await one.close();
  },
);

test('the last move stays marked when a player resigns', { timeout: 60_000 }, async () => {
  const one = await person();
  const id = await create(one, { spec: 'breakthrough', seats: ['me', 'me'], names: ['Ada', 'Grace'] });
  const { page } = one;
  await page.goto(`${app.url}/t/${id}`);
  await ask(page, id, 1, { do: 'act', text: 'a2-a3' });
  await page.locator('rect.last').first().waitFor();
  assert.equal(await page.locator('rect.last').count(), 2);
  await ask(page, id, 2, { do: 'resign' });
  await page.getByText('Grace resigns.').first().waitFor();
  assert.equal(await page.locator('rect.last').count(), 2);
  await one.close();
});

test(
  'chat: long lines are refused, a person can be muted, a spectator can only read',
  { timeout: 60_000 },
  async () => {
    const [ada, grace, watcher] = [await person(), await person(), await person()];
    const id = await create(ada, { spec: 'breakthrough', seats: ['me', 'open'], name: 'Ada' });
    await ada.page.goto(`${app.url}/t/${id}`);
    await grace.page.goto(`${app.url}/t/${id}`);
    await sitDown(grace.page, 2);
    await watcher.page.goto(`${app.url}/t/${id}`);
    // Between people the chat is open.
    await ada.page.getByLabel('Say something').fill('Hello <b>there</b>');
    await ada.page.getByRole('button', { name: 'Send' }).click();
    await grace.page.getByText('Hello <b>there</b>').first().waitFor();
    await watcher.page.getByText('Hello <b>there</b>').first().waitFor();
    assert.equal(await watcher.page.getByLabel('Say something').count(), 0);
    assert.equal(await ada.page.getByLabel('Say something').getAttribute('maxlength'), '300');
    const long = { text: 'x'.repeat(5000), key: 'long' };
    const { status } = await call(ada.page, `/tables/${id}/chat`, long);
    assert.equal(status, 400);
    assert.equal(await ada.page.getByRole('button', { name: /^Mute/ }).count(), 0, 'no one mutes oneself');
    await grace.page.getByRole('button', { name: 'Mute Ada' }).click();
    await grace.page.getByText('Hello <b>there</b>').waitFor({ state: 'detached' });
    await grace.page.getByRole('button', { name: 'Hear Ada' }).click();
    await grace.page.getByText('Hello <b>there</b>').first().waitFor();
    await watcher.page.getByText('You are watching.').first().waitFor();
    assert.equal(await watcher.page.locator('.place.offer').count(), 0);
    assert.equal(await watcher.page.getByRole('button', { name: 'Resign' }).count(), 0);
    assert.deepEqual(await violations(watcher.page), []);
    for (const one of [ada, grace, watcher]) await one.close();
  },
);

test('a friend enters a name and sits down; one click each starts the rematch', { timeout: 60_000 }, async () => {
  const [ada, grace] = [await person(), await person({ viewport: { width: 390, height: 844 } })];
  const id = await create(ada, { spec: 'breakthrough', seats: ['me', 'open'], name: 'Ada' });
  await ada.page.goto(`${app.url}/t/${id}`);
  await grace.page.goto(`${app.url}/t/${id}`);
  await grace.page.getByLabel('Your name').fill('Grace');
  assert.deepEqual(await violations(grace.page), []);
  await sitDown(grace.page, 2);
  await ada.page.getByText('Grace sits down on seat 2.').first().waitFor();
  await grace.page.goto(`${app.url}/verify/${id}`);
  await grace.page.locator('[data-verdict="later"]').getByText('The game is not over').waitFor();
  await grace.page.goto(`${app.url}/t/${id}`);
  await ada.page.getByRole('button', { name: 'Resign' }).click();
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await ada.page.locator('.result .reason').getByText('You resigned.', { exact: true }).waitFor();
  await grace.page.locator('.result .reason').getByText('Ada resigns.', { exact: true }).waitFor();
  await grace.page.getByRole('button', { name: 'Rematch' }).click();
  await ada.page.getByText('Grace wants a rematch').first().waitFor();
  await ada.page.getByRole('button', { name: 'Agree' }).click();
  for (const { page } of [ada, grace]) {
    await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
    await page.getByText('The game begins.').first().waitFor();
  }
  // A rematch swaps sides.
  await grace.page.getByText('Your turn').first().waitFor();
  await ada.page.getByText('Waiting for Grace').first().waitFor();
  for (const one of [ada, grace]) await one.close();
});

test(
  'the rotation of a card is previewed on hover, and on touch until the finger is lifted',
  { timeout: 60_000 },
  async () => {
    // The Snipe is on the arrow of b3 and may rotate a card.
    const start =
      '+F,+A,In/+,+N,+A/+S,+F,+ snipe 1@b3 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+3 left 2 went n offer';
    const one = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page } = one;
    await page.goto(
      `${app.url}/t/${await create(one, { spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'random'], name: 'Ada' })}`,
    );
    await page.locator('[data-place="c3"]').tap({ force: true });
    const lies = (transform) =>
      page.waitForFunction(
        (transform) =>
          [...document.querySelectorAll('.card')]
            .map((card) => card.style.transform)
            .filter((turn) => /90/.test(turn))
            .join() === transform,
        transform,
      );
    const crumb = () => page.locator('.lying').evaluate((node) => node.style.transform);
    const north = await crumb();
    const way = page.locator('.place[data-place="cw"]');
    const { x, y, width, height } = await way.boundingBox();
    // Sideways, because a vertical flick leaves the page scrolling during the next step.
    const at = { x: x + width / 2, y: y + height / 2, id: 0 };
    const away = { ...at, x: 2 };
    const line = await one.context.newCDPSession(page);
    const touch = (type, ...touchPoints) => line.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', at);
    await lies('rotate(90deg)');
    assert.notEqual(await crumb(), north, 'the crumb on the card turns with it');
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
    await touch('touchMove', away);
    await touch('touchEnd');
    await lies('');
    assert.equal(await crumb(), north);
    assert.equal(await page.getByText('rotates card').count(), 0);
    await page.locator('.place[data-place="ccw"]').hover({ force: true });
    await lies('rotate(-90deg)');
    await way.tap({ force: true });
    await page.getByText('Ada rotates card c3 clockwise.').first().waitFor();
    await one.close();
  },
);

test(
  'a recovery code moves a seat to another device; the old one becomes a spectator',
  { timeout: 60_000 },
  async () => {
    const [laptop, phone] = [await person(), await person({ viewport: { width: 390, height: 844 } })];
    await laptop.page.goto(app.url);
    await laptop.page.getByRole('button', { name: /^Play\s*: Breakthrough/ }).click();
    await laptop.page.getByRole('button', { name: 'Start', exact: true }).click();
    await laptop.page.waitForURL(/\/t\//);
    const id = laptop.page.url().split('/').at(-1);
    await laptop.page.locator('summary', { hasText: 'More' }).click();
    await laptop.page.locator('summary', { hasText: 'Play on another device' }).click();
    const code = await laptop.page.locator('code.code').textContent();
    const address = await laptop.page.getByLabel('Address for the other device').inputValue();
    assert.ok(!address.includes(code), 'the address holds no secret');
    await phone.page.goto(address);
    assert.deepEqual(await violations(phone.page), []);
    await phone.page.getByLabel('Code').fill('aaaa-bbbb-cccc-dddd');
    await phone.page.getByRole('button', { name: 'Sit down here' }).click();
    await phone.page.getByRole('alert').waitFor();
    await phone.page.getByLabel('Code').fill(code.toUpperCase());
    await phone.page.getByRole('button', { name: 'Sit down here' }).click();
    await phone.page.waitForURL(`${app.url}/t/${id}`);
    await phone.page.locator('.place.offer').first().waitFor();
    await laptop.page.getByText('You are watching.').first().waitFor();
    for (const one of [laptop, phone]) await one.close();
  },
);

test('who is here, who left, and what happens then', { timeout: 60_000 }, async () => {
  const CLOCK = { kind: 'increment', main_ms: 600_000, increment_ms: 0 };
  for (const [clock, then] of [
    [undefined, 'The game waits: you can leave as well and come back later.'],
    [CLOCK, 'The clock runs on.'],
  ]) {
    const [ada, grace] = [await person(), await person()];
    // Grace begins, so that it is her clock that runs.
    const id = await create(ada, { spec: 'breakthrough', seats: ['open', 'me'], name: 'Ada', ...(clock && { clock }) });
    await ada.page.clock.install();
    await ada.page.goto(`${app.url}/t/${id}`);
    await grace.page.goto(`${app.url}/t/${id}`);
    await grace.page.getByLabel('Your name').fill('Grace');
    await sitDown(grace.page, 1);
    const presence = ada.page.locator('.plates [data-seat="1"] .presence');
    await ada.page.locator('.plates [data-seat="1"] .presence.present').waitFor();
    assert.match(await presence.textContent(), /is here/);
    await grace.page.goto('about:blank');
    await ada.page.locator('.plates [data-seat="1"] .presence:not(.present)').waitFor();
    // A short break is not mentioned.
    assert.equal(await ada.page.getByText('Grace is not here now.').count(), 0);
    await ada.page.clock.runFor(9000);
    await ada.page.locator('p.presence', { hasText: `Grace is not here now. ${then}` }).waitFor();
    // And in words on the plate, which is in view on a phone.
    await ada.page.locator('.plates [data-seat="1"] .away', { hasText: 'is not here now' }).waitFor();
    await grace.page.goto(`${app.url}/t/${id}`);
    await ada.page.locator('p.presence').waitFor({ state: 'detached' });
    for (const one of [ada, grace]) await one.close();
  }
});

test('the own seat is chosen or random', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  await page.goto(`${app.url}/new/breakthrough`);
  await page.getByLabel('Where I sit').selectOption({ label: 'Seat 2 · Black' });
  assert.deepEqual(await page.locator('.seats select').evaluateAll((list) => list.map((one) => one.value)), [
    'open',
    'me',
  ]);
  await page.locator('.seats select').first().selectOption('bot1');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  // The bot is White and starts; then black men are offered, and the board is flipped.
  await page.locator('.place.offer[data-place="a7"]').waitFor({ timeout: 15_000 });
  const places = new Set();
  for (let i = 0; i < 24 && places.size < 2; i++) {
    await page.goto(`${app.url}/new/breakthrough`);
    await page.getByLabel('Where I sit').selectOption('lot');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    const { state } = await (
      await one.context.request.get(`${app.url}/api/tables/${page.url().split('/').at(-1)}`)
    ).json();
    places.add(state.you[0].seat);
  }
  assert.equal(places.size, 2);
  await one.close();
});

test('the dice of a finished table verify, and a changed record does not', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const id = await create(one, { spec: 'breadcrumbs:turn_cap=10', seats: ['me', 'random'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  await page.waitForSelector('.stage');
  await finish(one, id);
  await page.locator('summary', { hasText: 'More' }).click();
  await page.getByRole('link', { name: 'Check the deal' }).click();
  await page.locator('[data-verdict="agrees"]').waitFor();
  // In the words of the link; what only experts compare is folded.
  await page.getByRole('heading', { name: 'Check the deal' }).waitFor();
  assert.equal(await page.locator('dl code').first().isVisible(), false);
  await page.getByText('1 draw was computed again and agrees.').first().waitFor();
  await page.getByText('This browser saw the same fingerprint').first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator('summary', { hasText: 'Check another record' }).click();
  const record = await page.getByLabel('Notation').inputValue();
  // Swap two tiles of the deal.
  const changed = record.replace(/\*: (deal )?([a-z]\d),([a-z]\d)/, '*: $1$3,$2');
  assert.notEqual(changed, record);
  await page.getByLabel('Notation').fill(changed);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('[data-verdict="doubt"]').getByText('draw 1 is').waitFor();
  await page.getByLabel('Notation').fill('nonsense');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('This is not a record').first().waitFor();
  await one.close();
});

test('the German rules page scrolls to the ruling in the address', { timeout: 60_000 }, async () => {
  for (const { id: game } of GAMES) {
    const rules = readFileSync(new URL(`../../crates/games/src/${game}/RULES.de.md`, import.meta.url), 'utf8');
    const [, ruling] = [...rules.matchAll(/^\| ([A-Z]\d+) /gm)].at(-1);
    const [, word] = [...rules.matchAll(/^## ([^`\n]+)$/gm)].at(-1);
    const one = await person({ locale: 'de-DE' });
    await one.page.goto(`${app.url}/rules/${game}#${ruling}`);
    await one.page.waitForSelector('tr.here');
    assert.equal(await one.page.evaluate(() => document.querySelector('tr.here').id), ruling);
    await one.page.getByRole('heading', { name: word, exact: true }).waitFor();
    if (IDS_WITH_FOLDER.includes(game)) await one.page.waitForSelector('figure svg');
    await one.close();
  }
});

const WIDEST = { spec: 'breakthrough:columns=16,rows=16', seats: ['me', 'random'] };
/** Every game with as many seats as it takes, up to five, and the widest board. */
const TABLES = [
  ...GAMES.map((game) => tableOf(game, game.seats.max <= 5 ? game.seats.max : game.seats.default)),
  WIDEST,
];
// A window of 1280 × 800 at 200 % zoom has 640 × 400 CSS pixels.
const SIZES = {
  '360 px': { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  '360 px in German': { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'de-DE' },
  '200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
};
for (const [size, options] of Object.entries(SIZES))
  test(`${size}: no page is wider than the screen, and every board can be played`, { timeout: 120_000 }, async () => {
    const one = await person(options);
    const { page } = one;
    const fits = async (what) => {
      const out = await page.evaluate(
        (width) =>
          [...document.querySelectorAll('header *, main button, main a, main input, main select')]
            .filter(
              (node) =>
                node.getClientRects().length &&
                node.getBoundingClientRect().right > width + 1 &&
                !node.closest('.sr, .wide, pre'),
            )
            .map((node) => node.outerHTML.slice(0, 80)),
        options.viewport.width,
      );
      assert.deepEqual(out, [], `${what}: cut off`);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${what} is wider than the screen`,
      );
    };
    const pages = IDS_WITH_FOLDER.flatMap((game) => [`/new/${game}`, `/rules/${game}`, `/learn/${game}`]);
    for (const path of ['/', '/help', '/replay', '/verify', ...pages]) {
      await page.goto(app.url + path);
      await page.waitForLoadState('networkidle');
      await fits(path);
    }
    for (const table of TABLES) {
      await page.goto(`${app.url}/t/${await create(one, table)}`);
      const target = page
        .locator('.stage .place.offer, .stage .strip button:not(.quiet), .stage .actions button:not(.quiet, .zoom)')
        .first();
      await target.waitFor({ timeout: 30_000 });
      await fits(table.spec);
      const board = await page.locator('.stage .board svg').first().boundingBox();
      assert.ok(
        board.width > 200 && board.width <= options.viewport.width,
        `${table.spec}: the board is ${board.width} wide`,
      );
      await target.click({ force: true });
      await page.waitForFunction(
        () =>
          document.querySelector('.place[aria-pressed], .stage .actions .quiet') ||
          document.querySelectorAll('ol[aria-label] li').length > 3,
      );
    }
    await one.close();
  });

test('touch targets on a phone are large enough, or the move can be typed', { timeout: 60_000 }, async () => {
  const one = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = one;
  const sizes = {};
  for (const table of TABLES) {
    await page.goto(`${app.url}/t/${await create(one, table)}`);
    await page.waitForSelector(
      '.stage .place.offer, .stage .strip button:not(.quiet), .stage .actions button:not(.quiet, .zoom)',
      { timeout: 30_000 },
    );
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, summary, select, header a')]
        .filter(
          (node) =>
            node.getClientRects().length &&
            node.getBoundingClientRect().height < 43.5 &&
            !node.closest('details:not([open]) > :not(summary)'),
        )
        .map((node) => node.textContent.trim()),
    );
    assert.deepEqual(small, [], `${table.spec}: controls that are too small`);
    sizes[table.spec] = await page.evaluate(() =>
      Math.round(
        Math.min(
          ...[...document.querySelectorAll('.place.offer .hit')].map((node) =>
            Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height),
          ),
        ),
      ),
    );
    await page.locator('summary', { hasText: 'More' }).click();
    await page.locator('summary', { hasText: 'Type a move' }).waitFor();
  }
  console.log('smallest offered place on a phone of 390 px, in px:', JSON.stringify(sizes));
  await page.goto(`${app.url}/t/${await create(one, WIDEST)}`);
  await page.locator('summary', { hasText: 'More' }).click();
  await page.locator('summary', { hasText: 'Type a move' }).click();
  await page.getByLabel('Type a move').fill('a2-a5');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByText('a2 to a5 is not one step forward').first().waitFor();
  await page.getByLabel('Type a move').fill('a2-a3');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByText('1. a2 to a3').first().waitFor();
  await one.close();
});

test('ten replays of a game of sixty moves leak no memory', { timeout: 120_000 }, async () => {
  const one = await person();
  const { page } = one;
  // Both sides advance in their own half: thirty moves each, without a capture.
  const lines = ['game: breakthrough:columns=10,rows=10', 'rules: 1', ''];
  for (let i = 0; i < 30; i++) {
    const column = 'abcdefghij'[i % 10];
    const row = [2, 3, 1][Math.floor(i / 10)];
    lines.push(`1: ${column}${row}-${column}${row + 1}`, `2: ${column}${11 - row}-${column}${10 - row}`);
  }
  await page.goto(`${app.url}/replay`);
  await page.getByLabel('Notation').fill(`${lines.join('\n')}\n`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('Step 60 of 60').first().waitFor();
  const devtools = await one.context.newCDPSession(page);
  const heap = async () => {
    for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  const replay = async () => {
    await page.keyboard.press('Home');
    await page.getByText('Step 0 of 60').first().waitFor();
    // Pressed within the page, one in a frame: a round trip for each of 600 presses would take most of the time.
    await page.evaluate(async () => {
      for (let i = 0; i < 60; i++) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    });
    await page.getByText('Step 60 of 60').first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  await page
    .locator('h1')
    .first()
    .evaluate((node) => node.ownerDocument.body.focus());
  await replay();
  const once = await heap();
  for (let i = 0; i < 9; i++) await replay();
  const more = (await heap()) - once;
  console.log(`heap after ten replays: ${Math.round(more / 1000)} kB above after one (${Math.round(once / 1000)} kB)`);
  assert.ok(more <= 1_000_000, `${more} bytes`);
  await one.close();
});
