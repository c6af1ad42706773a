import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { navigation } from './stage.ts';

/** Below this path of the service. */
const base = '/docs';
const tables = readFileSync(join(import.meta.dirname, 'src', 'scrolling-tables.js'), 'utf8');
/** Groups that are closed at first. */
const closed = ['Internals'];

export default defineConfig({
  base,
  outDir: 'dist',
  cacheDir: '.cache/astro',
  trailingSlash: 'never',
  build: { format: 'directory', assets: 'assets', inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Vitrine',
      logo: { src: '../console/src/styles/icon.svg', alt: '' },
      head: [{ tag: 'script', attrs: { type: 'module' }, content: tables }],
      customCss: ['./src/styles/site.css'],
      components: { SocialIcons: './src/components/header-links.astro' },
      sidebar: navigation().map(({ label, items }) => ({
        label,
        collapsed: closed.includes(label),
        items: items.map((item) => ({ label: item.label, link: item.link.slice(base.length) || '/' })),
      })),
      expressiveCode: {
        shiki: { langAlias: { filter: 'txt', 'no-filter': 'txt' } },
        defaultProps: {
          wrap: true,
          // Diagrams keep their lines.
          overridesByLang: { 'sh,bash': { frame: 'none' }, 'plaintext,txt': { wrap: false, frame: 'none' } },
        },
      },
    }),
  ],
});
