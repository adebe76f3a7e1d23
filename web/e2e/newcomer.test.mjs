// What people tried who had never seen the app, and what it did not do then: each of these was a complaint.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, sitDown, stage, until, violations, visitor } from './browser.mjs';
import { stateOf } from './table.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const at = (page, name) => page.locator(`.place[data-place="${name}"]`);

async function sitAt(table, options) {
  const one = await visitor(browser, options);
  const id = await open(app.url, one, table);
  await one.page.goto(`${app.url}/t/${id}`);
  await one.page.locator('.place.offer, .strip button').first().waitFor();
  const state = () => stateOf(one.page, id);
  return { ...one, state };
}

test(
  'Snipe Hunt: a walk chosen by its end gets there, also where the table makes steps itself',
  { timeout: 60_000 },
  async () => {
    const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 3+4 left 7';
    const { page, state, close } = await sitAt({ spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'] }, PHONE);
    // Seven steps: two cards on, and over the second. Between the middles of two cards there is only one way.
    await at(page, 'c1s').tap({ force: true });
    await until(async () => (await state()).position.board.held[0] === 5, 'the crumb at the end of the walk is lifted');
    await close();
  },
);

test('Träxx: a field beside the path is drawn by a tap on it', { timeout: 60_000 }, async () => {
  const { page, close } = await sitAt({ spec: 'traxx:seats=1', seats: ['me'] }, PHONE);
  await page.getByText('extend your path at one end, a field for each sign of the card').waitFor();
  const next = page.locator('.place.offer:not([aria-label*="end of your path"])').first();
  const name = await next.getAttribute('data-place');
  await next.tap({ force: true });
  await page.locator(`.place[data-place="${name}"][aria-pressed]`).waitFor();
  await page.getByRole('button', { name: /^Play: 1 field, / }).waitFor();
  await close();
});

test('Breadwinner: each phase says what a chosen bot does in it', { timeout: 60_000 }, async () => {
  for (const [phase, prompt, button] of [
    ['map', 'move your bots, one tile each', 'On to the factories'],
    ['factories', 'send your bots out of the factories', 'Roll the dice'],
    ['recall', 'end your turn, or take bots back', 'End turn'],
  ]) {
    const start = `phase=${phase} seat=1 round=3 a=1Ha 1f2=Dr`;
    const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
    await page.getByText(prompt).waitFor();
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    await close();
  }
});

test('Breadwinner: the prompt names what can be done at once', { timeout: 60_000 }, async () => {
  for (const [farm, prompt] of [
    ['a=1Ha+crop b=1Dr', 'let your Harvester harvest its crop'],
    ['a=1Ha4+crop b=1Dr', 'unload your Harvester’s load as loaves'],
    ['c=1Ha4', 'bring your load home to your Delivery'],
  ]) {
    const start = `phase=map seat=1 round=3 ${farm} 1f2=Dr`;
    const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
    await page.getByText(prompt).waitFor();
    await close();
  }
});

test(
  'Breadwinner: a bot goes wherever on a tile it is sent, also where a rival stands',
  { timeout: 60_000 },
  async () => {
    const start = 'phase=map seat=1 round=3 D1=1Dr a=2Ha b=1Ha 1f2=Dr';
    for (const [across, down] of [
      [0.96, 0.94],
      [0.04, 0.9],
      // On the rival's Harvester.
      [0.22, 0.6],
    ]) {
      const { page, state, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
      await settled(page, '.stage .board svg');
      await at(page, '1D1/0').click({ force: true });
      const { x, y, width, height } = await page.locator('.place[data-place="a"] .hit').boundingBox();
      await page.mouse.click(x + across * width, y + down * height);
      await until(
        async () => (await state()).position.board.tiles.find((tile) => tile.at === 'a').bots.length === 2,
        `it goes to a, pressed at ${across}, ${down}`,
      );
      await close();
    }
  },
);

test('Breadwinner: how far a bot in a factory can go stays in view', { timeout: 60_000 }, async () => {
  const start = 'phase=factories seat=1 round=3 1f2=Dr 1f4=Ha 2f3=Lo';
  const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
  assert.deepEqual((await page.locator('.reach text').allTextContents()).sort(), ['2', '3', '4']);
  await close();
});

test('Breadwinner on a phone: the board stays where it is from phase to phase', { timeout: 60_000 }, async () => {
  const tops = [];
  for (const start of [
    'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,4,5,6,6',
    'phase=map seat=1 round=3 a=1Ha 1f2=Dr',
    'phase=recall seat=1 round=3 a=1Ha 1f2=Dr',
  ]) {
    const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] }, PHONE);
    await settled(page, '.stage .board svg');
    tops.push((await page.locator('.stage .board svg').first().boundingBox()).y);
    await close();
  }
  assert.deepEqual(tops, [tops[0], tops[0], tops[0]]);
});

test('Breadwinner: a bot is recalled by one press on it', { timeout: 60_000 }, async () => {
  const start = 'phase=recall seat=1 round=3 a=1Ha 1f2=Dr';
  const { page, state, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
  await at(page, '1a/0').click({ force: true });
  await until(
    async () => (await state()).position.board.tiles.every(({ bots }) => bots.length === 0),
    'it is recalled',
  );
  await close();
});

test('Breadwinner: twelve loaves lie within their side on a phone', { timeout: 60_000 }, async () => {
  const start = 'phase=map seat=1 round=9 a=1Ha b=2Ha loaves=11,1';
  const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] }, PHONE);
  await settled(page, '.stage .board svg');
  const beyond = await page.evaluate(() => {
    const areas = [...document.querySelectorAll('.area')].map((area) => area.getBoundingClientRect());
    const loaves = [...document.querySelectorAll('.lying')].map((loaf) => loaf.getBoundingClientRect());
    const inside = (loaf) => areas.some((area) => loaf.bottom <= area.bottom - 2 && loaf.top >= area.top);
    return loaves.length - loaves.filter(inside).length;
  });
  assert.equal(beyond, 0);
  await close();
});

test('the board keeps its place and size while a choice is explained', { timeout: 60_000 }, async () => {
  const start = 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6';
  const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
  const box = async () => {
    await settled(page, '.stage .board svg');
    return page.locator('.stage .board svg').first().boundingBox();
  };
  const before = await box();
  await page.locator('button.die').first().click();
  await page.locator('.info .one.held').waitFor();
  assert.deepEqual(await box(), before);
  await close();
});

test('on a phone the board stays where it is when the dice are gone', { timeout: 60_000 }, async () => {
  const start = '+F,+A,+F/+A,+Ne,+/+S,+,+ snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 3+4 left 7';
  const { page, close } = await sitAt({ spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'] }, PHONE);
  await settled(page, '.stage .board svg');
  const top = () =>
    page
      .locator('.stage .board svg')
      .first()
      .evaluate((svg) => svg.getBoundingClientRect().top);
  const before = await top();
  await at(page, 'b2e').tap({ force: true });
  await page.locator('.result').waitFor();
  assert.equal(await top(), before);
  await close();
});

test('the plate of the player whose move is being played stands out', { timeout: 60_000 }, async () => {
  const one = await visitor(browser, { reducedMotion: 'no-preference' });
  const { page } = one;
  const seats = ['me', 'random', 'random', 'random'];
  await page.goto(`${app.url}/help`);
  await page.clock.install();
  const id = await open(app.url, one, { spec: 'breadcrumbs:seats=4', seats });
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.place.offer').first().waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.locator('.place.offer').first().click({ force: true });
  // The time of the page stands still: the first event of the others stays on the board.
  const plays = page.locator('.turn.past');
  await until(async () => {
    await page.clock.runFor(100);
    return /Random bot\s1 plays/.test((await plays.count()) ? await plays.textContent() : '');
  }, 'the first of the others is shown');
  assert.deepEqual(
    await page.locator('.plates li.turn').evaluateAll((list) => list.map((plate) => plate.dataset.seat)),
    ['2'],
  );
  await one.close();
});

test(
  'who waits for a friend has the link in view, and the board when the friend comes',
  { timeout: 60_000 },
  async () => {
    const [ada, grace] = [await visitor(browser, PHONE), await visitor(browser)];
    const id = await open(app.url, ada, { spec: 'snipe:seats=2,forest=3x3', seats: ['me', 'open'], name: 'Ada' });
    for (const theme of ['dark', 'light']) {
      await ada.page.evaluate(
        (theme) => localStorage.setItem('breadboard.settings', JSON.stringify({ theme, language: 'en', name: 'Ada' })),
        theme,
      );
      await ada.page.goto(`${app.url}/t/${id}`);
      await ada.page.getByText('1 of 2 seats taken').waitFor();
      const { y, height } = await ada.page.getByRole('button', { name: 'Copy' }).boundingBox();
      assert.ok(y + height <= 844, 'without scrolling');
      assert.deepEqual(await violations(ada.page), []);
    }
    await grace.page.goto(`${app.url}/t/${id}`);
    await sitDown(grace.page);
    await ada.page.locator('.stage .board svg').waitFor();
    await ada.page.locator('.plates li', { hasText: 'Guest' }).waitFor();
    for (const one of [ada, grace]) await one.close();
  },
);

test('a replay has its players at the board, and the winner at its end', { timeout: 60_000 }, async () => {
  const { page, close } = await visitor(browser);
  const start = '6pp/P7/8/8/8/8/8/7P w';
  const id = await open(app.url, { page }, { spec: 'breakthrough', start, seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  for (const place of ['a7', 'a8']) await page.locator(`.place.offer[data-place="${place}"]`).click();
  await page.locator('.result').waitFor();
  await page.goto(`${app.url}/replay/${id}`);
  await page.locator('.plates li', { hasText: 'Ada' }).getByRole('img', { name: 'Winner' }).waitFor();
  // By its name, not by its number.
  await page.locator('.plates li', { hasText: 'Sprinter' }).waitFor();
  await page.keyboard.press('Home');
  await page.getByText('Step 0 of').first().waitFor();
  assert.equal(await page.getByRole('img', { name: 'Winner' }).count(), 0);
  await close();
});

test('a replay is seen from the own seat, and a game that is watched from the first', { timeout: 60_000 }, async () => {
  const [ada, guest] = [await visitor(browser), await visitor(browser)];
  const below = (page) =>
    page.evaluate(() => {
      const board = document.querySelector('.stage .board').getBoundingClientRect();
      return [...document.querySelectorAll('.plates li')]
        .filter((plate) => plate.getBoundingClientRect().top > board.top)
        .map((plate) => plate.dataset.seat);
    });
  const higher = async (page, one, two) =>
    (await at(page, one).boundingBox()).y < (await at(page, two).boundingBox()).y;
  const id = await open(app.url, ada, { spec: 'breakthrough', seats: ['bot1', 'me'], name: 'Ada' });
  const map = { spec: 'breadwinner', start: 'phase=map seat=1 round=3 D1=1Dr D2=2Dr', seats: ['me', 'me'] };
  const farm = await open(app.url, ada, map);
  await ada.page.goto(`${app.url}/replay/${id}?ply=0`);
  await ada.page.getByText('Step 0 of').first().waitFor();
  assert.deepEqual(await below(ada.page), ['2']);
  assert.ok(await higher(ada.page, 'a1', 'a8'), 'Black is below');
  await guest.page.goto(`${app.url}/replay/${id}?ply=0`);
  await guest.page.getByText('Step 0 of').first().waitFor();
  assert.deepEqual(await below(guest.page), ['1']);
  assert.ok(await higher(guest.page, 'a8', 'a1'), 'White is below');
  // The plate and the things of a seat are on the same side, for those who watch as well.
  for (const path of [`/t/${farm}`, `/replay/${farm}?ply=0`]) {
    await guest.page.goto(app.url + path);
    await guest.page.locator('.stage .board svg').first().waitFor();
    await settled(guest.page, '.stage .board svg');
    assert.deepEqual(await below(guest.page), ['1'], path);
    assert.ok(await higher(guest.page, '2D2/0', '1D1/0'), path);
  }
  for (const one of [ada, guest]) await one.close();
});

test('no control that cannot be used: Breakthrough has no draws and no dice', { timeout: 60_000 }, async () => {
  const [ada, grace] = [await visitor(browser), await visitor(browser)];
  const id = await open(app.url, ada, { spec: 'breakthrough', seats: ['me', 'open'], name: 'Ada' });
  await ada.page.goto(`${app.url}/t/${id}`);
  await grace.page.goto(`${app.url}/t/${id}`);
  await sitDown(grace.page);
  await at(ada.page, 'a2').waitFor();
  for (const { page } of [ada, grace]) {
    await page.locator('summary', { hasText: 'More' }).click();
    await page.locator('summary', { hasText: 'Type a move' }).click();
    assert.equal(await page.getByRole('button', { name: /draw/i }).count(), 0);
    assert.equal(await page.locator('.more summary', { hasText: 'Dice' }).count(), 0);
    assert.equal(await page.locator('.more button:disabled').count(), 0);
    // What works is not said: only a lost connection is.
    assert.ok(await page.locator('[data-status="saved"]').evaluate((node) => node.classList.contains('sr')));
  }
  await ada.page.getByRole('button', { name: 'Play it' }).waitFor();
  assert.equal(await grace.page.getByRole('button', { name: 'Play it' }).count(), 0);
  await grace.page.getByText('It can be played when it is your turn.').waitFor();
  for (const one of [ada, grace]) await one.close();
});

test('the rules are one tap away, beside the board', { timeout: 60_000 }, async () => {
  for (const options of [undefined, PHONE]) {
    const { page, close } = await sitAt({ spec: 'breakthrough', seats: ['me', 'me'] }, options);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    const sheet = page.getByRole('complementary', { name: 'Rules' });
    await sheet.locator('figure svg').first().waitFor();
    assert.match(page.url(), /\/t\//);
    assert.equal((await page.locator('.stage .board svg').count()) > 0, true);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await close();
  }
});

test('no socket is opened without a table', { timeout: 60_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const sockets = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  const id = await open(app.url, one, { spec: 'breakthrough', seats: ['me', 'me'] });
  await page.goto(app.url);
  await page.locator(`a[href="/t/${id}"]`).click();
  await at(page, 'a2').waitFor();
  await page.goBack();
  await page.locator('.games .card').first().waitFor();
  await page.goto(`${app.url}/t/`);
  await page.waitForLoadState('networkidle');
  assert.ok(sockets.length > 0);
  for (const path of sockets) assert.ok(path.includes(id), path);
  await one.close();
});

test('a puzzle speaks to the person who solves it', { timeout: 60_000 }, async () => {
  for (const [locale, win, points] of [
    [
      'en-GB',
      /^Find the only move that wins: the game is won in \d+ moves?\.$/,
      'Find the choice that brings you the most points by the end of the game.',
    ],
    [
      'de-DE',
      /^Finde den einzigen Zug, der gewinnt: Das Spiel ist in \d+ Z[uü]g(en)? gewonnen\.$/,
      'Finde die Wahl, die dir bis zum Ende des Spiels am meisten Punkte bringt.',
    ],
  ]) {
    const { page, close } = await visitor(browser, { locale });
    await page.goto(`${app.url}/puzzles/breakthrough-1`);
    await page.locator('.puzzle .task', { hasText: win }).waitFor();
    await page.locator('.puzzle .you', { hasText: /Weiß|Schwarz|White|Black/ }).waitFor();
    await page.goto(`${app.url}/puzzles/traxx-1`);
    await page.locator('.puzzle .task', { hasText: points }).waitFor();
    assert.equal(await page.locator('.puzzle .you').count(), 0, 'alone there is no colour to tell apart');
    await close();
  }
});

test('Träxx: every step of a path says what can be done next', { timeout: 60_000 }, async () => {
  const { page, close } = await sitAt({ spec: 'traxx:seats=1', seats: ['me'] }, PHONE);
  const said = new Set();
  for (let fields = 0; fields < 8; fields++) {
    const prompt = await page.locator('.turn.mine').textContent();
    assert.match(prompt, /^Your turn: .{6,}/);
    said.add(prompt.trim());
    const next = page.locator('.place.offer:not([aria-pressed], [aria-label*="end of your path"])').first();
    if ((await next.count()) === 0) break;
    const before = await page.locator('.place[aria-pressed]').count();
    await next.tap({ force: true });
    await until(async () => (await page.locator('.place[aria-pressed]').count()) !== before, 'the field is drawn');
  }
  assert.ok(said.has('Your turn: play it, or take it back'), [...said].join(' | '));
  await close();
});

test(
  'what is played is said in words: no dice where there are none, several players together',
  { timeout: 60_000 },
  async () => {
    const moving = { reducedMotion: 'no-preference' };
    const note = (page) =>
      page.evaluate(() => {
        window.said = new Set();
        const look = () =>
          document.querySelectorAll('.turn').forEach((node) => window.said.add(node.textContent.trim()));
        new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
      });
    const said = (page) => page.evaluate(() => [...window.said]);
    const start = '6pp/8/8/8/8/8/p7/2P4P w';
    const lost = await sitAt({ spec: 'breakthrough', start, seats: ['me', 'bot1'], name: 'Ada' }, moving);
    await note(lost.page);
    for (const place of ['h1', 'h2']) await at(lost.page, place).click();
    await lost.page.locator('.result .reason', { hasText: 'has reached your home row' }).waitFor();
    assert.deepEqual(
      (await said(lost.page)).filter((text) => /Dice/.test(text)),
      [],
    );
    await lost.close();
    const round = await sitAt({ spec: 'traxx', seats: ['me', 'random'], name: 'Ada' }, moving);
    await note(round.page);
    await round.page.getByRole('button', { name: 'Pass', exact: true }).click();
    await round.page.waitForFunction(() => [...window.said].some((text) => text.includes('Random bot play…')));
    await round.close();
  },
);

test('a step that the table makes is named in words', { timeout: 60_000 }, async () => {
  // After the first step there is only one way on, which ends the turn: the table waits before it makes it.
  const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+1 left 2';
  const { page, close } = await sitAt({ spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'] });
  await page.evaluate(() => {
    window.said = new Set();
    const look = () => document.querySelectorAll('.turn').forEach((node) => window.said.add(node.textContent.trim()));
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await at(page, 'b2e').click({ force: true });
  await page.waitForFunction(() => [...window.said].some((text) => text.startsWith('Only ')));
  const forced = (await page.evaluate(() => [...window.said])).filter((text) => text.startsWith('Only '));
  for (const text of forced) assert.match(text, /^Only (north|east|south|west) is possible/);
  await close();
});

test('all games can be begun without scrolling on a window of 1280 × 800', async () => {
  const one = await visitor(browser);
  const { page } = one;
  await page.goto(app.url);
  const buttons = page.getByRole('button', { name: /^Play/ });
  await buttons.first().waitFor();
  await settled(page, '.games');
  for (const button of await buttons.all()) {
    const { y, height } = await button.boundingBox();
    assert.ok(y + height <= 800, `a button ends at ${y + height}`);
  }
  await one.close();
});

test('Breadwinner: factories, piles and rolled dice say what they are', async () => {
  const one = await visitor(browser);
  const { page } = one;
  const start = 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6';
  const id = await open(app.url, one, { spec: 'breadwinner', start, seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.strip button.die').first().waitFor();
  for (const word of ['Factories', 'Pile', 'Loaves'])
    assert.equal(await page.locator('.board svg text', { hasText: word }).count(), 2, word);
  const names = await page.locator('.strip .die').evaluateAll((dice) => dice.map((die) => die.innerText.trim()));
  const bots = ['Drone', 'Harvester', 'Harvester', 'Locust', 'Soldier', 'Shield', 'R&D', 'R&D'];
  assert.deepEqual(names, bots);
  // The board is as large as in a phase without dice.
  const size = async () => {
    await page.locator('.place.offer, .strip button').first().waitFor();
    await settled(page, '.board svg');
    return (await page.locator('.board svg').first().boundingBox()).height;
  };
  const rolled = await size();
  const map = { spec: 'breadwinner', start: 'phase=map seat=1 round=3 D1=1Dr a=1Ha', seats: ['me', 'bot1'] };
  await page.goto(`${app.url}/t/${await open(app.url, one, map)}`);
  assert.ok(Math.abs((await size()) - rolled) <= 1, `${rolled} px with dice`);
  await one.close();
});

test('on a phone nothing below the board moves when a man is chosen', async () => {
  for (const locale of ['en-GB', 'de-DE']) {
    const one = await visitor(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale,
    });
    const { page } = one;
    const id = await open(app.url, one, { spec: 'breakthrough', seats: ['me', 'bot1'], name: 'Ada' });
    await page.goto(`${app.url}/t/${id}`);
    const man = page.locator('.place.offer[data-place="e2"]');
    await man.waitFor();
    await settled(page, '.plates');
    const plate = () => page.locator('.plates').last().boundingBox();
    const before = await plate();
    await man.tap();
    await page.locator('.place[data-place="e2"][aria-pressed]').waitFor();
    assert.equal((await plate()).y, before.y, locale);
    await one.close();
  }
});

test('Enter takes a chosen man back, as a click does', async () => {
  const one = await visitor(browser);
  const { page } = one;
  const id = await open(app.url, one, { spec: 'breakthrough', seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  const man = page.locator('.place.offer[data-place="e2"]');
  await man.focus();
  await page.keyboard.press('Enter');
  await page.locator('.place[data-place="e2"][aria-pressed]').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('choose one of your men').waitFor();
  assert.equal(await page.locator('.place[aria-pressed]').count(), 0);
  await one.close();
});

test('Snipe Hunt: the way walked has the colour of the pawn that walks', async () => {
  const one = await visitor(browser);
  const { page } = one;
  const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+2 left 3';
  const table = { spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'], names: ['Ada', 'Grace'] };
  await page.goto(`${app.url}/t/${await open(app.url, one, table)}`);
  await page.locator('.place.offer[data-place="a2"]').click({ force: true });
  await page.getByRole('button', { name: 'Leave it' }).waitFor();
  assert.equal(await page.locator('.board .walked').getAttribute('stroke'), 'var(--orange)');
  await one.close();
});

test('beside the board a newcomer reads how a man goes, and when Breadcrumbs ends', { timeout: 60_000 }, async () => {
  const wide = { viewport: { width: 1280, height: 800 } };
  const men = await sitAt({ spec: 'breakthrough', seats: ['me', 'me'] }, wide);
  await men.page.locator('.signs').getByText('a man straight ahead cannot be taken').waitFor();
  await men.close();
  const crumbs = await sitAt({ spec: 'breadcrumbs:seats=2', seats: ['me', 'me'] }, wide);
  await crumbs.page.locator('.info').getByText('Round 1 of 40 at most').waitFor();
  await crumbs.page.locator('.signs').getByText('each chip there pays only 1').waitFor();
  await settled(crumbs.page, '.signs');
  const box = await crumbs.page.locator('.signs').boundingBox();
  assert.ok(box.y + box.height <= 800, `ends at ${box.y + box.height} px`);
  await crumbs.close();
});

test('Breakthrough: a man that wins next is ringed, named, and told of at the end', { timeout: 60_000 }, async () => {
  const start = '6pp/8/8/8/8/8/P1p5/2P4P w';
  const { page, close } = await sitAt({ spec: 'breakthrough', start, seats: ['me', 'bot1'], name: 'Ada' });
  await page.getByText('the man in the ring wins next. Take it, or you lose').waitFor();
  assert.equal(await page.locator('.board .feared').count(), 1);
  await page.locator('.plates .notice.alarm', { hasText: 'one step to go' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await close();
});

test('Breadcrumbs: a step says what it takes from a rival', { timeout: 60_000 }, async () => {
  // The oracle of the rules: B holds the blue 4 alone, 8 of its 14 points, and A puts a chip on it.
  const start =
    'r1,o2B,g3A,b4B,p5/o1,g2,b3A,p4B,r5A/g1,b2,p3,r4,o5/b1,p2,r3,o4,g5/p1,r2,o3,g4,b5 A:1@c5 B:2@d4 turn 11A';
  const { page, close } = await sitAt({ spec: 'breadcrumbs:seats=2', start, seats: ['me', 'me'] });
  const score = () => page.locator('.plates li[data-seat="2"] .score').textContent();
  await page.locator('.board .rival-points', { hasText: '−6' }).waitFor();
  assert.match(await page.locator('.place[data-place="d5"]').getAttribute('aria-label'), /\+1 points, .+ −6/);
  assert.equal(await score(), 'Score14');
  await at(page, 'd5').click({ force: true });
  await until(async () => (await score()) === 'Score8', 'the rival has six points less');
  await close();
});

test('Snipe Hunt: goal, crumbs and all signs are within a window of 800 px', { timeout: 60_000 }, async () => {
  const table = { spec: 'snipe:seats=2,forest=4x4', seats: ['me', 'me'] };
  const { page, close } = await sitAt(table, { viewport: { width: 1280, height: 800 } });
  await page.locator('.signs').getByText('The Ranger Station').waitFor();
  await settled(page, '.signs');
  const box = await page.locator('.signs').boundingBox();
  assert.ok(box.y + box.height <= 800, `ends at ${box.y + box.height} px`);
  await close();
});
