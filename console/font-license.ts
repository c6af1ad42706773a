import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** Puts the licence of the typeface next to its files, which must not be passed on without it. */
export function fontLicense(): Plugin {
  const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/LICENSE');
  return {
    name: 'font-license',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/inter-LICENSE.txt', source: readFileSync(file) });
    },
  };
}
