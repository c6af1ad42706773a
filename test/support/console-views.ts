/** Every page of the console with a project `window`, and pages of the reference. */
export const views = [
  '/console/',
  '/console/settings',
  '/console/settings/team',
  '/console/settings/backups',
  '/console/settings/audit-log',
  '/console/p/window',
  '/console/p/window/items',
  '/console/p/window/items/new',
  '/console/p/window/items/bulk-edit',
  '/console/p/window/import',
  '/console/p/window/pictures',
  '/console/p/window/keys',
  '/console/p/window/alerts',
  '/console/p/window/searches',
  '/console/p/window/revenue',
  '/console/p/window/relevance',
  '/console/p/window/facets',
  '/console/p/window/search',
  '/console/p/window/photo',
  '/console/p/window/recommendations/user',
  '/console/p/window/recommendations/together',
  '/console/p/window/recommendations/similar',
  '/console/p/window/recommendations/trending',
  '/console/p/window/recommendations/popular',
  '/console/p/window/recommendations/because-viewed',
  '/console/p/window/recommendations/viewed',
  '/console/p/window/recommendations/again',
  '/console/p/window/recommendations/placement',
  '/console/p/window/collections',
  '/console/p/window/collections/sale',
  '/console/p/window/placements',
  '/console/p/window/placements/home-top',
  '/console/p/window/site',
  '/console/p/window/drafts',
  '/console/p/window/experiments',
  '/console/p/window/history',
  '/console/p/nothing',
  '/console/nowhere',
  '/docs/api',
  '/docs/api/search',
  '/docs/api/imageSearch',
  '/docs/api/errors',
];

const otherParameters =
  /\/recommendations\/(?:together|similar|trending|popular|because-viewed|viewed|again)$|\/api\/imageSearch$/;

/** One of the pages of recommendations and one of an operation, and all others. */
export const distinctViews = views.filter((view) => !otherParameters.test(view));

/** One page of each kind: cards, a table, a form, a long form, a search with facets, and the reference. */
export const oneOfEachKind = [
  '/console/',
  '/console/p/window/items',
  '/console/p/window/items/new',
  '/console/p/window/relevance',
  '/console/p/window/search',
  '/docs/api/search',
];
