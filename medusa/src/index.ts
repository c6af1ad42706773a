import { VitrineSearchProvider } from './provider.ts';

export { VitrineSearchError, type MedusaItem, type VitrineSearchOptions } from './options.ts';
export { productItem } from './product-item.ts';
export { VitrineSearchProvider } from './provider.ts';

/** The provider of the Search Module, in the form that `ModuleProvider(Modules.SEARCH, ...)` of Medusa gives. */
const provider: { module: 'search'; services: (typeof VitrineSearchProvider)[] } = {
  module: 'search',
  services: [VitrineSearchProvider],
};
export default provider;
