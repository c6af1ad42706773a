import type { DefineComponent } from 'vue';
import type { ElementAttributes } from './attributes.d.ts';

declare module 'vue' {
  interface GlobalComponents {
    'vitrine-search': DefineComponent;
    'vitrine-results': DefineComponent<ElementAttributes['vitrine-results']>;
    'vitrine-list': DefineComponent<ElementAttributes['vitrine-list']>;
    'vitrine-photo': DefineComponent;
  }
}
