import type { HTMLAttributes } from 'svelte/elements';
import type { ElementAttributes } from './attributes.d.ts';

type Props<Name extends keyof ElementAttributes> = HTMLAttributes<HTMLElement> & ElementAttributes[Name];

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'vitrine-search': Props<'vitrine-search'>;
    'vitrine-results': Props<'vitrine-results'>;
    'vitrine-list': Props<'vitrine-list'>;
    'vitrine-photo': Props<'vitrine-photo'>;
  }
}
