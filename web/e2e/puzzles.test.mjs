// Hints and puzzles in a real browser against the real program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, violations, visitor } from './browser.mjs';
import { call } from './table.mjs';

const { browser, app } = await stage();
const TIME = { timeout: 120_000 };

const square = (page, name) => page.locator(`.stage [data-place="${name}"]`);

test('a hint against a bot: the move on the board, and what it is for', TIME, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  const id = await open(app.url, ada, { spec: 'breakthrough:columns=6,rows=6', seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  await page.locator('body').press('h');
  const hint = page.locator('.panel.hint');
  await hint.getByText(/^Go from [a-f]\d to [a-f]\d/).waitFor({ timeout: 30_000 });
  // It speaks to the player, a square keeps its small letter, and no number is said twice.
  const said = await hint.innerText();
  assert.match(said, /With it you win in about \d+\s% of games like this/);
  assert.doesNotMatch(said, /Ada|[A-F]\d/);
  // One number for the move, and one for the next best.
  const numbers = said.match(/\d+(?=\s%)/g);
  assert.ok(numbers.length <= 2, said);
  await page.waitForFunction(() => document.querySelectorAll('.trail .head').length === 1);
  assert.deepEqual(await violations(page), []);
  // The hint belongs to its position.
  const [from, to] = (await hint.locator('.move').textContent()).match(/[a-f]\d/g);
  await square(page, from).click();
  await square(page, to).click();
  await hint.waitFor({ state: 'detached' });
  await ada.close();
});

test('a hint in Snipe Hunt says which way to go, and marks it on the board', TIME, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  const id = await open(app.url, ada, { spec: 'snipe:seats=2', seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  await page.getByRole('button', { name: 'Hint' }).click({ timeout: 60_000 });
  const hint = page.locator('.panel.hint');
  await hint.locator('.move').waitFor({ timeout: 30_000 });
  assert.match(
    await hint.locator('.move').textContent(),
    /^(Go (north|east|south|west) to [a-f]\d|Walk to|Rotate|Stay|Move|Choose)/,
  );
  await page.locator('.stage .hinted, .stage .trail circle').first().waitFor();
  await ada.close();
});

test('a hint in Breadwinner says the move in words', TIME, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  const id = await open(app.url, ada, { spec: 'breadwinner', seats: ['me', 'bot1'], name: 'Ada' });
  await page.goto(`${app.url}/t/${id}`);
  await page.getByRole('button', { name: 'Hint' }).click({ timeout: 60_000 });
  const move = page.locator('.panel.hint .move');
  await move.waitFor({ timeout: 30_000 });
  assert.match(
    await move.textContent(),
    /^((Build|Move|Recall|Plant|Harvest|Unload|Restore|Steal|Poison|Melt|Pulse|End)\b|Choose “)/,
  );
  assert.doesNotMatch(await move.textContent(), /@/);
  // What it begins with is marked: a die above the board, a bot on it, or a button.
  await page.locator('.stage .hinted').first().waitFor();
  await ada.close();
});

/** Makes a move on the board by its places. */
async function play(page, { parts }) {
  for (const { place } of parts) if (place !== undefined) await square(page, place).click({ force: true });
  const confirm = page.locator('.stage .actions .button.primary');
  if (await confirm.count()) await confirm.click();
}

/** Plays the answer of a puzzle. */
async function solve(page, puzzle, steps) {
  for (const [i, step] of steps.entries()) {
    if (step.seat !== puzzle.seat) continue;
    if ((await page.locator('.puzzle').getAttribute('data-state')) === 'solved') break;
    await page.waitForFunction(() => !document.querySelector('.puzzle[data-busy]'));
    await page.waitForFunction((n) => document.querySelector('.board').dataset.step === String(n), i);
    await play(page, step);
  }
  await page.locator('.puzzle[data-state="solved"]').waitFor();
}

test('the puzzle of the day is the same for all, and a row of days is kept', TIME, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  await page.goto(`${app.url}/help`);
  // A day of Breakthrough, whose moves are two clicks.
  let [day, date, puzzle] = [Date.parse('2026-11-18'), '', undefined];
  while (!puzzle?.id.startsWith('breakthrough-')) {
    date = new Date(day).toISOString().slice(0, 10);
    puzzle = (await call(page, `/puzzles/daily?date=${date}`)).body;
    day += 86_400_000;
  }
  const bob = await visitor(browser);
  for (const one of [bob, ada]) {
    await one.page.clock.setFixedTime(new Date(`${date}T12:00:00`));
    const asked = one.page.waitForResponse((reply) => reply.url().includes('/puzzles/daily?'));
    await one.page.goto(`${app.url}/puzzles`);
    assert.equal((await (await asked).json()).id, puzzle.id);
    await one.page.getByText('A new puzzle every day: the days in a row are counted here.').waitFor();
    await one.page.locator('.daily').getByRole('link', { name: 'Solve it' }).click();
    await one.page.locator('.puzzle').getByText('Your move.').waitFor();
    // What it is about would give the answer away.
    assert.equal(await one.page.locator('.theme').count(), 0);
  }
  await bob.close();
  const { body: answer } = await call(page, `/puzzles/${puzzle.id}/try`, { events: [], give_up: true });
  await solve(page, puzzle, answer.solution.steps);
  await page.getByText('1 day in a row').waitFor();
  await page.locator('.theme').first().waitFor();
  // It is kept, goes on for a day, and ends with a day that was left out.
  for (const [later, words] of [
    [1, '1 day in a row'],
    [2, 'A new puzzle every day: the days in a row are counted here.'],
  ]) {
    await page.clock.setFixedTime(new Date(Date.parse(`${date}T12:00:00`) + later * 86_400_000));
    await page.goto(`${app.url}/puzzles`);
    await page.getByText(words).waitFor();
  }
  await ada.close();
});

test('a puzzle: wrong, the answer, solved, and the next', TIME, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  await page.goto(`${app.url}/puzzles`);
  await page.locator('.daily').waitFor();
  assert.deepEqual(await violations(page), []);
  const { body: list } = await call(page, '/puzzles');
  // Moves by two clicks, where there are such puzzles.
  const { id } = list.puzzles.find((one) => one.id.startsWith('breakthrough-')) ?? list.puzzles[0];
  const { body: puzzle } = await call(page, `/puzzles/${id}`);
  const { body: answer } = await call(page, `/puzzles/${id}/try`, { events: [], give_up: true });
  const steps = answer.solution.steps;
  const { body: study } = await call(page, '/position', { spec: puzzle.spec, position: puzzle.position, events: [] });
  const wrong = study.moves[0].moves.filter(({ text }) => text !== steps[0].text);

  await page.goto(`${app.url}/puzzles/${id}`);
  const panel = page.locator('.puzzle');
  await panel.getByText('Your move.').waitFor();
  assert.deepEqual(await violations(page), []);
  // A hint says and shows where the answer begins, and only that.
  await panel.getByRole('button', { name: 'Hint' }).click();
  await panel.getByText(`Begin with ${steps[0].parts[0].place}.`).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.trail :is(circle, rect)').length === 1);
  let seen = '';
  for (const move of wrong.slice(0, 3)) {
    await play(page, move);
    await page.locator('.puzzle:is([data-state="wrong"], [data-state="solved"])').waitFor();
    seen = await panel.getAttribute('data-state');
    await panel.getByRole('button', { name: 'Try again' }).click();
    if (seen === 'wrong') break;
  }
  assert.equal(seen, 'wrong');
  await panel.getByRole('button', { name: 'Show the answer' }).click();
  await panel.getByRole('heading', { name: 'The answer' }).waitFor();
  await panel.locator('.move').first().waitFor();
  // It is played to its end on the board; another try begins at the puzzle's position again.
  await page.waitForFunction((n) => document.querySelector('.board').dataset.step === String(n), steps.length);
  await panel.getByRole('button', { name: 'Try again' }).click();

  await solve(page, puzzle, steps);
  assert.deepEqual(await violations(page), []);
  await panel.getByRole('button', { name: 'Next puzzle' }).click();
  await page.waitForURL((url) => /\/puzzles\/\w+-\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
  await panel.getByText('Your move.').waitFor();
  await page.goto(`${app.url}/puzzles`);
  const game = id.slice(0, id.lastIndexOf('-'));
  await page
    .getByRole('group', { name: 'Game' })
    .getByRole('button', { name: { breakthrough: 'Breakthrough', traxx: 'Träxx' }[game] ?? new RegExp(game, 'i') })
    .click();
  await page.locator('.list .solved').first().waitFor();
  await ada.close();
});

test('an answer is explained by what can be seen: the whole turn, and what sets a path apart', TIME, async () => {
  const { page, close } = await visitor(browser);
  const answer = async (id) => {
    await page.goto(`${app.url}/puzzles/${id}`);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.locator('.puzzle[data-state="shown"]').waitFor({ timeout: 60_000 });
  };
  await answer('breadwinner-9');
  const parts = page.locator('.puzzle .parts li');
  await parts.nth(1).waitFor();
  assert.deepEqual(await parts.allTextContents(), ['Blue plants a crop on c.', 'Blue harvests on c.']);
  // A step pressed is the position on the board.
  await parts.nth(0).getByRole('button').click();
  await page.waitForFunction(() => document.querySelector('.board').dataset.step === '1');
  // Both choices reach the number: what is different is the room at the end.
  await answer('traxx-131');
  const told = page.locator('.puzzle');
  await told.getByText(/^Both paths reach the 8\.$/).waitFor();
  await told.getByText(/^An end without a free field beside it can never go on\.$/).waitFor();
  assert.doesNotMatch(await page.locator('.puzzle').textContent(), /Seat/);
  await close();
});
