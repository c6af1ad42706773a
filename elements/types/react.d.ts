import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ElementAttributes } from './attributes.d.ts';

type Props<Name extends keyof ElementAttributes> = DetailedHTMLProps<
  HTMLAttributes<HTMLElement>,
  HTMLElement
> &
  ElementAttributes[Name];

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vitrine-search': Props<'vitrine-search'>;
      'vitrine-results': Props<'vitrine-results'>;
      'vitrine-list': Props<'vitrine-list'>;
      'vitrine-photo': Props<'vitrine-photo'>;
    }
  }
}
