// Screenshots of the gallery: node e2e/gallery.mjs OUT [game…]. Needs `npm run dev` on port 5173.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { launch } from './browser.mjs';

const [out = '/tmp/gallery', ...games] = process.argv.slice(2);
const folders = new URL('../src/games/', import.meta.url);
const samples = readdirSync(folders).filter((name) => existsSync(new URL(`${name}/samples.ts`, folders)));
const screens = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
mkdirSync(out, { recursive: true });
const browser = await launch();
for (const game of games.length ? games : samples) {
  for (const [screen, viewport] of Object.entries(screens)) {
    const page = await browser.newPage({ viewport });
    page.on('console', (message) => message.type() === 'error' && console.log(message.text()));
    page.on('pageerror', (error) => console.log(String(error)));
    await page.goto(`http://127.0.0.1:5173/gallery.html?game=${game}`);
    await page.waitForSelector('.stage svg');
    const count = await page.locator('.stage').count();
    for (let n = 0; n < count; n++) {
      for (const theme of n === 1 ? ['light', 'dark'] : ['light']) {
        await page.goto(`http://127.0.0.1:5173/gallery.html?game=${game}&n=${n}&theme=${theme}`);
        await page.waitForSelector('.stage svg');
        await page.waitForTimeout(350);
        await page.screenshot({ path: `${out}/${game}-${n}-${screen}-${theme}.png`, fullPage: screen === 'phone' });
      }
    }
    await page.close();
  }
}
await browser.close();
