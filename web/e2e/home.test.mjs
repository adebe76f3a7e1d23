// Coming back: the front page, the chooser, my games, an invitation on a phone, and a server that is down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, stage, until, violations, visitor } from './browser.mjs';
import { playOut } from './path.mjs';
import { ask, call, stateOf } from './table.mjs';

const { browser, server, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Sums up how much the page jumps. */
const watchShift = (page) =>
  page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
const withTheme = (page, theme) =>
  page.addInitScript(
    (theme) => localStorage.setItem('breadboard.settings', JSON.stringify({ theme, language: 'en', name: 'Ada' })),
    theme,
  );

test('a guest on a phone goes from the link to the first move without scrolling', { timeout: 60_000 }, async () => {
  const [ada, guest] = [await visitor(browser), await visitor(browser, PHONE)];
  const id = await open(app.url, ada, { spec: 'breakthrough', seats: ['open', 'me'], name: 'Ada' });
  const { page } = guest;
  await page.goto(`${app.url}/t/${id}`);
  await page.getByRole('heading', { name: 'Ada invites you to Breakthrough' }).waitFor();
  assert.deepEqual(await violations(page), []);
  /** Whether an element is wholly on the screen as it is. */
  const inView = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox();
    return x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844;
  };
  const button = page.getByRole('button', { name: 'Sit down and play' });
  assert.ok((await inView(page.getByLabel('Your name'))) && (await inView(button)));
  assert.equal(await page.locator('input:visible, select:visible').count(), 1, 'one field');
  await page.getByLabel('Your name').fill('Grace');
  await button.tap();
  const man = page.locator('[data-place="e2"]');
  await page.locator('.place.offer[data-place="e2"]').waitFor();
  assert.ok((await inView(man)) && (await inView(page.locator('[data-place="e3"]'))), 'the board is in view');
  const box = async (name) => {
    const { x, y, width, height } = await page.locator(`[data-place="${name}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  // By the screen's coordinates: nothing is scrolled to.
  await page.touchscreen.tap(...(await box('e2')));
  await page.touchscreen.tap(...(await box('e3')));
  await ada.page.goto(`${app.url}/t/${id}`);
  await ada.page.getByText('Grace').first().waitFor();
  await ada.page.locator('.place.offer[data-place="e7"]').waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  for (const one of [ada, guest]) await one.close();
});

test('the front page calls and describes every game as the program does', { timeout: 60_000 }, async () => {
  for (const [locale, minutes] of [
    ['en-GB', / · \d+ minutes$/],
    ['de-DE', / · \d+ Minuten$/],
  ]) {
    const one = await visitor(browser, { locale });
    const { page } = one;
    await page.goto(app.url);
    await page.locator('.games .card .about').first().waitFor();
    for (const { id, name, summary, seats } of (await call(page, '/games')).body.games) {
      const german = locale === 'de-DE' ? (await call(page, `/games/${id}/texts?lang=de`)).body : {};
      const card = page.locator('.card', { has: page.locator(`a[href="/rules/${id}"]`) });
      const title = await card.locator('h2').textContent();
      // The title may leave out the series that a game belongs to.
      assert.ok((german.name ?? name).endsWith(title), `${title} is called ${german.name ?? name}`);
      assert.equal(await card.locator('.about').textContent(), german.summary ?? summary);
      const facts = await card.locator('.facts').textContent();
      assert.match(facts, minutes);
      assert.ok(facts.startsWith(seats.min === seats.max ? `${seats.max} ` : `${seats.min}–${seats.max} `), facts);
    }
    await one.close();
  }
});

test('the front page fills a large screen with two rows of games', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser, { viewport: { width: 2560, height: 1440 } });
  await page.goto(app.url);
  await page.locator('.games .card').nth(4).waitFor();
  await settled(page, '.games');
  const { x, y, width, height } = await page.locator('.games').boundingBox();
  assert.ok(width > 1900, `${width} px wide`);
  assert.ok(y + height <= 1440 && y + height > 1240, `ends at ${y + height} px`);
  assert.ok(Math.abs(2560 - width - 2 * x) <= 20, 'in the middle');
  await close();
});

test('running and finished games are there after a restart of the server', { timeout: 90_000 }, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  const over = await open(app.url, ada, { spec: 'breakthrough', seats: ['me', 'bot1'], name: 'Ada' });
  await ask(page, over, 1, { do: 'resign' });
  const solo = await open(app.url, ada, { spec: 'breadwinner', seats: ['me', 'me'], names: ['Ada', 'Grace'] });
  // Another person with the same name: only the seat says whose turn it is.
  const twin = await visitor(browser);
  const id = await open(app.url, twin, { spec: 'breakthrough', seats: ['me', 'open'], name: 'Ada' });
  await ask(page, id, 2, { do: 'claim', name: 'Grace' });
  await server.stop();
  await server.start();
  await page.goto(app.url);
  const row = (table) => page.locator('.running li', { has: page.locator(`a[href="/t/${table}"]`) });
  await row(id).getByText('Waiting for Ada').waitFor();
  await row(id).locator('.thumbnail [data-place="a1"]').waitFor({ state: 'attached' });
  await row(solo).getByText('Your turn').waitFor();
  await row(solo)
    .getByText(/ · (now|\d+ (minute|second)s? ago)$/)
    .waitFor();
  await page.locator(`.finished a[href="/replay/${over}"]`).getByText('Lost').waitFor();
  // Hidden until it is wanted again.
  await row(id).getByRole('button', { name: 'Hide Breakthrough here' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Show 1 hidden game' }).click();
  await row(id).waitFor();

  await page.getByRole('link', { name: 'My games' }).first().click();
  // Running games first, those that wait for me before the others, hidden ones as well.
  const live = page.locator('section', { has: page.getByRole('heading', { name: 'Running games' }) }).locator('li');
  await live.first().getByText('Your turn').waitFor();
  await live.locator(`a[href="/t/${id}"]`).getByText('Waiting for Ada').waitFor();
  assert.equal(await live.count(), 2);
  const statistics = page.locator('.statistics table', { hasText: 'Breakthrough' });
  await statistics.getByRole('row', { name: 'Sprinter · level 1 0 0 1' }).waitFor();
  await page.getByText(/The server keeps each for 60 days, the newest until/).waitFor();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all records' }).click(),
  ]);
  const records = await (await download.createReadStream()).toArray();
  assert.match(Buffer.concat(records).toString(), /^game: breakthrough\nrules: \d+\n[^]*resigned/m);
  await page.locator(`a[href="/replay/${over}"]`).click();
  await page
    .getByText(/^Step \d+ of/)
    .first()
    .waitFor();
  for (const one of [ada, twin]) await one.close();
});

test('my games show a running game before any has ended', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  await page.goto(`${app.url}/mine`);
  await page.getByText('You have no games in this browser yet.').waitFor();
  const id = await open(app.url, one, { spec: 'breakthrough', seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/mine`);
  await page.locator(`a[href="/t/${id}"]`).getByText('Your turn').waitFor();
  await page.getByText('No game is over yet.').waitFor();
  assert.equal(await page.getByText('You have no games').count(), 0);
  assert.deepEqual(await violations(page), []);
  await one.close();
});

test('open tables of others are listed; the best game alone is in the statistics', { timeout: 120_000 }, async () => {
  const [ada, grace] = [await visitor(browser), await visitor(browser)];
  const listed = { spec: 'breakthrough', seats: ['me', 'open'], name: 'Grace', listed: true };
  const id = await open(app.url, grace, listed);
  const secret = await open(app.url, grace, { ...listed, listed: false });
  const { page } = ada;
  const scores = [];
  for (let games = 0; games < 2; games++) {
    const solo = await open(app.url, ada, { spec: 'traxx:seats=1', seats: ['me'] });
    await playOut(page, solo, false);
    scores.push((await stateOf(page, solo)).position.scores[0]);
  }
  await page.goto(app.url);
  await page.locator(`.open a[href="/t/${id}"]`, { hasText: /Grace, .* · 1 of 2 seats taken/ }).waitFor();
  assert.equal(await page.locator(`a[href="/t/${secret}"]`).count(), 0);
  await page.goto(`${app.url}/mine`);
  const best = String(Math.max(...scores)).replace('-', '−');
  await page.locator('.statistics table', { hasText: 'Träxx' }).getByText(`best: ${best}`).waitFor();
  await page.goto(app.url);
  await page.locator(`.open a[href="/t/${id}"]`).click();
  await page.getByRole('heading', { name: 'Grace invites you to Breakthrough' }).waitFor();
  for (const one of [ada, grace]) await one.close();
});

test('the chooser: strength in words, a drawn seat, friends, one device', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const choose = async (game, ...steps) => {
    await page.goto(app.url);
    await page.getByRole('button', { name: new RegExp(`^Play\\s*: ${game}`) }).click();
    for (const step of steps) await step(page.getByRole('dialog'));
    const before = page.url();
    await page.getByRole('dialog').locator('footer button').click();
    await page.waitForURL((url) => url.href !== before && url.pathname.startsWith('/t/'));
    const { state } = await page.evaluate(async () =>
      (await fetch(`/api${location.pathname.replace('/t/', '/tables/')}`)).json(),
    );
    return state;
  };
  await page.goto(app.url);
  await page.getByRole('button', { name: /^Play\s*: Breakthrough/ }).click();
  assert.deepEqual(await violations(page), []);
  await page.getByText('Sees one move ahead and forgets that men can be taken.').waitFor();
  const seats = new Set();
  for (let tries = 0; tries < 24 && seats.size < 2; tries++) seats.add((await choose('Breakthrough')).you[0].seat);
  assert.equal(seats.size, 2, 'the seat is drawn');
  const guard = await choose('Breakthrough', (box) => box.getByText('Guard').click());
  assert.ok(guard.seats.some((seat) => seat.name === 'bot3'));
  const friends = await choose(
    'Snipe Hunt',
    (box) => box.getByText('Friends').click(),
    (box) => box.getByText('4', { exact: true }).click(),
  );
  assert.deepEqual(friends.seats.map((seat) => seat.kind).sort(), ['open', 'open', 'open', 'person']);
  const here = await choose('Träxx', (box) => box.getByText('This device').click());
  assert.deepEqual(
    here.seats.map((seat) => seat.name),
    ['Player 1', 'Player 2'],
  );
  const solo = await choose('Träxx', (box) => box.getByText('Solo').click());
  assert.equal(solo.seats.length, 1);
  // The last bot is chosen the next time.
  await page.goto(app.url);
  await page.getByRole('button', { name: /^Play\s*: Breakthrough/ }).click();
  assert.ok(await page.getByRole('radio', { name: /^Guard/ }).isChecked());
  await one.close();
});

test('the form with all settings begins with what was chosen', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const others = () => page.locator('.seats select').evaluateAll((list) => list.map((select) => select.value));
  const more = async (...steps) => {
    await page.goto(app.url);
    await page.getByRole('button', { name: /^Play\s*: Breadcrumbs/ }).click();
    const box = page.getByRole('dialog');
    for (const step of steps) await step(box);
    await box.getByText('All settings').click();
    await page.locator('.seats select').first().waitFor();
  };
  await more(
    (box) => box.getByText('3', { exact: true }).click(),
    (box) => box.getByText('You and 2 bots.').waitFor(),
    (box) => box.getByText('Forager').click(),
    (box) => box.getByLabel('Where I sit').selectOption('1'),
  );
  assert.deepEqual(await others(), ['bot3', 'me', 'bot3']);
  assert.equal(await page.getByLabel('Where I sit').inputValue(), '1');
  await more(
    (box) => box.getByText('This device').click(),
    (box) => box.getByText('5', { exact: true }).click(),
  );
  assert.deepEqual(await others(), Array(5).fill('here'));
  await page.goto(`${app.url}/new/breadcrumbs`);
  await page.locator('.seats select').first().waitFor();
  assert.deepEqual(await others(), ['me', 'open']);
  await one.close();
});

test('a hint above the log leaves its newest row in view', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { viewport: { width: 1280, height: 800 } });
  const { page } = one;
  // A long board: nobody gets through while the log becomes longer than what a hint leaves of it.
  const id = await open(app.url, one, { spec: 'breakthrough:rows=16', seats: ['me', 'bot1'], name: 'Ada' });
  for (let rounds = 0; rounds < 10;) {
    const [move] = (await stateOf(page, id)).you[0].moves;
    if (!move) continue;
    await ask(page, id, 1, { do: 'act', text: move.text });
    rounds++;
  }
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.place.offer').first().waitFor();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.hint').waitFor();
  await settled(page, '.hint');
  const inside = () =>
    page.evaluate(() => {
      const row = document.querySelector('li.here').getBoundingClientRect();
      const list = document.querySelector('li.here').parentElement.getBoundingClientRect();
      return row.bottom <= list.bottom + 1 && row.top >= list.top - 1;
    });
  await until(inside, 'the newest row is in view');
  await one.close();
});

test('a new table on a phone can be opened without scrolling', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, PHONE);
  const { page } = one;
  await page.goto(`${app.url}/new/traxx`);
  await page.locator('.board [data-place]').first().waitFor({ state: 'attached' });
  const { y, height } = await page.getByRole('button', { name: 'Open the table' }).boundingBox();
  assert.ok(y + height <= 844, `ends at ${y + height}`);
  // Who plays; the seats are named when the own one is chosen.
  const rows = page.locator('.seats label > span');
  assert.deepEqual(await rows.allTextContents(), ['Player 1', 'Player 2']);
  await page.getByLabel('Where I sit').selectOption('1');
  await rows.getByText('Seat 2').waitFor();
  assert.equal(await page.locator('.seats select').nth(1).inputValue(), 'me');
  assert.deepEqual(await violations(page), []);
  await one.close();
});

test('a new table: what cannot be played is said at once and never hidden', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  await page.goto(`${app.url}/new/breakthrough`);
  await page.locator('.board [data-place="h8"]').waitFor({ state: 'attached' });
  // What is usual comes first.
  assert.ok(await page.getByRole('group', { name: 'Clock' }).getByRole('radio').first().isChecked());
  await page.getByText('6×6', { exact: true }).click();
  await page.locator('.board [data-place="h8"]').waitFor({ state: 'detached' });
  await page.locator('summary', { hasText: 'All options' }).click();
  await page.getByLabel('Columns', { exact: true }).fill('99');
  await page.locator('summary', { hasText: 'All options' }).click();
  const refused = page.getByRole('alert').filter({ hasText: /columns/ });
  await refused.waitFor();
  assert.ok(await page.getByLabel('Columns', { exact: true }).isVisible(), 'the folded part has opened');
  assert.ok(await page.getByRole('button', { name: 'Open the table' }).isDisabled());
  await page.getByRole('button', { name: 'Less: Columns' }).click();
  await refused.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  await one.close();
});

for (const theme of ['light', 'dark'])
  test(
    `home, my games, invitation and a wrong address, ${theme}: axe finds nothing, nothing jumps`,
    { timeout: 90_000 },
    async () => {
      const ada = await visitor(browser);
      const { page } = ada;
      await withTheme(page, theme);
      await watchShift(page);
      const over = await open(app.url, ada, { spec: 'breakthrough', seats: ['me', 'bot1'], name: 'Ada' });
      await ask(page, over, 1, { do: 'resign' });
      for (const spec of ['snipe:seats=2,forest=3x3', 'traxx', 'breakthrough'])
        await open(app.url, ada, { spec, seats: ['me', 'me'], names: ['Ada', 'Grace'] });
      const listed = { spec: 'breakthrough', seats: ['me', 'open'], name: 'Grace', listed: true };
      const grace = await visitor(browser);
      const id = await open(app.url, grace, listed);
      for (const size of [PHONE.viewport, { width: 1280, height: 800 }, { width: 2560, height: 1440 }]) {
        await page.setViewportSize(size);
        for (const [path, ready] of [
          ['/', '.running .thumbnail [data-place]'],
          ['/mine', '.statistics table'],
          [`/t/${id}`, '.invitation'],
          ['/no/such/page', '.missing'],
          ['/t/damaged', '.missing'],
        ]) {
          await page.goto(app.url + path);
          await page.locator(ready).first().waitFor({ state: 'attached' });
          await page.waitForLoadState('networkidle');
          assert.deepEqual(await violations(page, theme), [], `${path} ${size.width}`);
          const [shift, wide] = await page.evaluate(() => [
            window.shift,
            document.documentElement.scrollWidth - innerWidth,
          ]);
          assert.ok(shift <= 0.01, `${path} ${size.width}: layout shift ${shift}`);
          assert.ok(wide <= 0, `${path} ${size.width}: ${wide} px too wide`);
        }
      }
      // From the server itself: a wrong address is a page there as well.
      const wrong = await page.goto(`${server.url}/no/such/page`);
      assert.equal(wrong.status(), 404);
      await page.getByText('There is nothing at this address.').waitFor();
      for (const one of [ada, grace]) await one.close();
    },
  );

test('a reload while the server is down shows our page, which goes on by itself', { timeout: 90_000 }, async () => {
  const one = await visitor(browser, { serviceWorkers: 'allow' });
  const { page } = one;
  // The server's own files: the proxy of these tests would answer while the server is down.
  await page.goto(server.url);
  await page.locator('.games .card').first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await server.stop();
  await page.reload();
  await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto(`${server.url}/mine`);
  await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
  // The other language is a file of its own, and is kept as well.
  await page.evaluate(() => localStorage.setItem('breadboard.settings', JSON.stringify({ language: 'de' })));
  await page.reload();
  await page.getByRole('heading', { name: 'Der Server antwortet nicht' }).waitFor();
  await page.evaluate(() => localStorage.setItem('breadboard.settings', JSON.stringify({ language: 'en' })));
  await page.goto(server.url);
  await server.start();
  await page.locator('.games .card').first().waitFor({ timeout: 15_000 });
  await one.close();
});

test('an updated app is shown by the next load, whatever the service worker keeps', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { serviceWorkers: 'allow' });
  const { page } = one;
  await page.goto(app.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  app.page = (html) => html.replace('<title>', '<meta name="newer" /><title>');
  await page.reload();
  assert.equal(await page.locator('meta[name="newer"]').count(), 1);
  app.page = (html) => html;
  await one.close();
});
