// What a choice does is seen before it is made, and what it then did is what was shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, until, violations, visitor } from './browser.mjs';
import { stateOf } from './table.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const at = (page, name) => page.locator(`.place[data-place="${name}"]`);
const points = (text) => (text === '±0' ? 0 : Number(text.replace('−', '-')));

async function sitAt(table, options) {
  const one = await visitor(browser, options);
  const id = await open(app.url, one, table);
  await one.page.goto(`${app.url}/t/${id}`);
  await one.page.locator('.place.offer, .strip button').first().waitFor();
  return { ...one, id };
}

test('Breakthrough: a chosen man shows all his targets, captures as rings', { timeout: 60_000 }, async () => {
  const start = 'p6p/8/8/3p4/4P3/8/8/P6P w';
  const { page, close } = await sitAt({ spec: 'breakthrough', start, seats: ['me', 'me'] });
  await at(page, 'e4').click();
  await page.locator('.place[data-place="e4"][aria-pressed]').waitFor();
  const marks = (mark) =>
    page.locator(`.place.offer:has(.${mark})`).evaluateAll((list) => list.map((node) => node.dataset.place).sort());
  assert.deepEqual(await marks('dot'), ['e5', 'f5']);
  assert.deepEqual(await marks('ring'), ['d5']);
  await close();
});

test('Breadcrumbs: the points on a tile are what a step there pays', { timeout: 60_000 }, async () => {
  const { page, id, close } = await sitAt({
    spec: 'breadcrumbs:seats=2',
    seats: ['me', 'me'],
    names: ['Ada', 'Grace'],
  });
  for (let checked = 0, tries = 0; checked < 3 && tries < 30; tries++) {
    await page.locator('.place.offer').first().waitFor();
    const before = await stateOf(page, id);
    const [you] = before.you.filter((one) => one.moves.length > 0);
    const told = await page
      .locator('.place.offer')
      .evaluateAll((list) => list.map((node) => [node.dataset.place, /([+−±]\d+) points/.exec(node.ariaLabel)?.[1]]));
    const [place, gain] = told.find(([, gain]) => gain !== undefined) ?? told[0];
    const drawn = await page.locator('.board text.points').allTextContents();
    await at(page, place).click({ force: true });
    await until(async () => (await stateOf(page, id)).version > before.version, 'the step is made');
    const after = await stateOf(page, id);
    if (gain === undefined) continue;
    checked++;
    assert.ok(drawn.includes(gain), `${gain} is drawn: ${drawn}`);
    assert.equal(after.position.scores[you.seat - 1] - before.position.scores[you.seat - 1], points(gain), place);
    if (after.phase === 'over') break;
    assert.ok(tries < 29, 'some steps pay');
  }
  await close();
});

test('Träxx: the button says how many fields and points, and they come true', { timeout: 60_000 }, async () => {
  const { page, id, close } = await sitAt({ spec: 'traxx:seats=1', seats: ['me'] }, PHONE);
  for (let rounds = 0; rounds < 3; rounds++) {
    const before = await stateOf(page, id);
    for (let fields = 0; fields < 3; fields++) {
      const next = page.locator('.place.offer:not([aria-label*="end of your path"])').first();
      if (await next.count()) await next.tap({ force: true });
    }
    const button = page.getByRole('button', { name: /^Play: \d+ fields?, [+−±]\d+/ });
    if ((await button.count()) === 0) {
      await page.getByRole('button', { name: 'Pass', exact: true }).tap();
    } else {
      const [, fields, gain] = /(\d+) fields?, ([+−±]\d+)/.exec(await button.textContent());
      assert.equal(await page.locator('.board text.points').textContent(), gain);
      // The steps are numbered; the numbers of the fields stay on top of the path.
      assert.equal(await page.locator('.board text.count').count(), Number(fields));
      assert.ok(
        await page.evaluate(() => {
          const [path, number] = ['.board .path', '.board text.number'].map((one) => [
            ...document.querySelectorAll(one),
          ]);
          return number.every((text) => path.at(-1).compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);
        }),
      );
      await button.tap();
      await until(async () => (await stateOf(page, id)).position.step > before.position.step, 'the path is drawn');
      const after = await stateOf(page, id);
      assert.equal(after.position.scores[0] - before.position.scores[0], points(gain));
    }
    await page.locator('.place.offer').first().waitFor();
  }
  await close();
});

test('Träxx: a rival’s board is enlarged by a tap', { timeout: 60_000 }, async () => {
  const { page, close } = await sitAt({ spec: 'traxx:seats=3', seats: ['me', 'random', 'random'], name: 'Ada' }, PHONE);
  const small = page.getByRole('button', { name: /^Show the board of .* large$/ });
  assert.equal(await small.count(), 2);
  const { width } = await small.first().locator('svg').boundingBox();
  await small.first().tap();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  assert.ok((await dialog.locator('svg').last().boundingBox()).width > 1.5 * width);
  assert.equal(await dialog.locator('text.coin-number').count(), 9, 'with the numbers');
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'hidden' });
  await close();
});

test('Snipe Hunt: the end of a walk shows its route, its crumbs and the catch', { timeout: 60_000 }, async () => {
  const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 3+4 left 7';
  const { page, close } = await sitAt({ spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'] });
  await page.locator('.board .goal').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.board path.trail.ahead').count(), 0);
  await at(page, 'c1s').hover({ force: true });
  await page.locator('.board path.trail.ahead').waitFor({ state: 'attached' });
  // Two crumbs lie on the way at most; what the label says is drawn.
  const said = /(\d) crumb/.exec(await at(page, 'c1s').getAttribute('aria-label'))?.[1];
  assert.ok(said, await at(page, 'c1s').getAttribute('aria-label'));
  const drawn = await page.locator('.board text.many').allTextContents();
  assert.deepEqual(
    drawn.filter((text) => /^\+\d/.test(text)),
    [`+${said}`],
  );
  // The hunter in the way would take half of the crumbs.
  assert.ok(drawn.includes('−2'), drawn.join());
  await close();
  const hunt = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@b1 held 4,3 idle 1 turn 2 dice 1+2 left 3';
  const hunter = await sitAt({ spec: 'snipe:seats=2,forest=3x3', start: hunt, seats: ['me', 'me'] });
  await hunter.page.locator('.board .goal.catches').waitFor({ state: 'attached' });
  assert.match(await at(hunter.page, 'b2').getAttribute('aria-label'), /catch/i);
  await hunter.close();
});

test('Breadwinner: a card for each kind, words on the board, and what can be done', { timeout: 60_000 }, async () => {
  const start = 'phase=map seat=1 round=3 a=1Ha+crop D1=1Dr c=2So 1f2=Lo 2f2=Sh';
  const { page, close } = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] });
  const cards = page.locator('.info li.kind');
  assert.deepEqual(await cards.locator('strong').allTextContents(), [
    'Drone',
    'Harvester',
    'Locust',
    'Soldier',
    'Shield',
    'Research & Development',
  ]);
  for (const text of await cards.allTextContents()) assert.ok(text.trim().length > 30, text);
  const written = await page.locator('.board svg text').allTextContents();
  for (const name of ['Harvester', 'Drone', 'Soldier'])
    assert.ok(
      written.some((text) => text.trim() === name),
      name,
    );
  assert.deepEqual(
    written.filter((text) => /^(Ha|Dr|So|Lo|Sh)\d*$/.test(text.trim())),
    [],
  );
  await at(page, '1a/0').click();
  // On a screen of this height only the card of the chosen bot is open; the others unfold, or `?` shows them.
  await page.locator('.info .one.held', { hasText: 'Harvester' }).waitFor();
  await page.getByRole('button', { name: 'What each bot does' }).click();
  await page.locator('dialog[open]', { hasText: 'Research & Development' }).waitFor();
  await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();
  await page.locator('.board text.act', { hasText: 'harvest' }).waitFor();
  await close();
});

test(
  'Breadwinner: a die is dragged onto a factory by a finger, without a tap before',
  { timeout: 60_000 },
  async () => {
    const start = 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6';
    const one = await sitAt({ spec: 'breadwinner', start, seats: ['me', 'me'] }, PHONE);
    const { page } = one;
    const line = await one.context.newCDPSession(page);
    const middle = async (locator) => {
      const { x, y, width, height } = await locator.boundingBox();
      return { x: x + width / 2, y: y + height / 2, id: 0 };
    };
    const send = (type, ...touchPoints) => line.send('Input.dispatchTouchEvent', { type, touchPoints });
    const die = page.getByRole('button', { name: 'Locust', exact: true });
    // Where a factory is, is known while a die is held.
    await die.tap();
    const to = await middle(at(page, 'into-1f2'));
    await die.tap();
    await at(page, 'into-1f2').waitFor({ state: 'detached' });
    const from = await middle(die);
    await send('touchStart', from);
    for (let i = 1; i <= 6; i++)
      await send('touchMove', { x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6, id: 0 });
    await page.locator('.ghost').waitFor();
    await send('touchEnd');
    await page.locator('.place[data-place="11f2/0"]').waitFor();
    await one.close();
  },
);
