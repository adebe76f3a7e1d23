// What all browser tests share: Debian's Chromium, a server of the built app, and axe.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const KINDS = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json' };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Serves `dist` under the strict content policy; every unknown address is the app's. */
export async function serveApp() {
  const dist = join(here, '../dist');
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const kind = KINDS[extname(path)];
    try {
      const body = readFileSync(join(dist, kind ? path : 'index.html'));
      response.writeHead(200, { 'content-type': kind ?? 'text/html; charset=utf-8', 'content-security-policy': POLICY });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Everything axe finds wrong with a page, of any impact. */
export async function violations(page) {
  // Evaluated by the debugger, so that the page's own content policy stays as it is.
  await page.evaluate(axeSource);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document));
  if (passes.length < 10) throw new Error(`axe has checked only ${passes.length} rules`);
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => `${node.target} ${node.failureSummary ?? ''}`).slice(0, 3).join(' | ')}`);
}
