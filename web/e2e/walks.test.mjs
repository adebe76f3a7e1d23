// Walks of Snipe Hunt that are chosen by their ends, wherever there is a board; and what a board says of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, until, violations, visitor } from './browser.mjs';
import { finish, stateOf } from './table.mjs';

const { browser, app } = await stage();
const TIME = { timeout: 120_000 };
const at = (page, name) => page.locator(`.stage .place[data-place="${name}"]`);
const SPEC = 'snipe:seats=2,forest=3x3';

async function sitAt(start, options) {
  const one = await visitor(browser, options);
  const id = await open(app.url, one, { spec: SPEC, start, seats: ['me', 'me'] });
  await one.page.goto(`${app.url}/t/${id}`);
  await one.page.locator('.place.offer').first().waitFor();
  return { ...one, id, board: async () => (await stateOf(one.page, id)).position.board };
}

test('a card that is turned on the way ends a walk', TIME, async () => {
  // Five steps east over the arrow of b3; c3 can be turned there.
  const start = '+F,+A,^/+A,+N,+F/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+4 left 5';
  const { page, board, close } = await sitAt(start);
  const mover = async () => (await board()).pawns.find(({ pawn }) => pawn === 'Snipe').at;
  await at(page, 'c3w').click({ force: true });
  await until(async () => (await mover()) === 'b3', 'the walk waits at the arrow');
  await at(page, 'c3').click({ force: true });
  await page.locator('.place.offer[data-place="cw"]').click({ force: true });
  await until(
    async () => (await board()).cards.find((card) => card.at === 'c3').used !== undefined,
    'a card is turned',
  );
  await page.locator('.place.offer[data-place^="b3"]').first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await mover(), 'b3');
  assert.equal((await board()).steps, 2);
  await close();
});

test('a walk that a choice interrupts goes on when nothing was turned', TIME, async () => {
  const start = '+F,+A,^/+A,+N,+F/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+4 left 5';
  const { page, id, close } = await sitAt(start);
  await at(page, 'c3w').click({ force: true });
  await page.getByRole('button', { name: 'Leave it' }).click();
  await until(async () => {
    const { pawns } = (await stateOf(page, id)).position.board;
    return pawns.find(({ pawn }) => pawn === 'Snipe').at === 'c3w';
  }, 'the walk is made to its end');
  await close();
});

test('an end where the Snipe is caught says what that costs', TIME, async () => {
  const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@b1n held 5,2 idle 1 turn 1 dice 1+4 left 5';
  const { page, close } = await sitAt(start);
  const hunter = at(page, 'b1n');
  assert.match(await hunter.getAttribute('aria-label'), /You would be caught: −3 crumbs/);
  await hunter.hover({ force: true });
  await page.locator('.warning', { hasText: 'You would be caught: −3 crumbs' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await close();
});

test('in an analysis a walk is played whole', TIME, async () => {
  const { page, close } = await visitor(browser);
  const position = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+2 left 3';
  await page.goto(`${app.url}/analysis?${new URLSearchParams({ spec: SPEC, position })}`);
  await at(page, 'b1').click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.tree button').length >= 3);
  await page.locator('.stage .board[data-step="3"]').waitFor();
  await close();
});

test('a puzzle judges a turn at its end, and plays its answer on the board', TIME, async () => {
  const { page, close } = await visitor(browser);
  await page.goto(`${app.url}/puzzles/snipe-204`);
  const panel = page.locator('.puzzle');
  await panel.getByText(/You are the red hunter/).waitFor();
  const ends = () => page.locator('.stage .place.offer[aria-label*="the walk can end here"]');
  await ends().first().waitFor();
  // The answer begins north: any end that a way to the east leads to.
  const { body } = await page.evaluate(async () => ({
    body: await (
      await fetch('/api/puzzles/snipe-204/try', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"events":[],"give_up":true}',
      })
    ).json(),
  }));
  const answer = body.solution.steps.findLast(({ parts }) => parts[0]?.place)?.parts[0].place;
  const other = await ends().evaluateAll(
    (all, answer) => all.map((one) => one.dataset.place).find((place) => place !== answer),
    answer,
  );
  const said = [];
  await page.exposeFunction('note', (text) => said.push(text));
  await page.evaluate(() =>
    new MutationObserver(() => window.note(document.querySelector('.puzzle .headline')?.textContent ?? '')).observe(
      document.querySelector('.puzzle'),
      { subtree: true, childList: true, characterData: true },
    ),
  );
  await at(page, other).click({ force: true });
  // A feather or an arrow on the way is left alone; what is wrong is searched for at the end of the turn.
  for (let state = ''; state !== 'wrong' && state !== 'solved';) {
    const leave = page.getByRole('button', { name: 'Leave it' });
    if (await leave.count()) await leave.click({ timeout: 1000 }).catch(() => {});
    await page.waitForTimeout(100);
    state = (await panel.getAttribute('data-state')) ?? '';
  }
  assert.equal(await panel.getAttribute('data-state'), 'wrong');
  assert.ok(!said.some((text) => /Right/.test(text)), said.join('\n'));
  await panel.getByText(/gives away about \d+\s%/).waitFor();
  await panel.getByText(/After the best turn/).waitFor();
  // The answer is played from the puzzle's position.
  await panel.getByRole('button', { name: 'Show the answer' }).click();
  await panel.getByText(`Step ${body.solution.steps.length} of ${body.solution.steps.length}.`).waitFor();
  await page.locator(`.stage .board[data-step="${body.solution.steps.length}"]`).waitFor();
  assert.equal(await panel.getByText('The answer', { exact: true }).count(), 1);
  assert.deepEqual(await violations(page), []);
  await panel.getByRole('button', { name: 'One back' }).click();
  await page.locator(`.stage .board[data-step="${body.solution.steps.length - 1}"]`).waitFor();
  await close();
});

test('a hint of a puzzle is for the position on the board', TIME, async () => {
  const { page, close } = await visitor(browser);
  await page.goto(`${app.url}/puzzles/snipe-204`);
  const panel = page.locator('.puzzle');
  const asked = page.waitForRequest((request) => request.url().endsWith('/try'));
  await panel.getByRole('button', { name: 'Hint' }).click();
  assert.deepEqual(JSON.parse((await asked).postData()), { events: [], hint: true });
  await panel.locator('.hinted').waitFor();
  assert.match(await panel.locator('.hinted').textContent(), /^Go /);
  await close();
});

test('another try at a walk is judged by its end', { timeout: 400_000 }, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  const id = await open(app.url, ada, { spec: 'snipe:seats=2,forest=3x3', seats: ['me', 'random'], name: 'Ada' });
  await finish({ page }, id);
  await page.goto(`${app.url}/review/${id}`);
  await page.locator('.accuracies').waitFor({ timeout: 240_000 });
  const lesson = page.locator('.lesson');
  const mistakes = page.locator('.mistake');
  const walkTo = page.locator('.stage .place.offer[aria-label*="the walk can end here"]');
  // A mistake with steps left to walk.
  let place;
  for (let i = 0; i < (await mistakes.count()) && !place; i++) {
    await mistakes.nth(i).click();
    await lesson.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.stage .place.offer, .stage .actions .button').first().waitFor();
    const steps = await page.locator('.stage circle.step').count();
    const ends = await walkTo.evaluateAll((all) => all.map((one) => one.dataset.place));
    if (steps > 0) place = ends.find(Boolean);
  }
  assert.ok(place, 'no mistake with a walk');
  await at(page, place).click({ force: true });
  await until(async () => {
    const leave = page.getByRole('button', { name: 'Leave it' });
    if (await leave.count()) await leave.click({ timeout: 1000 }).catch(() => {});
    return /(is the best|is as good|is better|is no better)/.test(await lesson.textContent());
  }, 'the try is judged');
  assert.match(await lesson.textContent(), new RegExp(`The walk to ${place} is|\\b[nesw] is`));
  await ada.close();
});
