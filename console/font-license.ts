import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** Puts the licences of typefaces, such as `inter`, next to their files, which must not be passed on without them. */
export function fontLicense(...names: readonly string[]): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'font-license',
    generateBundle() {
      for (const name of names) {
        const source = readFileSync(resolve(`@fontsource-variable/${name}/LICENSE`));
        this.emitFile({ type: 'asset', fileName: `assets/${name}-LICENSE.txt`, source });
      }
    },
  };
}
