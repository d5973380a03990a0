// Writes a brotli and a gzip copy beside every built text file, so that the server need not compress.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /^assets\/.+\.(?:js|css|svg|json|wasm)$/;
/** Below this size compression saves no packet. */
const MIN_BYTES = 1_024;

export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => TEXT.test(file))) {
        const path = join(dir!, name);
        const content = readFileSync(path);
        if (content.length < MIN_BYTES) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
