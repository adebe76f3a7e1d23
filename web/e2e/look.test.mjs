// What stands where, and what it is called: the log beside the board, a wide map, walks below the signs, names in sentences.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open, settled, stage, until, violations, visitor } from './browser.mjs';
import { GAMES, IDS_WITH_FOLDER } from './games.mjs';

const { browser, app } = await stage();
const OWN_GAMES = GAMES.filter(({ id }) => IDS_WITH_FOLDER.includes(id));
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const call = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const init = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      return (await fetch(`/api${path}`, init)).json();
    },
    [path, body],
  );
const sees = async (page, id) => (await call(page, `/tables/${id}`)).state;

/** Makes the first listed move of the own seat. */
async function play(page, id) {
  await until(async () => (await sees(page, id)).you[0].moves.length > 0, 'a move is possible');
  const { version, you } = await sees(page, id);
  const [{ seat, moves }] = you;
  const request = { seat, version, key: `k${version}`, request: { do: 'act', text: moves[0].text } };
  await call(page, `/tables/${id}/requests`, request);
}

for (const { id: game, seats } of OWN_GAMES)
  test(`${game}: the log is in view beside the board, and near it on a phone`, { timeout: 60_000 }, async () => {
    const one = await visitor(browser, DESKTOP);
    const { page } = one;
    const table = { spec: game, seats: ['me', ...Array(seats.default - 1).fill('bot1')], name: 'Ada' };
    const id = await open(app.url, one, table);
    await page.goto(`${app.url}/t/${id}`);
    await page.locator('.place.offer, .strip button').first().waitFor();
    await page.getByRole('button', { name: 'Got it' }).click();
    await settled(page, '.board svg');
    const log = page.getByRole('list', { name: 'What happened' });
    const [board, list] = [await page.locator('.board').boundingBox(), await log.boundingBox()];
    assert.ok(list.x >= board.x + board.width, 'it is beside the board');
    assert.ok(list.y < 640, `it begins at ${list.y}`);
    await page.setViewportSize(PHONE.viewport);
    await settled(page, '.board svg');
    const far = (await log.boundingBox()).y - (await page.locator('.plates').last().boundingBox()).y;
    assert.ok(far < 844, `it is ${far} px below the board`);
    await one.close();
  });

test('Breadwinner: a wide screen has a wide map, no narrower than the dice below it', { timeout: 60_000 }, async () => {
  const start = 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6';
  for (const locale of ['en-GB', 'de-DE']) {
    const one = await visitor(browser, { ...DESKTOP, locale });
    const { page } = one;
    const id = await open(app.url, one, { spec: 'breadwinner', start, seats: ['me', 'bot1'], name: 'Ada' });
    await page.goto(`${app.url}/t/${id}`);
    await page.locator('.strip button.die').first().waitFor();
    await settled(page, '.board svg');
    const mat = await page.locator('.board .mat').boundingBox();
    assert.ok(mat.width > 1.4 * mat.height, `${mat.width} × ${mat.height}`);
    const dice = await page.locator('.strip .roll').boundingBox();
    assert.ok(dice.x >= mat.x - 40 && dice.x + dice.width <= mat.x + mat.width + 40, `${locale}: the dice fit`);
    // They lie at the own factories, which are at the lower left, and their names can be read.
    assert.ok(dice.y >= mat.y + mat.height - 1 && dice.y < mat.y + mat.height + 40, `${locale}: below the board`);
    assert.ok(dice.x < mat.x + 40, `${locale}: on the left`);
    const size = (node) => Number.parseFloat(getComputedStyle(node).fontSize);
    assert.ok((await page.locator('.strip .die .name').first().evaluate(size)) >= 13);
    // The own side is below the rival's, and the own Delivery below the other.
    const y = async (place) => (await page.locator(`.place[data-place="${place}"]`).boundingBox()).y;
    assert.ok((await y('D1')) > (await y('D2')));
    const piles = await page
      .locator('[data-pile]')
      .evaluateAll((all) => Object.fromEntries(all.map((pile) => [pile.dataset.pile, pile.getBoundingClientRect().y])));
    assert.ok(piles[1] > piles[2]);
    // On a high screen the sides lie above and below the map.
    await page.setViewportSize(PHONE.viewport);
    await settled(page, '.board svg');
    const high = await page.locator('.board .mat').boundingBox();
    assert.ok(high.height > 1.2 * high.width, `${high.width} × ${high.height}`);
    await one.close();
  }
});

test('Snipe Hunt: walks of three rivals are below the signs, each in its lane', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { ...DESKTOP, reducedMotion: 'reduce' });
  const { page } = one;
  const seats = ['me', 'random', 'random', 'random'];
  const id = await open(app.url, one, { spec: 'snipe:seats=4', seats, name: 'Ada' });
  const walks = page.locator('.board path.rival:not(.under)');
  await page.goto(`${app.url}/t/${id}`);
  // After a turn of its own, Ada sees a turn of each rival.
  await until(async () => {
    await play(page, id);
    await until(async () => (await sees(page, id)).you[0].moves.length > 0, 'it is the turn of Ada');
    return (await walks.evaluateAll((all) => new Set(all.map((way) => way.getAttribute('stroke'))).size)) >= 2;
  }, 'two rivals have walked');
  const order = await page.evaluate(() => {
    const signs = [...document.querySelectorAll('.board .sign')];
    const lines = [...document.querySelectorAll('.board path.rival')];
    return (
      signs.length > 0 &&
      lines.every((line) =>
        signs.every((sign) => line.compareDocumentPosition(sign) & Node.DOCUMENT_POSITION_FOLLOWING),
      )
    );
  });
  assert.ok(order, 'signs are drawn after the walks');
  const lanes = await walks.evaluateAll((all) => {
    const shift = (way) => ((Number(way.getAttribute('d').split(' ')[1]) * 2) % 1).toFixed(2);
    return new Set(all.map((way) => `${way.getAttribute('stroke')} ${shift(way)}`)).size;
  });
  const colours = await walks.evaluateAll((all) => new Set(all.map((way) => way.getAttribute('stroke'))).size);
  assert.equal(lanes, colours, 'all walks of a rival are in one lane, and no two rivals share one');
  await one.close();
});

test(
  'Breadcrumbs: a row of the log is short, and players are called by their names alone',
  { timeout: 60_000 },
  async () => {
    for (const [locale, row, pawn] of [
      ['en-GB', /^[A-E][1-5]: chip on (red|blue|green|orange|purple) [1-5], [+−±]\d+\.?$/i, /pawn of Ada \(you\)(,|$)/],
      ['de-DE', /^[A-E][1-5]: Chip auf (rot|blau|grün|orange|lila) [1-5], [+−±]\d+\.?$/i, /Figur von Ada \(du\)(,|$)/],
    ]) {
      const one = await visitor(browser, { ...DESKTOP, locale });
      const { page } = one;
      const id = await open(app.url, one, { spec: 'breadcrumbs:seats=2', seats: ['me', 'bot1'], name: 'Ada' });
      await page.goto(`${app.url}/t/${id}`);
      await page.locator('.place.offer').first().waitFor();
      await play(page, id);
      const said = page.locator('.row-link', { hasText: /chip (on|auf)/i }).first();
      await said.waitFor();
      const text = (await said.textContent()).trim();
      assert.match(text, row);
      const labels = await page
        .locator('.place')
        .evaluateAll((all) => all.map((node) => node.getAttribute('aria-label')));
      assert.ok(
        labels.some((label) => pawn.test(label)),
        labels.join('; '),
      );
      await one.close();
    }
  },
);

test(
  'a game is asked to be checked for what it draws, and never for dice that it has not',
  { timeout: 240_000 },
  async () => {
    // A game's own words, and those of the app for a game that has none.
    const words = (path, key) => {
      const file = new URL(`../src/${path}`, import.meta.url);
      return existsSync(file)
        ? readFileSync(file, 'utf8').match(new RegExp(`^  ${key}: '(.+)',$`, 'm'))?.[1]
        : undefined;
    };
    const asked = new Map();
    const one = await visitor(browser, DESKTOP);
    const { page } = one;
    for (const { id: game, seats } of OWN_GAMES) {
      const table = { spec: game, seats: ['me', ...Array(Math.max(1, seats.min - 1)).fill('bot1')], name: 'Ada' };
      const id = await open(app.url, one, { ...table, spec: `${game}:seats=${table.seats.length}` });
      const { version } = await sees(page, id);
      await call(page, `/tables/${id}/requests`, { seat: 1, version, key: 'end', request: { do: 'resign' } });
      await until(async () => (await sees(page, id)).phase === 'over', `${game} is over`);
      const { dice } = await sees(page, id);
      for (const language of ['en', 'de']) {
        await page.evaluate(
          (language) => localStorage.setItem('breadboard.settings', JSON.stringify({ language })),
          language,
        );
        await page.goto(`${app.url}/t/${id}`);
        await page.locator('.result').waitFor();
        // Not beside the replay: it is for those who doubt.
        assert.equal(await page.locator('.result a[href*="/verify/"]').count(), 0);
        await page.locator('.more > summary').click();
        await page.locator('.more details').first().waitFor();
        const links = await page.locator('.more a.button[href*="/verify/"]').allTextContents();
        const checks = links.map((text) => text.trim());
        const own = words(`games/${game}/${language}.ts`, 'checkDraws') ?? words(`i18n/${language}.ts`, 'verify');
        assert.deepEqual(checks, dice.used ? [own] : [], game);
        asked.set(`${game} ${language}`, checks[0]);
      }
    }
    assert.equal(asked.get('breakthrough en'), undefined);
    assert.equal(asked.get('breadcrumbs en'), 'Check the deal');
    assert.equal(asked.get('traxx de'), 'Karten prüfen');
    await one.close();
  },
);

test('a review has the players at the board, as at the table', { timeout: 240_000 }, async () => {
  const one = await visitor(browser, DESKTOP);
  const { page } = one;
  const id = await open(app.url, one, {
    spec: 'breadcrumbs:seats=2,turn_cap=10',
    seats: ['me', 'random'],
    name: 'Ada',
  });
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.stage').waitFor();
  await until(async () => {
    if ((await sees(page, id)).phase === 'over') return true;
    if ((await sees(page, id)).you[0].moves.length > 0) await play(page, id);
    return false;
  }, 'the game is over');
  await page.goto(`${app.url}/review/${id}`);
  await page.locator('.plates li').nth(1).waitFor();
  await settled(page, '.board svg');
  const board = await page.locator('.board').boundingBox();
  const plate = (seat) => page.locator(`.plates [data-seat="${seat}"]`);
  const [own, rival] = [await plate(1).boundingBox(), await plate(2).boundingBox()];
  assert.ok(rival.y + rival.height <= board.y, 'the rival is above the board');
  assert.ok(own.y >= board.y + board.height, 'the own plate is below it');
  await plate(1).getByText('Ada').waitFor();
  const { position, result } = await sees(page, id);
  for (const seat of [1, 2])
    assert.equal(
      (await plate(seat).locator('.score').innerText()).match(/-?\d+$/)[0],
      String(position.scores[seat - 1]),
    );
  assert.equal(await page.locator('.plates .crown').count(), result.winners.length);
  assert.deepEqual(await violations(page), []);
  await one.close();
});

for (const [size, options] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
  test(
    `${size}: whose turn it is and what to do is in view at the board of every game`,
    { timeout: 120_000 },
    async () => {
      for (const locale of ['en-GB', 'de-DE']) {
        const one = await visitor(browser, { ...options, locale });
        const { page } = one;
        for (const { id: game, seats } of OWN_GAMES) {
          const table = {
            spec: `${game}:seats=${Math.max(2, seats.min)}`,
            seats: Array(Math.max(2, seats.min)).fill('me'),
          };
          await page.goto(`${app.url}/t/${await open(app.url, one, table)}`);
          // Several people at one device choose in secret: the first one takes the device.
          const take = page.locator('.actions .button.primary');
          await page.locator('.turn.mine').first().waitFor();
          if (await page.locator('.handover').count()) await take.click();
          await page.locator('.turn.mine .prompt').waitFor();
          await settled(page, '.turn.mine');
          const { x, y, width, height } = await page.locator('.turn.mine').boundingBox();
          const { viewport } = options;
          const inside = x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
          assert.ok(inside, `${game}, ${locale}: ${JSON.stringify({ x, y, width, height })}`);
          assert.ok((await page.locator('.plates li.turn').count()) > 0, `${game}: the plate of the player to move`);
        }
        await one.close();
      }
    },
  );

test('the typefaces are the bundled ones, also for a guest who comes from a table', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, DESKTOP);
  const { page } = one;
  const faces = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', ''));
    });
  const headings = () =>
    page
      .locator('h1')
      .first()
      .evaluate((node) => getComputedStyle(node).fontFamily);
  const id = await open(app.url, one, { spec: 'breakthrough', seats: ['me', 'me'] });
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.place.offer').first().waitFor();
  assert.deepEqual(await faces(), ['Figtree'], 'a table does without the display face');
  await page.locator('header .logo').click();
  await page.locator('.games').waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.page === 'home');
  assert.match(await headings(), /^"?Fraunces/);
  assert.deepEqual((await faces()).sort(), ['Figtree', 'Fraunces']);
  await one.close();
});

test('a new table says what can be chosen, in pictures where they differ', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, DESKTOP);
  const { page } = one;
  for (const { id: game, presets } of OWN_GAMES.filter(({ presets }) => presets.length > 1)) {
    await page.goto(`${app.url}/new/${game}`);
    const choices = page.locator('.presets button, .presets label');
    await choices.first().waitFor();
    assert.equal(await choices.count(), presets.length, game);
    // A picture where the board differs; what else a choice changes is said.
    const pictures = ['breakthrough', 'snipe'].includes(game) ? presets.length : 0;
    await until(async () => (await choices.locator('svg').count()) === pictures, `${game}: pictures that differ`);
    if (game === 'traxx') await choices.last().getByText('another first each round').waitFor();
  }
  await one.close();
});
