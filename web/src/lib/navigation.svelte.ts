// The current route. Links are plain `<a href>`; a click on a link within the app changes the route without a page load.

import { parse, type Route } from './router';

class Navigation {
  route: Route = $state(parse('/'));

  start(): void {
    const read = () => {
      this.route = parse(location.pathname, location.search, location.hash);
    };
    read();
    addEventListener('popstate', read);
    document.addEventListener('click', (event) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/docs/')) return;
      // The browser handles a jump within the page.
      if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(to: string, replace = false): void {
    const page = this.route.page;
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.route = parse(location.pathname, location.search, location.hash);
    if (this.route.page !== page) scrollTo(0, 0);
  }
}

export const navigation = new Navigation();
