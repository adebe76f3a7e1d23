// The path of docs/insight.md in screenshots: lose a game, review it, understand the mistake, replay it better. The game is
// played for it each time: badly until it is lost, and as the engine suggests from the mistake on.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { open } from './browser.mjs';
import { finish, stateOf } from './table.mjs';

const SPEC = 'breakthrough:columns=6,rows=6';

/** The first move listed, which is seldom a good one. */
const first = (moves) => moves[0].text;
const suggested = async (moves, _, { id, seat }) => {
  const hint = await (await fetch(`/api/tables/${id}/hint?seat=${seat}`)).json();
  return hint.line?.steps[0]?.text ?? moves[0].text;
};

/** Plays at a table until the game is over, well or badly; returns whether this person won. */
export async function playOut(page, id, well) {
  await finish({ page }, id, well ? suggested : first);
  const { result, you } = await stateOf(page, id);
  return result.winners.includes(you[0].seat);
}

export async function recordPath(page, url, out) {
  const shot = async (name) => {
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(out, `path-${name}.jpg`), type: 'jpeg', quality: 72 });
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() =>
    localStorage.setItem('breadboard.settings', JSON.stringify({ theme: 'light', language: 'en', name: 'Ada' })),
  );
  // The typefaces of a page that waits for them too long are not used at all: they are loaded before the first picture.
  await page.goto(url);
  await page.evaluate(async () => (await Promise.all([...document.fonts].map((face) => face.load())), undefined));
  const id = await open(url, { page }, { spec: SPEC, seats: ['me', 'bot2'], name: 'Ada' });
  assert.equal(await playOut(page, id, false), false, 'the game was meant to be lost');
  await page.goto(`${url}/t/${id}`);
  await page.locator('.result').waitFor();
  await shot('1-lost');

  await page.locator('.result').getByRole('link', { name: 'Review' }).click();
  await page.locator('.accuracies').waitFor({ timeout: 240_000 });
  await shot('2-review');

  await page.getByRole('button', { name: 'Go through the mistakes' }).click();
  const lesson = page.locator('.lesson');
  await lesson.waitFor();
  await shot('3-mistake');
  // What the mistake allowed, on the board.
  const refuting = lesson.getByRole('group').last();
  await refuting.getByRole('button').first().click();
  await page.getByText(/^What it allowed: Move 1 of/).waitFor();
  await shot('4-refuted');

  await lesson.getByRole('button', { name: 'Try again' }).click();
  await lesson.getByRole('button', { name: 'Show the answer' }).click();
  await lesson.getByText(/^The best move is/).waitFor();
  const [from, to] = (await lesson.getByText(/^The best move is/).textContent()).match(/[a-f]\d/g);
  for (const at of [from, to]) await page.locator(`.stage [data-place="${at}"]`).click();
  await lesson.getByText(/is the best move\.$/).waitFor({ timeout: 60_000 });
  await shot('5-try');

  await lesson.getByRole('button', { name: 'Play it on against a bot' }).click();
  await page.waitForURL(/\/t\//);
  const again = page.url().split('/').pop();
  await playOut(page, again, true);
  await page.locator('.result').waitFor();
  await shot('6-again');
}
