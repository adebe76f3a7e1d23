// The end of a game: the turn that decided it, the winning man, another level, the bound of a game played alone, and where
// the panel stands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, stage, violations, visitor } from './browser.mjs';
import { GAMES, IDS_WITH_FOLDER, shortTable } from './games.mjs';
import { call, finish, stateOf } from './table.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The move with the shortest text. */
const shortest = (moves) => moves.reduce((best, move) => (move.text.length < best.text.length ? move : best)).text;

test('the turn that decided a game of scores is named, drawn, and can be looked at', { timeout: 180_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  let seen = 0;
  for (const game of ['traxx', 'breadcrumbs', 'traxx', 'breadcrumbs', 'traxx']) {
    const id = await open(app.url, one, shortTable(GAMES.find(({ id }) => id === game)));
    await finish(one, id);
    const state = await stateOf(page, id);
    const { turns } = (await call(page, `/tables/${id}/course`)).body;
    const [winner, second] = state.result.winners;
    // Counted backwards from the end: since when the winner has been ahead of all others.
    const rows = turns.filter(({ scores }) => scores);
    const ahead = ({ scores }) => scores.every((score, i) => i + 1 === winner || score < scores[winner - 1]);
    let since = rows.length;
    while (since > 0 && ahead(rows[since - 1])) since--;
    await page.goto(`${app.url}/t/${id}`);
    await page.locator('.result figure svg').waitFor();
    const caption = page.locator('.result figcaption');
    if (winner === undefined || second !== undefined || since === rows.length) {
      assert.equal(await caption.count(), 0, 'no turn decided a game without one winner');
      continue;
    }
    seen++;
    // To the winner in person.
    const mine = state.you.length === 1 && state.you[0].seat === winner;
    const decided =
      since === 0
        ? `${mine ? 'You were' : 'The winner was'} ahead from the first turn on.`
        : `${mine ? 'You' : 'The winner'} took the lead for good in turn ${rows[since].turn}.`;
    await caption.getByText(decided).waitFor();
    assert.equal(await page.locator('.result path.decisive').count(), 1);
    // No turn to look at decided a game that was led from the first turn on.
    if (since === 0) {
      assert.equal(await caption.getByRole('button').count(), 0);
      continue;
    }
    await caption.getByRole('button', { name: 'Show this position' }).click();
    await page.getByText(`An earlier position: step ${rows[since].step} of`).waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    if (seen === 2) break;
  }
  assert.ok(seen > 0, 'a game had one winner');
  await one.close();
});

test(
  'Breakthrough: the winning man is marked, won or lost; another level is one press away',
  { timeout: 90_000 },
  async () => {
    // Black is one step from the first row, and wins after any move.
    const lost = ['6pp/8/8/8/8/8/p7/2P4P w', ['h1', 'h2'], /^You lost/];
    for (const [start, places, title, bot, proposed] of [
      ['6pp/P7/8/8/8/8/8/7P w', ['a7', 'a8'], /^You won/, 'bot3', 'bot4'],
      [...lost, 'bot3', 'bot2'],
      [...lost, 'bot1', ''],
    ]) {
      const one = await visitor(browser);
      const { page } = one;
      const id = await open(app.url, one, { spec: 'breakthrough', start, seats: ['me', bot], name: 'Ada' });
      await page.goto(`${app.url}/t/${id}`);
      for (const place of places) await page.locator(`.place.offer[data-place="${place}"]`).click();
      await page.locator('.result h2', { hasText: title }).waitFor();
      assert.equal(await page.locator('.board .crowned').count(), 1);
      assert.equal(await page.locator('.board .piece .crown').count(), 1);
      // A stronger one after a win, a weaker one after a loss; none if there is no weaker one, but the lesson and the hint.
      const level = page.getByLabel('Other level');
      const play = page.locator('.result .level').getByRole('button', { name: 'Play' });
      assert.equal(await level.inputValue(), proposed);
      assert.equal(await play.isEnabled(), proposed !== '');
      const lesson = page.locator('.result').getByRole('link', { name: 'Learn it' });
      assert.equal(await lesson.count(), proposed === '' ? 1 : 0);
      assert.equal(await page.getByText('“Hint” shows you a good move').count(), proposed === '' ? 1 : 0);
      assert.equal(await page.getByRole('button', { name: 'Rematch' }).count(), 1);
      await level.selectOption('bot5');
      await play.click();
      await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
      const state = await stateOf(page, page.url().split('/').at(-1));
      assert.deepEqual(state.seats.map(({ kind, name }) => (kind === 'bot' ? name : kind)).sort(), ['bot5', 'person']);
      await one.close();
    }
  },
);

test('solo Träxx says what perfect foresight would have scored', { timeout: 180_000 }, async () => {
  const one = await visitor(browser);
  const { page } = one;
  const id = await open(app.url, one, { spec: 'traxx:seats=1', seats: ['me'] });
  // Shortest steps, so that the path is not shut in: only a game in which all cards were drawn has this score.
  await finish(one, id, shortest);
  for (const [language, words] of [
    ['en', /(\d+) points?/],
    ['de', /(\d+) Punkte?/],
  ]) {
    await page.evaluate(
      (language) => localStorage.setItem('breadboard.settings', JSON.stringify({ language })),
      language,
    );
    await page.goto(`${app.url}/t/${id}`);
    const bound = page.locator('.result .bound');
    await bound.waitFor();
    const state = await stateOf(page, id);
    const [, most] = words.exec(await bound.textContent()) ?? [];
    assert.ok(Number(most) >= state.position.scores[0], `${await bound.textContent()}`);
    assert.ok((await page.locator('.result .grade strong').textContent()).length > 3);
  }
  await one.close();
});

test('the result panel stands in the same place in all games', { timeout: 180_000 }, async () => {
  const [desk, phone] = [await visitor(browser), await visitor(browser, PHONE)];
  const places = [];
  for (const game of GAMES.filter(({ id }) => IDS_WITH_FOLDER.includes(id))) {
    const id = await open(app.url, desk, { ...shortTable(game), name: 'Ada' });
    await finish(desk, id);
    await desk.page.goto(`${app.url}/t/${id}`);
    await settled(desk.page, '.result');
    const { x, y, width } = await desk.page.locator('.result').boundingBox();
    places.push([x, y, width].map(Math.round).join());
    await phone.page.goto(`${app.url}/t/${id}`);
    await settled(phone.page, '.result');
    // On a phone it comes next after the board and its players.
    const [above, below] = [
      await phone.page.locator('.stage > .middle').boundingBox(),
      await phone.page.locator('.result').boundingBox(),
    ];
    const gap = below.y - above.y - above.height;
    assert.ok(gap >= 0 && gap < 40, `${game.id}: ${gap} px below the board`);
    assert.deepEqual(await violations(phone.page), []);
  }
  assert.deepEqual(new Set(places).size, 1, places.join(' | '));
  for (const one of [desk, phone]) await one.close();
});
