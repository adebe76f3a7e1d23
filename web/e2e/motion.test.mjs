// What happens on a board is seen to happen: things travel to where they go. Animations are paused at their end, so that
// nothing here depends on how fast the machine is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, sitDown, stage, visitor } from './browser.mjs';

const { browser, app } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const person = (options) => visitor(browser, { reducedMotion: 'no-preference', ...options });
const create = (one, table) => open(app.url, one, table);
const place = (page, name) => page.locator(`.place.offer[data-place="${name}"]`);

/**
 * Pauses the next flight of an element at its end. The promise gives how far from the middle of `goal` it is then, in
 * pixels, and how far it has come.
 */
const flightOf = (page, selector, goal) =>
  page.evaluate(
    ({ selector, goal }) => {
      const middle = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
      window.flight = new Promise((done) => {
        const look = () => {
          for (const animation of document.getAnimations()) {
            const { target } = animation.effect;
            const flies = animation.effect.getKeyframes().some(({ transform }) => transform);
            if (!(animation instanceof CSSTransition) && flies && target.matches?.(selector)) {
              const { duration, delay } = animation.effect.getComputedTiming();
              animation.pause();
              animation.currentTime = delay + 1;
              const start = middle(target);
              animation.currentTime = delay + duration * 0.999;
              const end = middle(target);
              animation.finish();
              return done({ far: apart(end, middle(document.querySelector(goal))), way: apart(start, end) });
            }
          }
          requestAnimationFrame(look);
        };
        look();
      });
    },
    { selector, goal },
  );
const flown = (page) => page.evaluate(() => window.flight);
const arrives = async (page, what) => {
  const { far, way } = await flown(page);
  assert.ok(far < 12, `${what} ends ${far} px from its goal`);
  assert.ok(way > 20, `${what} has come ${way} px`);
};

test('a man that is taken goes to its taker; the own click-move is seen', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const id = await create(one, {
    spec: 'breakthrough',
    start: 'p6p/8/8/3p4/4P3/8/8/P6P w',
    seats: ['me', 'me'],
    names: ['Ada', 'Grace'],
  });
  await page.goto(`${app.url}/t/${id}`);
  await place(page, 'e4').click();
  await flightOf(page, '.piece', '.plates [data-seat="1"] .mark');
  await page.evaluate(() => {
    window.moved = false;
    document.addEventListener('transitionrun', (event) => {
      if (event.propertyName === 'transform' && event.target.matches('.piece')) window.moved = true;
    });
  });
  await place(page, 'd5').click();
  await arrives(page, 'the man');
  await page.waitForFunction(() => window.moved);
  await one.close();
});

test('a chip comes from its player', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const id = await create(one, { spec: 'breadcrumbs:seats=2', seats: ['me', 'me'], names: ['Ada', 'Grace'] });
  await page.goto(`${app.url}/t/${id}`);
  const offer = page.locator('.place.offer').first();
  await offer.waitFor();
  // It comes from the plate: at the start of its way it is there.
  await page.evaluate(() => {
    window.flight = new Promise((done) => {
      const look = () => {
        for (const animation of document.getAnimations()) {
          const { target } = animation.effect;
          if (!(animation instanceof CSSTransition) && target.querySelector?.('.chip')) {
            animation.pause();
            animation.currentTime = 0;
            const [chip, mark] = [target, document.querySelector('.plates [data-seat="1"] .mark')].map((node) =>
              node.getBoundingClientRect(),
            );
            animation.finish();
            const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
            const [a, b] = [middle(chip), middle(mark)];
            return done(Math.hypot(a[0] - b[0], a[1] - b[1]));
          }
        }
        requestAnimationFrame(look);
      };
      look();
    });
  });
  await offer.click();
  const far = await flown(page);
  assert.ok(far < 12, `the chip starts ${far} px from the plate`);
  await one.close();
});

test('a crumb that is lifted goes to the Snipe’s player', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  // The step is neither the last of its turn, which would turn the board round while the crumb flies, nor does it lift the last crumb.
  const start = '+F,+A,+F/+A,+Ne,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 3,3 idle 1 turn 1 dice 3+4 left 7';
  const table = { spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'], names: ['Ada', 'Grace'] };
  await page.goto(`${app.url}/t/${await create(one, table)}`);
  await place(page, 'b2e').waitFor();
  await flightOf(page, '.lying', '.plates [data-seat="1"] .mark');
  await place(page, 'b2e').click({ force: true });
  await arrives(page, 'the crumb');
  await one.close();
});

test('a crop that is harvested goes to its Harvester, a loaf to its owner', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const start = 'phase=map seat=1 round=3 a=1Ha+crop D1=1Ha3';
  const id = await create(one, { spec: 'breadwinner', start, seats: ['me', 'me'], names: ['Ada', 'Grace'] });
  await page.goto(`${app.url}/t/${id}`);
  await place(page, '1a/0').click();
  await flightOf(page, ':has(> .crop)', '.place[data-place="1a/0"]');
  await page.locator('.place.offer[data-place^="do-action-harvest"]').click({ force: true });
  const { far } = await flown(page);
  assert.ok(far < 12, `the crop ends ${far} px from the Harvester`);
  // Three loaves leave the centre; each is the same element before and after, and moves.
  await page.evaluate(() => {
    window.loaves = 0;
    document.addEventListener('transitionrun', (event) => {
      if (event.propertyName === 'transform' && event.target.querySelector('.loaf')) window.loaves++;
    });
  });
  await place(page, '1D1/0').click();
  await page.locator('.place.offer[data-place^="do-action-unload"]').click({ force: true });
  await page.waitForFunction(() => window.loaves >= 3);
  await one.close();
});

/** Counts the transitions and animations that begin from now on, by what they move. */
const countMotion = (page) =>
  page.evaluate(() => {
    window.motion = {};
    const count = (what) => (window.motion[what] = (window.motion[what] ?? 0) + 1);
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (propertyName === 'transform') count(target.getAttribute('class')?.split(' ')[0]);
    });
    document.addEventListener('animationstart', ({ animationName }) =>
      count(animationName.replace(/^svelte-\w+-/, '')),
    );
  });
const moved = (page, what, times = 1) =>
  page.waitForFunction(([what, times]) => (window.motion[what] ?? 0) >= times, [what, times]);

test(
  'Snipe Hunt: a walk goes along its path step by step, and the dice of the next turn land',
  { timeout: 60_000 },
  async () => {
    const one = await person();
    const { page } = one;
    const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+2 left 3';
    const table = { spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'], names: ['Ada', 'Grace'] };
    await page.goto(`${app.url}/t/${await create(one, table)}`);
    await place(page, 'a2').waitFor();
    await countMotion(page);
    // Three steps to the next card: the pawn moves once for each.
    await place(page, 'a2').click({ force: true });
    await moved(page, 'pawn', 3);
    // The dice of the page's first position may have landed just now: count those of the next turn alone.
    await page.evaluate(() => (window.motion = {}));
    await page.getByRole('button', { name: 'Leave it' }).click();
    await moved(page, 'roll', 2);
    await one.close();
  },
);

test('Snipe Hunt: a rotated card turns, whoever rotates it', { timeout: 60_000 }, async () => {
  const start = '+F,+A,In/+,+N,+A/+S,+F,+ snipe 1@b3 hunters 2@a1 held 4,3 idle 1 turn 1 dice 1+3 left 2 went n offer';
  const table = { spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'open'], names: ['Ada', null] };
  const [ada, grace] = [await person(), await person()];
  const id = await create(ada, table);
  await ada.page.goto(`${app.url}/t/${id}`);
  await grace.page.goto(`${app.url}/t/${id}`);
  await sitDown(grace.page);
  const lies = (page) =>
    page.locator('.board .card').evaluateAll((list) => list.map((card) => card.style.transform).join());
  await place(ada.page, 'c3').waitFor({ state: 'attached' });
  await grace.page.locator('.board .card').first().waitFor();
  const before = await lies(grace.page);
  for (const { page } of [ada, grace]) await countMotion(page);
  await place(ada.page, 'c3').click({ force: true });
  await place(ada.page, 'cw').click({ force: true });
  await grace.page.getByText('rotates card c3 clockwise.').first().waitFor();
  await moved(grace.page, 'card');
  assert.match(await lies(grace.page), /rotate\(90deg\)/);
  assert.doesNotMatch(before, /90/);
  // Ada has seen it turn when she pointed at it: it stays as it lies.
  assert.match(await lies(ada.page), /rotate\(90deg\)/);
  for (const one of [ada, grace]) await one.close();
});

test('Snipe Hunt: after a catch crumbs go from the Snipe to its catcher', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const start = '+F,+A,+F/+A,+N,+/+S,+,+s snipe 1@b2 hunters 2@b1 held 4,3 idle 1 turn 2 dice 1+2 left 3';
  const table = { spec: 'snipe:seats=2,forest=3x3', start, seats: ['me', 'me'], names: ['Ada', 'Grace'] };
  await page.goto(`${app.url}/t/${await create(one, table)}`);
  await place(page, 'b2').waitFor();
  await flightOf(page, 'g:has(> .crumb):not(.lying)', '.plates [data-seat="2"] .mark');
  await place(page, 'b2').click({ force: true });
  await arrives(page, 'the crumb');
  await one.close();
});

test('Träxx: the next card is turned, and a drawn path grows', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  await page.goto(`${app.url}/t/${await create(one, { spec: 'traxx:seats=1', seats: ['me'] })}`);
  const next = page.locator('.place.offer:not([aria-label*="end of your path"])').first();
  await next.waitFor();
  await countMotion(page);
  await next.click({ force: true });
  await page.getByRole('button', { name: /^Play: 1 field, / }).click();
  await moved(page, 'grow');
  await moved(page, 'turn');
  await one.close();
});

test('Breadwinner: dice that are rolled land', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const start = 'phase=factories seat=1 round=3 a=1Ha 1f2=Dr';
  await page.goto(`${app.url}/t/${await create(one, { spec: 'breadwinner', start, seats: ['me', 'me'] })}`);
  const end = page.getByRole('button', { name: 'Roll the dice', exact: true });
  await end.waitFor();
  await countMotion(page);
  await end.click();
  await moved(page, 'roll', 3);
  await one.close();
});

test('nothing travels with reduced motion', { timeout: 60_000 }, async () => {
  const one = await person({ reducedMotion: 'reduce' });
  const { page } = one;
  const start = 'p6p/8/8/3p4/4P3/8/8/P6P w';
  const id = await create(one, { spec: 'breakthrough', start, seats: ['me', 'me'] });
  await page.goto(`${app.url}/t/${id}`);
  await page.evaluate(() => {
    window.moving = 0;
    for (const kind of ['transitionrun', 'animationstart']) document.addEventListener(kind, () => window.moving++);
  });
  await place(page, 'e4').click();
  await place(page, 'd5').click();
  await page.locator('.place[aria-label="d5 White"]').waitFor();
  assert.equal(await page.evaluate(() => window.moving + document.getAnimations().length), 0);
  await one.close();
});

test('a newcomer is told the goal until a game of it is known', { timeout: 60_000 }, async () => {
  const one = await person();
  const { page } = one;
  const table = { spec: 'snipe:seats=2,forest=3x3', seats: ['me', 'me'] };
  await page.goto(`${app.url}/t/${await create(one, table)}`);
  const goal = page.locator('section.goal');
  await goal.getByText('Have the most crumbs when the last one is lifted.').waitFor();
  // Wide enough for a column of its own: the signs are open there and not offered twice.
  await page.locator('.signs').getByText('Ranger Station').waitFor();
  assert.equal(await goal.getByText('What the signs mean').isVisible(), false);
  await goal.getByRole('button', { name: 'Got it' }).click();
  await goal.waitFor({ state: 'detached' });
  await page.goto(`${app.url}/t/${await create(one, table)}`);
  await page.locator('.place.offer').first().waitFor();
  assert.equal(await goal.count(), 0);
  await one.close();
});

test('against a bot one button takes the last move back, and there is no chat', { timeout: 60_000 }, async () => {
  const one = await person({ reducedMotion: 'reduce' });
  const { page } = one;
  await page.goto(`${app.url}/t/${await create(one, { spec: 'breakthrough', seats: ['me', 'bot1'] })}`);
  await place(page, 'a2').click();
  await place(page, 'a3').click();
  await page
    .getByText(/^1\. [a-h][78] (to|takes on) /)
    .first()
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'Ask to take back' }).count(), 0);
  assert.equal(await page.locator('summary', { hasText: 'Chat' }).count(), 0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.locator('.place[aria-label="a2 White, can be chosen"]').waitFor();
  await one.close();
});

test('what a friend says far below the board is counted and one tap away', { timeout: 60_000 }, async () => {
  const [ada, grace] = [await person(), await person(PHONE)];
  const id = await create(ada, { spec: 'breakthrough', seats: ['me', 'open'], name: 'Ada' });
  await ada.page.goto(`${app.url}/t/${id}`);
  await grace.page.goto(`${app.url}/t/${id}`);
  await sitDown(grace.page);
  await ada.page.getByPlaceholder('Say something').fill('Hello Grace');
  await ada.page.getByRole('button', { name: 'Send' }).click();
  const far = grace.page.getByRole('button', { name: 'Chat: 1 new' });
  await far.tap();
  await far.waitFor({ state: 'detached' });
  await grace.page.getByText('Hello Grace').waitFor();
  for (const one of [ada, grace]) await one.close();
});

test('the replay of a table that does not exist is a page', { timeout: 60_000 }, async () => {
  const one = await person();
  await one.page.goto(`${app.url}/replay/zzzzzzzzzzzzzzzzzzzzzzzzzz`);
  await one.page.getByRole('heading', { name: 'There is nothing at this address.' }).waitFor();
  await one.page.getByRole('link', { name: 'To the games' }).click();
  await one.page.locator('.games').waitFor();
  await one.close();
});
