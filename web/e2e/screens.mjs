// The screenshots of the README: every game in progress, and the pages, from the real server. node e2e/screens.mjs [OUT]
// With SCREENS=all: every page and board in both sizes and both themes, to check before a release. With SCREENS=path: only the
// path through a review; with SCREENS=insight: only the pages of docs/insight.md; with SCREENS=pages: all but the path.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open, serveApp } from './browser.mjs';
import { GAMES, IDS_WITH_FOLDER, tableOf } from './games.mjs';
import { playOut, recordPath } from './path.mjs';
import { serve } from './program.mjs';

const out = process.argv[2] ?? new URL('../../docs/screens', import.meta.url).pathname;
mkdirSync(out, { recursive: true });
const server = await serve();
const app = await serveApp(server.url);
const browser = await launch();

/** Tables that make a good picture; a game that is not here is shown after eight moves. */
const TABLES = {
  breakthrough: [{ spec: 'breakthrough', seats: ['me', 'bot2'], name: 'Ada' }, 8],
  breadcrumbs: [{ spec: 'breadcrumbs:seats=5', seats: ['me', 'bot2', 'bot2', 'bot2', 'bot2'], name: 'Ada' }, 9],
  snipe: [{ spec: 'snipe:seats=4', seats: ['me', 'bot2', 'bot2', 'bot2'], name: 'Ada' }, 15],
  breadwinner: [
    {
      spec: 'breadwinner',
      start:
        'phase=map seat=1 start=2 round=12 loaves=8,0 a=1Sh+1Ha+crop b=2Sh+2Ha c=1Ha+2Ha1 d=2Dr 1f4=Dr 2f1=So 2f3=Lo 2f4=Dr discard=8',
      seats: ['me', 'bot2'],
      name: 'Ada',
    },
    0,
  ],
  traxx: [{ spec: 'traxx:seats=3', seats: ['me', 'bot2', 'bot2'], name: 'Ada' }, 7],
};

/** Plays a number of legal moves. */
async function advance(page, id, count) {
  await page.evaluate(
    async ([id, count]) => {
      const pause = (ms) => new Promise((done) => setTimeout(done, ms));
      // At least so many moves, and then until a turn of the others has just ended: the screenshot shows what they did.
      const others = async (seat) => {
        const { events } = await (await fetch(`/api/tables/${id}/events`)).json();
        const { seats = [] } = events.findLast(({ kind }) => kind === 'acted') ?? {};
        return seats.length > 1 || seats[0] !== seat;
      };
      for (let made = 0, waits = 0; made < 3 * count && waits < 400;) {
        const { state } = await (await fetch(`/api/tables/${id}`)).json();
        if (state.phase === 'over') return;
        const [you] = state.you;
        if (made >= count && you.moves.length > 1 && (await others(you.seat))) return;
        const awaited = state.seats.some((seat) => seat.seat === you.seat && seat.awaited);
        if (!awaited) {
          waits++;
          await pause(50);
          continue;
        }
        // Passes and ends of phases come last, so that the screenshot shows something.
        const moves = [...you.moves].sort((a, b) => b.parts.length - a.parts.length);
        const best = moves.filter((move) => move.parts.length === moves[0].parts.length);
        const text = best[(made * 7) % best.length].text;
        await fetch(`/api/tables/${id}/requests`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            seat: you.seat,
            version: state.version,
            key: `k${made}-${state.version}`,
            request: { do: 'act', text },
          }),
        });
        made++;
      }
      // The screenshot is taken at the person's turn, with the offers visible.
      for (let waits = 0; waits < 200; waits++) {
        const { state } = await (await fetch(`/api/tables/${id}`)).json();
        if (state.phase === 'over' || state.seats.some((seat) => seat.seat === state.you[0].seat && seat.awaited))
          return;
        await pause(50);
      }
    },
    [id, count],
  );
}

const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
const page = await context.newPage();
await page.goto(`${app.url}/help`);
const picture = async (name, path, viewport, theme, ready) => {
  await page.setViewportSize(viewport);
  await page.evaluate(
    (theme) => localStorage.setItem('breadboard.settings', JSON.stringify({ theme, language: 'en', name: 'Ada' })),
    theme,
  );
  await page.goto(app.url + path);
  await page.waitForSelector(ready, { timeout: 240_000 });
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 72 });
};
const only = process.env.SCREENS;
const all = only === 'all';
const aPart = only === 'path' || only === 'insight';
/** The screenshots that are committed; all variants only with SCREENS=all. */
const pictures = async (name, path, ready, kept) => {
  for (const [size, viewport] of Object.entries({ desktop, phone }))
    for (const theme of ['light', 'dark'])
      if (all || kept.includes(`${size}-${theme}`))
        await picture(`${name}-${size}-${theme}`, path, viewport, theme, ready);
};
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
for (const entry of aPart ? [] : GAMES) {
  const game = entry.id;
  const [table, count] = TABLES[game] ?? [{ ...tableOf(entry), name: 'Ada' }, 8];
  const made = await open(app.url, { page }, table);
  await advance(page, made, count);
  await pictures(game, `/t/${made}`, '.stage', ['desktop-light', 'phone-dark']);
  if (!IDS_WITH_FOLDER.includes(game)) continue;
  await pictures(
    game === 'breadcrumbs' ? 'learn' : `learn-${game}`,
    `/learn/${game}`,
    '.lesson',
    game === 'breadcrumbs' ? ['desktop-light', 'phone-dark'] : [],
  );
  await pictures(
    game === 'traxx' ? 'rules' : `rules-${game}`,
    `/rules/${game}`,
    'figure svg',
    game === 'traxx' ? ['desktop-light'] : [],
  );
  if (game === 'breakthrough') await pictures('replay', `/replay/${made}?ply=9`, '.stage', ['desktop-light']);
  if (game === 'breakthrough') await pictures('verify', `/verify/${made}`, 'main h1', []);
}
if (!aPart) {
  await pictures('home', '/', '.games', ['desktop-light', 'phone-dark']);
  await pictures('new', '/new/snipe', 'form', ['desktop-light']);
  await pictures('load', '/replay', 'form', []);
  await pictures('help', '/help', 'dl', []);
  await pictures(
    'setup',
    `/analysis?${new URLSearchParams({ setup: 'breadwinner', position: TABLES.breadwinner[0].start })}`,
    '.preview svg',
    [],
  );
}
if (only !== 'path') {
  const every = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'];
  await pictures('analysis', '/analysis?spec=breakthrough', '.trail .badge', every);
  const lost = await open(
    app.url,
    { page },
    { spec: 'breakthrough:columns=6,rows=6', seats: ['me', 'bot2'], name: 'Ada' },
  );
  await playOut(page, lost, false);
  await pictures('review', `/review/${lost}`, '.accuracies', every);
  await pictures('puzzles', '/puzzles', '.daily', ['desktop-light']);
  await pictures('puzzle', '/puzzles/breadcrumbs-22', '.puzzle', every);
}
if (only === undefined || all || only === 'path') await recordPath(page, app.url, out);
await browser.close();
app.close();
await server.stop();
