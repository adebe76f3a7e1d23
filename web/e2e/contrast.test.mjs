// A system that replaces the colours of pages by its own (`forced-colors`): boards stay as they are in high contrast, and
// offers, focus and whose turn it is can be seen. Judged by the pixels of screenshots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, stage, visitor } from './browser.mjs';
import { GAMES, IDS_WITH_FOLDER } from './games.mjs';

const { browser, app } = await stage();
const SIZE = { width: 1280, height: 800 };
const at = (page, name) => page.locator(`.place[data-place="${name}"]`);
const eye = await (await browser.newContext()).newPage();

/**
 * Compares two screenshots of boards place by place: how different the places are at most, and the highest contrast of a
 * pixel with the one that was there before. A place is where its own page shows it.
 */
const compare = (a, b) =>
  eye.evaluate(
    async ([a, b]) => {
      const pixels = async ({ picture }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(image, 0, 0);
        return context;
      };
      const linear = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      const [left, right] = [await pixels(a), await pixels(b)];
      return Object.keys(a.places).map((place) => {
        const [at, there] = [a.places[place], b.places[place]];
        const [width, height] = [Math.min(at.width, there.width), Math.min(at.height, there.height)];
        const [one, two] = [
          left.getImageData(at.x, at.y, width, height).data,
          right.getImageData(there.x, there.y, width, height).data,
        ];
        let [difference, contrast] = [0, 1];
        for (let i = 0; i < one.length; i += 4) {
          const [p, q] = [one.slice(i, i + 3), two.slice(i, i + 3)];
          difference = Math.max(difference, ...p.map((value, channel) => Math.abs(value - q[channel])));
          const [bright, dark] = [light(p), light(q)].sort((x, y) => y - x);
          contrast = Math.max(contrast, (bright + 0.05) / (dark + 0.05));
        }
        return { place, difference, contrast };
      });
    },
    [a, b],
  );

/** A screenshot with the boxes of places on it, as large as this selector says. */
async function look(page, selector, grow = 0) {
  await settled(page, '.stage .board svg');
  const places = await page.evaluate(
    ({ selector, grow }) =>
      Object.fromEntries(
        [...document.querySelectorAll(selector)].map((node) => {
          const { x, y, width, height } = node.querySelector('.hit').getBoundingClientRect();
          const box = { x: x - grow, y: y - grow, width: width + 2 * grow, height: height + 2 * grow };
          return [
            node.dataset.place,
            Object.fromEntries(Object.entries(box).map(([key, value]) => [key, Math.round(value)])),
          ];
        }),
      ),
    { selector, grow },
  );
  return { places, picture: (await page.screenshot()).toString('base64') };
}

for (const { id, seats } of GAMES.filter((game) => IDS_WITH_FOLDER.includes(game.id)))
  test(`${id}: with colours of the system, board, offers and focus can be seen`, { timeout: 120_000 }, async () => {
    const count = seats.min === 1 ? 1 : 2;
    const owner = await visitor(browser, { viewport: SIZE });
    const table = await open(app.url, owner, {
      spec: `${id}:seats=${count}`,
      seats: Array(count).fill('me'),
      // At its beginning only dice are offered, which are not on the board.
      ...(id === 'breadwinner' ? { start: 'phase=map seat=1 round=3 D1=1Dr a=1Ha+crop c=2So 2f2=Lo' } : {}),
    });
    for (const colorScheme of ['light', 'dark']) {
      const state = await owner.context.storageState();
      const forced = { viewport: SIZE, forcedColors: 'active', colorScheme };
      const player = await visitor(browser, { ...forced, storageState: state });
      const watcher = await visitor(browser, forced);
      const plain = await visitor(browser, { viewport: SIZE });
      await plain.page.addInitScript(() =>
        localStorage.setItem('breadboard.settings', JSON.stringify({ theme: 'contrast', language: 'en' })),
      );
      for (const { page } of [player, watcher, plain]) await page.goto(`${app.url}/t/${table}`);
      await player.page.locator('.place.offer').first().waitFor();
      for (const { page } of [watcher, plain])
        await page.locator('.stage .board svg .place').first().waitFor({ state: 'attached' });
      const inner = '.stage .board .place';
      for (const { place, difference } of await compare(await look(watcher.page, inner), await look(plain.page, inner)))
        // The edges of letters are smoothed a little differently; a colour of the system would differ by more than 100.
        assert.ok(
          difference <= 40,
          `${colorScheme}: ${place} differs by ${difference} from the theme of high contrast`,
        );

      // The men of Breakthrough are not marked: those that can go are in front. Where one goes is.
      const men = id === 'breakthrough' ? ':not([aria-label*="White"])' : '';
      if (men) await at(player.page, 'd2').click();
      const offered = await look(player.page, `${inner}.offer${men}`);
      if (men) await player.page.keyboard.press('Escape');
      for (const { place, contrast } of await compare(offered, await look(watcher.page, inner)))
        assert.ok(contrast >= 3, `${colorScheme}: the offer of ${place} has a contrast of ${contrast}`);

      await player.page.locator('.place[tabindex="0"]').first().focus();
      await player.page.keyboard.press('n');
      const focused = await look(player.page, `${inner}:focus`, 4);
      await player.page.evaluate(() => document.activeElement.blur());
      const [{ place, contrast }] = await compare(focused, await look(player.page, `${inner}.offer`, 4));
      assert.ok(contrast >= 3, `${colorScheme}: the focus on ${place} has a contrast of ${contrast}`);

      for (const selector of ['.plates li.turn', '.turn.mine'])
        assert.ok(
          await player.page
            .locator(selector)
            .first()
            .evaluate((node) => {
              const { outlineStyle, outlineWidth, borderWidth } = getComputedStyle(node);
              return (outlineStyle === 'solid' && parseFloat(outlineWidth) >= 3) || parseFloat(borderWidth) >= 3;
            }),
          `${selector} stands out`,
        );
      for (const one of [player, watcher, plain]) await one.close();
    }
    await owner.close();
  });
