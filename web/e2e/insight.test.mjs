// Analysis and review in a real browser against the real program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, violations, visitor } from './browser.mjs';
import { playOut } from './path.mjs';
import { ask } from './table.mjs';

const { browser, app } = await stage();
const TIME = { timeout: 120_000 };
const START = 'pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w';

const square = (page, name) => page.locator(`.stage [data-place="${name}"], .preview [data-place="${name}"]`);

test('the analysis board: engine, variations, comments, link', TIME, async () => {
  const { page, close } = await visitor(browser, { permissions: ['clipboard-write', 'clipboard-read'] });
  await page.goto(`${app.url}/analysis`);
  await page.getByRole('link', { name: /^Analyse\W+Breakthrough/ }).click();
  await page.waitForURL(/study=/);
  // Lines with their numbers on the board.
  await page.locator('.engine li').first().waitFor({ timeout: 30_000 });
  await page.waitForFunction(() => document.querySelectorAll('.trail .badge').length > 0);
  assert.deepEqual(await violations(page), []);
  assert.match(await page.locator('.eval').getAttribute('aria-label'), /Chances to win: White \d+\s%, Black \d+\s%/);
  await page.locator('.engine .effort', { hasText: /depth \d+ · .* positions/ }).waitFor();

  // Pointing at a move of a line shows the position after it, with its arrows gone; leaving brings the board back.
  const line = page.locator('.engine li').first().locator('.move');
  await line.nth(2).hover();
  await page.getByText(/Line 1, move 3 of/).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.trail .badge').length === 0);
  await line.nth(1).focus();
  await page.getByText(/Line 1, move 2 of/).waitFor();
  await page.getByRole('switch', { name: 'Engine' }).focus();
  await page.getByText('White to play').waitFor();

  // Two moves, then another choice for the second.
  const moves = page.getByRole('group', { name: 'Moves' });
  for (const [from, to] of [
    ['e2', 'e3'],
    ['e7', 'e6'],
  ]) {
    await square(page, from).click();
    await square(page, to).click();
    await moves.getByRole('button', { name: `${from}-${to}` }).waitFor();
  }
  await page.getByRole('button', { name: 'One back' }).click();
  await page.getByText('Black to play').waitFor();
  await square(page, 'd7').click();
  await square(page, 'd6').click();
  await moves.getByRole('group', { name: 'Other choice' }).getByRole('button', { name: 'd7-d6' }).waitFor();
  await page.getByLabel('Comment').fill('Quieter than e6');
  await page.getByLabel('Comment').blur();
  await page.getByRole('button', { name: 'Make it the main line' }).click();
  await moves.getByRole('group', { name: 'Other choice' }).getByRole('button', { name: 'e7-e6' }).waitFor();

  // The engine can be turned off, and the board has no arrows then.
  await page.getByRole('switch', { name: 'Engine' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.trail .badge').length === 0);

  // The link holds all of it, in a browser that has never seen it.
  await page.getByRole('button', { name: 'Copy the link' }).click();
  const link = await page.getByLabel(/holds the whole analysis/).inputValue();
  await close();
  const other = await visitor(browser);
  await other.page.goto(link);
  await other.page.waitForURL(/study=/);
  const there = other.page.getByRole('group', { name: 'Moves' });
  await there.getByText('Quieter than e6').waitFor();
  await there.getByRole('group', { name: 'Other choice' }).getByRole('button', { name: 'e7-e6' }).waitFor();
  // It is kept: a reload shows it again.
  await other.page.reload();
  await there.getByText('Quieter than e6').waitFor();
  const [download] = await Promise.all([
    other.page.waitForEvent('download'),
    other.page.getByRole('link', { name: 'Download as a record' }).click(),
  ]);
  const stream = await download.createReadStream();
  let record = '';
  for await (const piece of stream) record += piece;
  assert.match(record, /1: e2-e3\n2: d7-d6 {4}# Quieter than e6\n# or 2: e7-e6\n/);
  await other.close();
});

test('chance is drawn by lot or chosen, and a damaged link says so', TIME, async () => {
  const { page, close } = await visitor(browser);
  await page.goto(`${app.url}/analysis?spec=breadwinner`);
  const moves = page.getByRole('group', { name: 'Moves' });
  await page.getByLabel('Or choose what comes').selectOption({ index: 1 });
  await moves.locator('.chance').first().waitFor();
  await page.getByRole('button', { name: 'Draw it by lot' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree .chance').length === 2);
  assert.match(await moves.locator('.chance').last().textContent(), /roll/);
  await page.goto(`${app.url}/analysis#damaged`);
  await page.getByText('This link holds no analysis').waitFor();
  await close();
});

test('an analysis begins with a record or with a finished game', TIME, async () => {
  const { page, close } = await visitor(browser);
  await page.goto(`${app.url}/analysis`);
  const record = page.getByLabel('Notation');
  const begin = page.getByRole('button', { name: 'Open', exact: true });
  await record.fill('game: breakthrough\nrules: 1\n\n1: e2-e3    # a first step\n2: e7-e5\n');
  await begin.click();
  await page
    .getByRole('alert')
    .filter({ hasText: /line 5/ })
    .waitFor();
  await record.fill('game: breakthrough\nrules: 1\n\n1: e2-e3    # a first step\n2: e7-e6\n');
  await begin.click();
  await page.waitForURL(/study=/);
  const moves = page.getByRole('group', { name: 'Moves' });
  await moves.getByRole('button', { name: 'e7-e6' }).waitFor();
  await moves.getByText('a first step').waitFor();
  // Pressing a move of a line takes the line over.
  const line = page.locator('.engine li').first().locator('.move');
  await line.nth(1).waitFor({ timeout: 30_000 });
  const before = await moves.getByRole('button').count();
  await line.nth(1).click();
  await page.waitForFunction((n) => document.querySelectorAll('.tree button').length >= n, before + 2);

  // A game that is over, by its number.
  const id = await open(
    app.url,
    { page },
    { spec: 'breakthrough:columns=2,rows=4', seats: ['me', 'bot1'], name: 'Ada' },
  );
  await playOut(page, id, false);
  await page.goto(`${app.url}/analysis?record=${id}`);
  await page.waitForURL(/study=/);
  await moves.getByRole('button').nth(1).waitFor();
  await close();
});

/** Opens the set-up board of a game; returns how to use it. */
async function setUp(page, spec, position) {
  const query = new URLSearchParams({ setup: spec, ...(position ? { position } : {}) });
  await page.goto(`${app.url}/analysis?${query}`);
  const says = (words) => page.locator('.verdict', { hasText: words }).waitFor();
  await says('This position can be analysed.');
  return {
    says,
    text: () => page.locator('textarea').inputValue(),
    tool: (name, group) =>
      (group ? page.getByRole('group', { name: group }) : page).getByRole('button', { name, exact: true }).click(),
    press: (place) => square(page, place).click({ force: true }),
    analyse: () => page.getByRole('button', { name: 'Analyse', exact: true }),
  };
}

test('a position is set up by hand, and an impossible one is refused with its reason', TIME, async () => {
  const { page, close } = await visitor(browser);
  await page.goto(`${app.url}/analysis`);
  await page.getByRole('link', { name: /^Set up a position\W+Breakthrough/ }).click();
  await page.waitForURL(/setup=breakthrough/);
  const { says, text, tool, press, analyse } = await setUp(page, 'breakthrough');
  assert.equal(await text(), START);
  await press('d4');
  await says(/a side has more men.*K1/is);
  assert.ok(await analyse().isDisabled());
  await page.getByRole('button', { name: 'Empty board' }).click();
  await press('d7');
  await tool('Black');
  // By keys as well.
  await square(page, 'a3').press('Enter');
  await says('This position can be analysed.');
  assert.equal(await text(), '8/3P4/8/8/8/p7/8/8 w');
  assert.deepEqual(await violations(page), []);
  await analyse().click();
  await page.locator('.verdict', { hasText: /White wins in \d+ move/ }).waitFor({ timeout: 30_000 });
  await page.locator('.proof', { hasText: 'proven' }).waitFor();
  // And back again: the position of the analysis is changed.
  await page.getByRole('link', { name: 'Change this position' }).click();
  await page.locator('.preview [data-place="d7"]').waitFor();
  assert.equal(await text(), '8/3P4/8/8/8/p7/8/8 w');
  await close();
});

test('Breadcrumbs is set up by hand', TIME, async () => {
  const { page, close } = await visitor(browser);
  const { says, text, tool, press, analyse } = await setUp(page, 'breadcrumbs');
  const before = await text();
  await tool('Chip of B');
  await press('c3');
  await says(/B has not moved/);
  await press('c3');
  await says('This position can be analysed.');
  assert.equal(await text(), before);
  await tool('Exchange two tiles');
  await press('a5');
  await page.getByText('Now press the second one.').waitFor();
  await press('b5');
  await says('This position can be analysed.');
  assert.notEqual(await text(), before);
  await page.getByLabel('Players').selectOption('3');
  await page.waitForFunction(() => / C:3@/.test(document.querySelector('textarea').value));
  await says('This position can be analysed.');
  await analyse().click();
  await page.locator('.engine li').first().waitFor({ timeout: 30_000 });
  // The bar is stacked: a part for every seat.
  await page.waitForFunction(() => document.querySelectorAll('.eval .part').length === 3);
  await close();
});

test('Snipe Hunt is set up by hand: crumbs, pawns, cards and dice', TIME, async () => {
  const { page, close } = await visitor(browser);
  const position =
    '.,.,+,<Ac,.,./.,.,+Ac,+Fec,.,./+Fc,+N,rc,+,+Fnc,v/>F,+A,^Fnc,>,+,v/.,.,vs,+Ac,.,./.,.,<Ac,+S,.,. snipe 3@a3s hunters 1@d2s,2@d2 held 0,0,4 idle 3 turn 3 dice 4+5 left 9';
  const { says, text, tool, press, analyse } = await setUp(page, 'snipe:seats=3,forest=cross', position);
  await tool('Red hunter');
  await press('a3s');
  await says(/the red hunter and the Snipe are both on a3s.*S14/is);
  await press('c3');
  await says('This position can be analysed.');
  assert.match(await text(), /hunters 1@c3,2@d2/);
  // A crumb lifted goes to the Snipe.
  await tool('Crumb');
  await press('d5e');
  await says('This position can be analysed.');
  assert.match(await text(), /held 0,0,5/);
  await page.getByLabel('Crumbs of Seat 2').fill('9');
  await page.getByLabel('Crumbs of Seat 2').blur();
  await says(/crumbs in all, this forest has/);
  await page.getByLabel('Crumbs of Seat 2').fill('0');
  await page.getByLabel('Crumbs of Seat 2').blur();
  await page.getByLabel('Dice').selectOption('1+6');
  await says('This position can be analysed.');
  assert.match(await text(), /dice 1\+6 left 7$/);
  await tool('Feather');
  await press('d4');
  await says(/there are 6 feathers, this forest has 5/i);
  await press('d4');
  await tool('Turn');
  await press('c2');
  await says('This position can be analysed.');
  assert.match(await text(), /\.,\.,<w,\+Ac/);
  assert.deepEqual(await violations(page), []);
  await analyse().click();
  await page.locator('.engine li').first().waitFor({ timeout: 30_000 });
  await close();
});

test('Breadwinner is set up by hand: bots, factories, crops, dice and loaves', TIME, async () => {
  const { page, close } = await visitor(browser);
  const { says, text, tool, press, analyse } = await setUp(
    page,
    'breadwinner',
    'phase=build seat=1 start=1 round=1 rolled=1,2,2,3,4,5,6,6',
  );
  await tool('Harvester', 'Bots of Seat 1');
  await press('a');
  await says('This position can be analysed.');
  assert.match(await text(), /round=2 .* a=1Ha$/);
  await tool('Value of a crop or load');
  await press('1a/0');
  assert.match(await text(), / a=1Ha1$/);
  await tool('Shield', 'Bots of Seat 2');
  await press('a');
  await says('a Shield and a rival bot are together on a');
  await tool('Eraser');
  await press('2a/1');
  await says('This position can be analysed.');
  await tool('Drone', 'Bots of Seat 1');
  await press('into-1f2');
  await tool('Soldier', 'Bots of Seat 2');
  await press('into-2f4');
  await says('This position can be analysed.');
  assert.match(await text(), / 1f2=Dr 2f4=So$/);
  // Six dice are left for the roll; a press shows the next face.
  const dice = page.getByRole('group', { name: /^Dice rolled/ }).getByRole('button');
  assert.equal(await dice.count(), 6);
  await page.getByLabel('Loaves of Seat 2').fill('13');
  await page.getByLabel('Loaves of Seat 2').blur();
  await page.getByLabel('Phase').selectOption('map');
  await says(/12 loaves have won already/);
  await page.getByLabel('Loaves of Seat 2').fill('5');
  await page.getByLabel('Loaves of Seat 2').blur();
  await says('This position can be analysed.');
  assert.deepEqual(await violations(page), []);
  await analyse().click();
  await page.locator('.engine li').first().waitFor({ timeout: 30_000 });
  await close();
});

test('Träxx is set up by hand: paths and cards', TIME, async () => {
  const { page, close } = await visitor(browser);
  const { says, text, tool, press, analyse } = await setUp(page, 'traxx', 'd5*/e4* card=RBGY');
  await press('d6');
  await says(/the cards turned do not allow the path of Seat 1.*T3/is);
  await page.getByRole('button', { name: /^red, blue, purple, grey: to come/ }).click();
  await page.getByRole('button', { name: /^red, yellow, purple, grey: to come/ }).click();
  await page.getByRole('button', { name: /^blue, green, yellow, purple: to come/ }).click();
  await says('This position can be analysed.');
  assert.equal(await text(), 'd5*-d6/e4* seen=RBPE,RYPE,BGYP card=RBGY');
  await page.getByRole('group', { name: 'Path of' }).getByRole('button', { name: 'Seat 2' }).click();
  await tool('Draw on');
  await press('e3');
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('/e4*-e3 '));
  await tool('Shorten at an end');
  await press('e3');
  await says('This position can be analysed.');
  assert.deepEqual(await violations(page), []);
  await analyse().click();
  await page.locator('.engine li').first().waitFor({ timeout: 30_000 });
  await close();
});

test('a person in a running game is refused the engine, and told why', TIME, async () => {
  const [ada, bob] = [await visitor(browser), await visitor(browser)];
  const id = await open(app.url, ada, { spec: 'breakthrough', seats: ['me', 'open'], name: 'Ada' });
  await bob.page.goto(`${app.url}/help`);
  await ask(bob.page, id, 2, { do: 'claim', name: 'Bob' });
  // The first moves belong to many games.
  await ask(ada.page, id, 1, { do: 'act', text: 'e2-e3' });
  await ask(bob.page, id, 2, { do: 'act', text: 'd7-d6' });
  await ask(ada.page, id, 1, { do: 'act', text: 'd2-d3' });
  const { position } = await ask(bob.page, id, 2, { do: 'act', text: 'e7-e6' });
  const where = new URLSearchParams({ spec: 'breakthrough', position: position.text });
  await ada.page.goto(`${app.url}/analysis?${where}`);
  await ada.page.getByText('You sit at a running game between people').waitFor();
  // There are no hints between people either.
  await ada.page.goto(`${app.url}/t/${id}`);
  await ada.page.waitForSelector('.stage');
  assert.equal(await ada.page.getByRole('button', { name: 'Hint' }).count(), 0);
  await ada.close();
  await bob.close();
});

test('lose a game, review it, try a mistake again', { timeout: 400_000 }, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  const id = await open(app.url, ada, {
    spec: 'breakthrough:columns=5,rows=5',
    seats: ['me', 'bot2'],
    name: 'Ada',
  });
  await playOut(page, id, false);
  await page.goto(`${app.url}/t/${id}`);
  await page.locator('.result').getByRole('link', { name: 'Review' }).click();
  await page.locator('.accuracies').waitFor({ timeout: 240_000 });
  assert.deepEqual(await violations(page), []);

  // The graph is a slider.
  const graph = page.getByRole('slider', { name: 'Value over the game' });
  await graph.focus();
  await graph.press('Home');
  await page.getByText(/^Step 0 of/).waitFor();
  await graph.press('ArrowRight');
  await page.getByText(/^Turn 1 of/).waitFor();
  assert.match(await graph.getAttribute('aria-valuetext'), /^Step 1 of \d+: /);

  // A mistake: why, a better line on the board, and another try.
  await page.getByLabel('Mistakes of').selectOption('0');
  await page.locator('.mistake').first().click();
  const lesson = page.locator('.lesson');
  await lesson
    .getByText(/chance to win|winning chance|forced/)
    .first()
    .waitFor();
  const better = await lesson.locator('.move span').first().textContent();
  await lesson.locator('.move').first().click();
  await page.getByText(`Better: Move 1 of`).waitFor();
  // And what the mistake allowed: the position after the mistake and the reply to it.
  const mistake = Number(new URL(page.url()).searchParams.get('ply'));
  await lesson.getByRole('group').last().getByRole('button').first().click();
  await page.getByText('What it allowed: Move 1 of').waitFor();
  await page.waitForFunction((n) => document.querySelector('.board').dataset.step === String(n), mistake + 1);
  await page.getByText(/^What it allowed: Move 1 of/).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await lesson.getByRole('button', { name: 'Try again' }).click();
  await lesson.getByText(/Find (a better move|something better) than/).waitFor();
  const [from, to] = better.split(/[-x]/);
  await square(page, from).click();
  await square(page, to).click();
  await lesson.getByText(`${better} is the best move.`).waitFor({ timeout: 30_000 });
  assert.deepEqual(await violations(page), []);
  await lesson.getByRole('button', { name: 'Go on in the analysis' }).click();
  await page.waitForURL(/study=/);
  await page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: better }).first().waitFor();
  // It is one click away in the list of games as well.
  await page.goto(`${app.url}/mine`);
  await page.getByRole('link', { name: 'Review' }).first().click();
  await page.locator('.accuracies').waitFor({ timeout: 240_000 });
  await ada.close();
});

test('a review of Träxx shows the board of the one who went wrong', { timeout: 400_000 }, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  // The bot sits on the first seat, so that its choice is the first of every round.
  const id = await open(app.url, ada, { spec: 'traxx:seats=2', seats: ['bot1', 'me'], name: 'Ada' });
  await playOut(page, id, false);
  await page.goto(`${app.url}/review/${id}`);
  await page.locator('.accuracies').waitFor({ timeout: 240_000 });
  // The own path at first, as in the game.
  await page.locator('.accuracies').getByText('Ada (you)').waitFor();
  const ends = () => page.locator('.board [aria-label*="end of your path"]').evaluateAll((all) => all.length);
  assert.ok((await ends()) > 0);
  const rows = page.locator('button.mistake');
  const count = await rows.count();
  assert.ok(count > 0, 'nothing went wrong in a game of the first moves');
  for (let i = 0; i < Math.min(4, count); i++) {
    await rows.nth(i).click();
    const words = await page.locator('.lesson h2').textContent();
    assert.match(words, /Ada \(you\):/);
    const from = /from ([a-i]\d)/.exec(words)?.[1];
    // The round's card is open: without it nobody can tell whether the better path was allowed.
    await page.locator('.stage').getByText('This round’s card').waitFor();
    // A pass has no beginning.
    if (from) await page.locator(`.board [aria-label^="${from},"][aria-label*="your path"]`).waitFor();
  }
  // Every mistake is in the page, and no list scrolls within it.
  const hidden = await page
    .locator('button.mistake')
    .last()
    .evaluate((row) => {
      const list = row.closest('ol');
      return list.scrollHeight - list.clientHeight;
    });
  assert.ok(hidden <= 1, `${hidden} px of the list are hidden`);
  await ada.close();
});

test('luck is told apart from choices in a game with dice', { timeout: 400_000 }, async () => {
  const ada = await visitor(browser);
  const { page } = ada;
  const id = await open(app.url, ada, { spec: 'traxx:seats=1', seats: ['me'], name: 'Ada' });
  await playOut(page, id, false);
  await page.goto(`${app.url}/review/${id}`);
  await page.locator('.accuracies').waitFor({ timeout: 240_000 });
  await page.getByRole('row', { name: /^Luck [+−]?\d/ }).waitFor();
  await page.getByRole('row', { name: /^Choices [+−]?\d/ }).waitFor();
  await page.getByText('stay unexplained: the engine’s own error').waitFor();
  await ada.close();
});

test('a refused position says why in German', TIME, async () => {
  const { page, close } = await visitor(browser, { locale: 'de-DE', viewport: { width: 390, height: 844 } });
  const query = new URLSearchParams({
    setup: 'breadwinner',
    position: 'phase=map seat=1 start=1 round=4 a=1Sh+2Dr b=1Ha',
  });
  await page.goto(`${app.url}/analysis?${query}`);
  await page.locator('.verdict', { hasText: 'Ein Schild und ein gegnerischer Bot stehen zusammen auf a.' }).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(await violations(page), []);
  await close();
});

test('everything in German, on a phone', TIME, async () => {
  const { page, close } = await visitor(browser, { locale: 'de-DE', viewport: { width: 390, height: 844 } });
  await page.goto(`${app.url}/puzzles`);
  await page.getByRole('heading', { name: 'Aufgabe des Tages' }).waitFor();
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  await page.getByRole('link', { name: /^Analysieren\W+Breakthrough/ }).click();
  await page.locator('.engine li').first().waitFor({ timeout: 30_000 });
  await page.getByText('Weiß ist am Zug').waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(await violations(page), []);
  await close();
});
