import { createViews } from './create-views.ts';

// To the tag that `shop.js` created.
document.currentScript?.dispatchEvent(new CustomEvent('vitrine', { detail: createViews }));
