/** Every page of the console with a project `window`, and pages of the reference. */
export const views = [
  '/console/',
  '/console/settings',
  '/console/p/window',
  '/console/p/window/items',
  '/console/p/window/items/new',
  '/console/p/window/import',
  '/console/p/window/keys',
  '/console/p/window/searches',
  '/console/p/window/relevance',
  '/console/p/window/facets',
  '/console/p/window/search',
  '/console/p/window/photo',
  '/console/p/window/recommendations/user',
  '/console/p/window/recommendations/together',
  '/console/p/window/recommendations/similar',
  '/console/p/window/recommendations/trending',
  '/console/p/window/recommendations/popular',
  '/console/p/window/recommendations/because',
  '/console/p/window/recommendations/viewed',
  '/console/p/window/recommendations/again',
  '/console/p/nothing',
  '/console/nowhere',
  '/docs',
  '/docs/search',
  '/docs/imageSearch',
  '/docs/errors',
];

/** One page of each kind: cards, a table, a form, a long form, a search with facets, and the reference. */
export const oneOfEachKind = [
  '/console/',
  '/console/p/window/items',
  '/console/p/window/items/new',
  '/console/p/window/relevance',
  '/console/p/window/search',
  '/docs/search',
];
