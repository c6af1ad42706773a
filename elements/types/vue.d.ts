import type { DefineComponent } from 'vue';
import type { ElementAttributes } from './attributes.d.ts';

declare module 'vue' {
  interface GlobalComponents {
    'vitrine-search': DefineComponent<ElementAttributes['vitrine-search']>;
    'vitrine-results': DefineComponent<ElementAttributes['vitrine-results']>;
    'vitrine-list': DefineComponent<ElementAttributes['vitrine-list']>;
    'vitrine-photo': DefineComponent<ElementAttributes['vitrine-photo']>;
  }
}
