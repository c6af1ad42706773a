import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontLicense } from './font-license.ts';
import { paletteIndex } from './palette/plugin.ts';
import { precompress } from './precompress.ts';

/** Three pages, the console, the reference and a sample shop to preview the script, whose files all lie under /console/assets/, where the service serves them. */
export default defineConfig({
  base: '/console/',
  plugins: [react(), fontLicense('inter'), paletteIndex(), precompress()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline script, so nothing may be put into the pages themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The times of plugins, a warning of slow machines, say nothing to a user of `npm start`.
    rolldownOptions: { input: ['index.html', 'docs.html', 'preview.html'], checks: { pluginTimings: false } },
  },
  server: {
    // For development of the console: `vite` with a service on the default port.
    proxy: Object.fromEntries(
      [
        '/admin',
        '/api',
        '/search',
        '/image-search',
        '/reco',
        '/shop.js',
        '/rec',
        '/media',
        '/openapi.json',
        '/health',
      ].map((path) => [path, 'http://127.0.0.1:4700']),
    ),
  },
});
