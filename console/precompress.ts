import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files are not compressed. */
const bytesMin = 1_024;

/** Compresses each built file with brotli and gzip at the highest quality; the service sends the format that the browser accepts. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.keys(bundle)) {
        const bytes = readFileSync(join(dir, file));
        if (bytes.length < bytesMin || !/\.(?:css|html|js|svg)$/.test(file)) continue;
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, { params: quality }));
        writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
