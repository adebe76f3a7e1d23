// Shared by all browser tests: Chromium, a server for the built app, people with a browser each, and axe.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './program.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const KINDS = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The shell first: it is Chromium without windows and their menus, so it starts and draws faster. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Starts Chromium. A test that wants the service worker asks for it: requests through it cannot be observed or mocked. */
export async function launch() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? PROGRAMS.find(existsSync) ?? 'chromium',
    args: ['--no-sandbox'],
  });
  const make = browser.newContext.bind(browser);
  browser.newContext = (options) => make({ serviceWorkers: 'block', ...options });
  return browser;
}

/**
 * Serves `dist` under the content security policy of the server; proxies `/api`; every other path is the app's. `page` changes
 * the page on its way.
 */
export async function serveApp(api) {
  const app = { page: (html) => html };
  const dist = join(here, '../dist');
  // The server checks host and origin, so the proxy replaces them by those of the server.
  const proxyHeaders = (request) => ({
    ...request.headers,
    host: new URL(api).host,
    ...(request.headers.origin ? { origin: api } : {}),
  });
  const pass = (request, response) => {
    const { hostname, port } = new URL(api);
    const onward = ask(
      { hostname, port, path: request.url, method: request.method, headers: proxyHeaders(request) },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    if (api && path.startsWith('/api/')) return pass(request, response);
    const kind = KINDS[extname(path)];
    try {
      const file = readFileSync(join(dist, kind ? path : 'index.html'));
      const body = kind ? file : app.page(String(file));
      response.writeHead(200, {
        'content-type': kind ?? 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.on('upgrade', (request, socket, head) => {
    if (!api) return socket.destroy();
    const { hostname, port } = new URL(api);
    const onward = ask({ hostname, port, path: request.url, headers: proxyHeaders(request) });
    onward.on('upgrade', (answer, far, farHead) => {
      const lines = Object.entries(answer.headers).flatMap(([name, value]) =>
        [value].flat().map((one) => `${name}: ${one}`),
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(farHead);
      far.write(head);
      far.pipe(socket).on('error', () => far.destroy());
      socket.pipe(far).on('error', () => socket.destroy());
    });
    onward.on('response', () => socket.destroy());
    onward.on('error', () => socket.destroy());
    onward.end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(app, { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() });
}

/** Starts a browser, the server and the app for one test file, and stops them after it. */
export async function stage() {
  const browser = await launch();
  after(() => browser.close());
  const server = await serve();
  after(() => server.stop());
  const app = await serveApp(server.url);
  after(() => app.close());
  return { browser, server, app };
}

/** A person with their own browser context; errors on the page fail the test. */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  // Some tests break the connection on purpose; any other error on the console is a failure.
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !/net::ERR|WebSocket|status of/.test(message.text()) && wrong.push(message.text()),
  );
  return { context, page, close: async () => (await context.close(), assert.deepEqual(wrong, [])) };
}

/** Creates a table through the API, as the person of this browser. */
export async function open(url, { page }, table) {
  if (page.url() === 'about:blank') await page.goto(`${url}/help`);
  const answer = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/tables', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json(),
    table,
  );
  assert.ok(answer.table, JSON.stringify(answer));
  return answer.table.id;
}

/** Accepts an invitation: sits down on a certain seat, or on the only free one. */
export async function sitDown(page, seat) {
  const button = page.getByRole('button', { name: 'Sit down and play' });
  await button.waitFor();
  const where = page.getByLabel('Where I sit');
  if (await where.count()) await where.selectOption(String(seat));
  await button.click();
}

/** Waits until a condition of the test itself holds: something that the page does not show. */
export async function until(holds, what) {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(what);
}

/** Waits until the fonts are there and an element has kept its place and size for three frames. */
export const settled = (page, selector) =>
  page.evaluate(async (selector) => {
    const frame = () => new Promise(requestAnimationFrame);
    const where = () => JSON.stringify(document.querySelector(selector)?.getBoundingClientRect());
    await document.fonts.ready;
    for (let [same, before] = [0, where()]; same < 3;) {
      await frame();
      const now = where();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }, selector);

/** The only rules whose verdict a theme can change: its pages have the same elements as in the light theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** All accessibility violations that axe finds on a page, of any impact; in another theme than the light one, those of colour. */
export async function violations(page, theme = 'light') {
  const rules = theme === 'light' ? {} : { runOnly: { type: 'rule', values: COLOURS } };
  // Evaluated through the debugger, so that the content security policy of the page need not be relaxed.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations, passes } = await page.evaluate(
    (options) => window.axe.run(document, options),
    // Passes are counted only, so axe need not describe each of their elements.
    { ...rules, resultTypes: ['violations'] },
  );
  const least = theme === 'light' ? 10 : 1;
  if (passes.length < least) throw new Error(`axe has checked only ${passes.length} rules`);
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes
        .map((node) => `${node.target} ${node.failureSummary ?? ''}`)
        .slice(0, 3)
        .join(' | ')}`,
  );
}
