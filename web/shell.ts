// Writes the service worker of the build: the names of the files that every page needs, and a version that follows from
// them, so that a new build is a new worker and the same build is the same.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What is in the public folder and part of every page. */
const PUBLIC = ['/icon.svg'];

export function shell(): Plugin {
  return {
    name: 'shell',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the build has no page');
        const html = String(page.source);
        // Scripts and styles that the page names, and typefaces, which it names as well.
        const named = Object.keys(bundle).filter((name) => html.includes(`/${name}`));
        const files = ['/', ...PUBLIC, ...named.map((name) => `/${name}`).sort()];
        const languages = Object.values(bundle)
          .filter((file) => file.type === 'chunk' && /\/i18n\/[a-z]+\.ts$/.test(file.facadeModuleId ?? ''))
          .map((file) => `/${file.fileName}`)
          .sort();
        if (languages.length === 0) throw new Error('the build has no file of a second language');
        const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');
        const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8');
        const hash = createHash('sha256').update(html).update(template).update(languages.join());
        const version = hash.digest('hex').slice(0, 12);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: template
            .replace('{version}', version)
            .replace("'{files}'", list(files))
            .replace("'{languages}'", list(languages)),
        });
      },
    },
  };
}
