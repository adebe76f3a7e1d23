// Keeps the shell of the app, so that a reload while the server is down shows our page and not the browser's. A page always
// comes from the server if the server answers: an update is never held up by what is kept here. Files with a hash in
// their names never change, so the kept copy is the right one. Data is never kept.
// The build writes the version and the names of the files (shell.ts).

const VERSION = 'f45ba9b4cc07';
const FILES = ['/', '/icon.svg', '/assets/disclose-version-xihTtKlq.js', '/assets/figtree-CY6ls3Go.woff2', '/assets/i18n-DrNv0al9.js', '/assets/index-D0UV9a7u.js', '/assets/index-DfbdbEDL.css'];
// The sentences of the app in other languages: a page asks for them only where they are wanted.
const LANGUAGES = ['/assets/de-Dv97eUcb.js'];
const KEPT = [...FILES, ...LANGUAGES];
const CACHE = `shell-${VERSION}`;

self.addEventListener('install', (event) => event.waitUntil(keep()));

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT);
  // The server may have been updated a moment ago: a page that wants other files must not be kept with these.
  const page = await (await cache.match('/')).text();
  if (!FILES.every((file) => !/\.(js|css)$/.test(file) || page.includes(file))) {
    await caches.delete(CACHE);
    throw new Error('the app has changed: the next visit keeps it');
  }
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => event.waitUntil(take()));

async function take() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate') {
    if (!/^\/(api|docs|metrics|healthz)\b/.test(pathname)) event.respondWith(page(event.request));
  } else if (pathname !== '/' && KEPT.includes(pathname)) {
    event.respondWith(kept(event.request));
  }
});

async function page(request) {
  const shell = () => caches.match('/', { cacheName: CACHE });
  try {
    const answer = await fetch(request);
    // What stands between the app and a stopped server answers for it.
    return [502, 503, 504].includes(answer.status) ? ((await shell()) ?? answer) : answer;
  } catch (error) {
    const found = await shell();
    if (found) return found;
    throw error;
  }
}

async function kept(request) {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}
