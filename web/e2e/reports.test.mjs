// The design reports that are kept in docs/reports, opened from the disk: axe finds nothing, and no part is wider than the screen.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { launch, violations } from './browser.mjs';

const folder = new URL('../../docs/reports/', import.meta.url);
const browser = await launch();
after(() => browser.close());

for (const colorScheme of ['light', 'dark'])
  test(`the reports in ${colorScheme} colours, on a large and on a small screen`, { timeout: 120_000 }, async () => {
    const page = await browser.newPage({ colorScheme });
    for (const game of readdirSync(folder)) {
      await page.goto(new URL(`${game}/report.html`, folder).href);
      // What a reader who has never seen the game wants to know.
      for (const question of ['How long?', 'How does it end?', 'Who is favoured?', 'How deep?'])
        assert.equal(await page.getByText(question, { exact: true }).count(), 1, `${game}: ${question}`);
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(viewport);
        assert.deepEqual(await violations(page, colorScheme), [], `${game}, ${viewport.width} px`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${game}, ${viewport.width} px: ${wide} px too wide`);
      }
    }
    await page.close();
  });
