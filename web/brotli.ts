// Everything that is text is written a second time, compressed as well as brotli can, for the program to hand out.
// Another version of Node may compress to other bytes: what is there already and says the same is kept, so that a
// build gives the files that are committed wherever it is made.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Less than this fits into one packet with its head, compressed or not. */
const LEAST = 1000;

export function brotli(): Plugin {
  const before = new Map<string, Buffer>();
  const squeeze = (text: Buffer) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: 22,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    });
  return {
    name: 'brotli',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      const folder = join(root, build.outDir);
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.br')) before.set(name, readFileSync(join(folder, name)));
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          const text = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!/\.(js|css|html)$/.test(name) || text.length < LEAST) continue;
          const old = before.get(`${name}.br`);
          const source = old && brotliDecompressSync(old).equals(text) ? old : squeeze(text);
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source });
        }
      },
    },
  };
}
