import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontLicense } from '../../console/font-license.ts';
import { precompress } from '../../console/precompress.ts';
import { preloadFonts } from './preload-fonts.ts';

const base = '/demo/';

/** The service serves the build at /demo. For a shop of your own change `base`, and remove `fontLicense()` and `precompress()`. */
export default defineConfig({
  base,
  plugins: [react(), preloadFonts(base), fontLicense('figtree', 'fraunces'), precompress()],
  // The sources of @vitrine/sdk and @vitrine/react in this repository; not needed with the installed packages.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // React changes rarely, so a new version of the shop does not load it again.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
  server: {
    // For `npm run dev`, with a service on the default port.
    proxy: Object.fromEntries(
      ['/api', '/search', '/image-search', '/reco', '/rec', '/media', '/demo/connection.json'].map((path) => [
        path,
        'http://127.0.0.1:4700',
      ]),
    ),
  },
});
