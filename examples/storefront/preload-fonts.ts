import type { Plugin } from 'vite';

/** The files of Western Europe's letters, which each page needs. Browsers load the others when a page has their letters. */
const latin = /-latin-wght-normal-[\w-]+\.woff2$/;

/** Lets the page request its typefaces before its styles are read, so that texts are rarely drawn twice. */
export function preloadFonts(base: string): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => latin.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `${base}${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
            },
            injectTo: 'head' as const,
          })),
    },
  };
}
