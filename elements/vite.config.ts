import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';

// The sources of @vitrine/sdk and @vitrine/tracker in this repository.
const resolve = { conditions: ['source', 'module', 'browser'] };

/** A library of one file without imports. */
const createLibrary = (entry: string, name: string) => ({
  entry: join(import.meta.dirname, entry),
  formats: ['iife' as const],
  name,
  fileName: () => 'shop.js',
});

/** Builds what is loaded when a shopper needs it. */
async function buildViews(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve,
    build: { write: false, target: 'es2022', lib: createLibrary('src/view/script.ts', 'vitrineViews') },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as { output: { code: string }[] }[];
  return output!.output[0]!.code;
}

/** Writes `shop-views.HASH.js`, whose name and hash `shop.js` has for its address and its `integrity`. */
function embedViews(): Plugin {
  let code = '';
  let file = '';
  return {
    name: 'embed-views',
    async config() {
      code = await buildViews();
      file = `shop-views.${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`;
      const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
      return { define: { VIEWS_FILE: JSON.stringify(file), VIEWS_INTEGRITY: JSON.stringify(integrity) } };
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source: code });
    },
  };
}

/** `dist/shop.js`, for a script tag, and the file that it loads. */
export default defineConfig({
  resolve,
  plugins: [embedViews()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    lib: createLibrary('src/script.ts', 'vitrineShop'),
  },
});
