// Registers the service worker that keeps the shell of the app (service-worker.js), so that a reload while the server is
// down shows our page. Only in the built app: the development server has other files under the same names.

export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // After the page: the shell must not compete with what is on screen. Browsers refuse it over plain HTTP; that is fine.
  addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {}));
  if (document.readyState === 'complete') void navigator.serviceWorker.register('/service-worker.js').catch(() => {});
}
