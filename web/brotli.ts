// Writes a brotli-compressed copy of every text file of the build, which the server sends as it is. Another version of Node
// may compress to other bytes, so an existing copy with the same content is kept: a build reproduces the committed files
// on every machine.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** A smaller file fits into one packet with its headers, compressed or not. */
const MIN_SIZE = 1000;

export function brotli(): Plugin {
  const existing = new Map<string, Buffer>();
  const compress = (text: Buffer) =>
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
        if (name.endsWith('.br')) existing.set(name, readFileSync(join(folder, name)));
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          const text = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!/\.(js|css|html)$/.test(name) || text.length < MIN_SIZE) continue;
          const old = existing.get(`${name}.br`);
          const source = old && brotliDecompressSync(old).equals(text) ? old : compress(text);
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source });
        }
      },
    },
  };
}
