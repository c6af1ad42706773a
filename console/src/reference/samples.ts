import type { Operation } from './document.ts';

const item = {
  id: 'a1',
  sku: 'A-1',
  name: 'Oak chair',
  imgs: ['https://shop.example/a1.jpg'],
  price: 129,
  description: 'Solid oak, oiled.',
};

/** Initial request bodies by operation. */
export const sampleBodies: Readonly<Record<string, unknown>> = {
  recommendForUser: { index: 'demo', user: 'u42', limit: 4 },
  recommendBoughtTogether: { index: 'demo', item: 'banana', limit: 4 },
  recommendTrending: { index: 'demo', limit: 4 },
  recommendSimilar: { index: 'demo', item: 'banana', limit: 4 },
  recommendPopular: { index: 'demo', limit: 4 },
  recommendBuyAgain: { index: 'demo', user: 'u42', limit: 4 },
  recommendRecentlyViewed: { index: 'demo', user: 'u42', limit: 4 },
  recommendBecauseViewed: { index: 'demo', user: 'u42', limit: 4 },
  recommendPlacement: { index: 'demo', user: 'u42', items: ['banana'] },
  addItems: { project: 'demo', data: item },
  changeItem: { project: 'demo', data: { price: 119, active: true } },
  changeItems: {
    project: 'demo',
    data: [
      { id: 'banana', price: 1.99 },
      { id: 'kiwi', stock: 0 },
    ],
  },
  searchByPost: { q: 'apple juice', filters: 'price < 30', facets: ['brand'], limit: 5 },
  searchFacetValues: { facetQuery: 'a', limit: 10 },
  searchFacets: { fields: ['brand', 'category'], facetQuery: 'a', limit: 5 },
  multiSearch: {
    project: 'demo',
    searches: [
      { q: 'apple', limit: 2 },
      { q: 'milk', limit: 2 },
    ],
  },
  imageSearch: { uploaded_file: 'https://shop.example/photo.jpg', limit: 5 },
  changeRules: {
    rules: [{ id: 'season', when: { query: 'apple' }, pin: [{ id: 'kiwi', position: 2 }] }],
  },
  previewRules: { q: 'apple', limit: 4 },
  previewSettings: { q: 'apple', limit: 4, settings: { search: { soldOutLast: 'always' } } },
  previewSynonyms: { q: 'soda', synonyms: [{ kind: 'oneWay', from: 'soda', to: ['juice'] }], limit: 4 },
  putPlacement: {
    placement: {
      id: 'home-top',
      title: 'For you',
      list: 'user',
      fallbacks: ['trending', 'content'],
      limit: 12,
    },
  },
  previewPlacement: { placement: { id: 'home-top', list: 'similar', limit: 4 }, item: 'banana' },
  addEvents: { project: 'demo', data: { type: 'view', user: 'u42', item: 'banana' } },
  mergeUsers: { project: 'demo', session: 'visit-7', into: 'u42' },
  changePassword: { current: 'current password', next: 'a new password' },
  createProject: { id: 'shop', name: 'My shop', currency: 'EUR' },
  retryPictures: {},
  createKey: { name: 'Web shop', scopes: ['search', 'recommend', 'events'], projects: ['demo'] },
  backup: { name: 'before-upgrade' },
  signIn: { password: 'printed on the first start' },
};

/** Initial values of parameters. */
export const sampleParameters: Readonly<Record<string, string>> = {
  project: 'demo',
  q: 'apple juice',
  field: 'category',
  placement: 'home-top',
  user: 'u42',
};

const calls: Readonly<Record<string, string>> = {
  recommendForUser: "const { items } = await vitrine.recommend.forUser('demo', { user: 'u42', limit: 4 });",
  recommendBoughtTogether:
    "const { items } = await vitrine.recommend.boughtTogether('demo', { item: 'banana', limit: 4 });",
  recommendTrending: "const { items } = await vitrine.recommend.trending('demo', { limit: 4 });",
  recommendSimilar:
    "const { items } = await vitrine.recommend.similar('demo', { item: 'banana', limit: 4 });",
  recommendPopular: "const { items } = await vitrine.recommend.popular('demo', { limit: 4 });",
  recommendBuyAgain: "const { items } = await vitrine.recommend.buyAgain('demo', { user: 'u42', limit: 4 });",
  recommendRecentlyViewed:
    "const { items } = await vitrine.recommend.recentlyViewed('demo', { user: 'u42', limit: 4 });",
  recommendBecauseViewed:
    "const { items } = await vitrine.recommend.becauseViewed('demo', { user: 'u42', limit: 4 });",
  addItems:
    "const { item } = await vitrine.items.add('demo', {\n  id: 'a1', sku: 'A-1', name: 'Oak chair', price: 129,\n  imgs: ['https://shop.example/a1.jpg'], description: 'Solid oak, oiled.',\n});",
  listItems: "const { items, total } = await vitrine.items.list('demo', { limit: 20 });",
  changeItem: "const { item } = await vitrine.items.change('demo', _id, { price: 119 });",
  changeItems:
    "const { items, errors } = await vitrine.items.changeMany('demo', [\n  { id: 'banana', price: 1.99 },\n  { id: 'kiwi', stock: 0 },\n]);",
  getItem: "const { item, pictures } = await vitrine.items.get('demo', _id);",
  deleteItem: "await vitrine.items.remove('demo', _id);",
  importItems:
    "const task = await vitrine.items.import('demo', file, { format: 'csv' });\nconsole.log(task.progress);",
  exportItems: "for await (const item of vitrine.items.export('demo')) console.log(item.id);",
  getTask: 'const task = await vitrine.items.task(id);',
  getSettings: "const { settings, version } = await vitrine.settings.get('demo');",
  changeSettings:
    "await vitrine.settings.change('demo', {\n  search: { customRanking: [{ field: 'margin', order: 'desc' }] },\n});",
  getSynonyms: "const { synonyms } = await vitrine.settings.synonyms('demo');",
  changeSynonyms:
    "await vitrine.settings.changeSynonyms('demo', [{ kind: 'equivalent', words: ['sofa', 'couch'] }]);",
  getLearnedCorrections: "const { corrections } = await vitrine.settings.learnedCorrections('demo');",
  forgetLearnedCorrection: "await vitrine.settings.forgetLearnedCorrection('demo', 'hoover');",
  getRules: "const { rules, version } = await vitrine.rules.get('demo');",
  changeRules:
    "await vitrine.rules.change('demo', [\n  { id: 'season', when: { query: 'apple' }, pin: [{ id: 'kiwi', position: 2 }] },\n]);",
  previewRules: "const { items, hidden } = await vitrine.rules.preview('demo', { q: 'apple' });",
  recommendPlacement:
    "const { items, placement } = await vitrine.recommend.placement('demo', 'home-top', { user: 'u42' });",
  getPlacements: "const { placements } = await vitrine.placements.list('demo');",
  getPlacement: "const { placement, version } = await vitrine.placements.get('demo', 'home-top');",
  putPlacement:
    "await vitrine.placements.put('demo', {\n  id: 'home-top', list: 'user', fallbacks: ['trending', 'content'], limit: 12,\n});",
  previewPlacement:
    "const { items } = await vitrine.placements.preview('demo', 'home-top', {\n  placement: { id: 'home-top', list: 'similar' }, item: 'banana',\n});",
  deletePlacement: "await vitrine.placements.delete('demo', 'home-top');",
  getRecommender: "const { ranking, last } = await vitrine.recommender.get('demo');",
  learnRecommender: "await vitrine.recommender.learn('demo');",
  search: "const { items, total } = await vitrine.search('demo', { q: 'apple juice' });",
  searchByPost:
    "const { items, facets } = await vitrine.search('demo', {\n  q: 'apple juice', filters: 'price < 30', facets: ['brand'], limit: 5,\n});",
  whyNot: "const { reasons } = await vitrine.whyNot('demo', 'kiwi', { q: 'green fruit' });",
  suggest: "const { suggestions } = await vitrine.suggest('demo', { q: 'app' });",
  searchFacetValues:
    "const { values } = await vitrine.searchFacetValues('demo', 'category', { facetQuery: 'a' });",
  searchFacets:
    "const { facets, facetOrder } = await vitrine.searchFacets('demo', {\n  fields: ['brand', 'category'], facetQuery: 'a', limit: 5,\n});",
  multiSearch: "const { results } = await vitrine.multiSearch('demo', [{ q: 'apple' }, { q: 'milk' }]);",
  imageSearch:
    "const { items, confidence } = await vitrine.imageSearch('demo', input.files[0], { limit: 5 });",
  addEvents: "await vitrine.events.add('demo', { type: 'view', user: 'u42', item: 'banana' });",
  eraseUser: "const { events } = await vitrine.users.erase('demo', 'u42');",
  mergeUsers: "await vitrine.users.merge('demo', { session: 'visit-7', into: 'u42' });",
  signIn: 'await vitrine.admin.signIn(password);',
  getSession: 'const { name, expiresAt } = await vitrine.admin.session();',
  signOut: 'await vitrine.admin.signOut();',
  changePassword: 'await vitrine.admin.changePassword(current, next);',
  listProjects: 'const { projects } = await vitrine.admin.listProjects();',
  createProject: "await vitrine.admin.createProject({ id: 'shop', name: 'My shop', currency: 'EUR' });",
  getProject: "const { project, tasks } = await vitrine.admin.getProject('shop');",
  deleteProject: "await vitrine.admin.deleteProject('shop');",
  retryPictures: "const { retried } = await vitrine.admin.retryPictures('shop');",
  listKeys: 'const { keys } = await vitrine.admin.listKeys();',
  createKey: "const { key } = await vitrine.admin.createKey({ scopes: ['search'], projects: ['demo'] });",
  revokeKey: 'await vitrine.admin.revokeKey(id);',
  backup: "const { folder } = await vitrine.admin.backup('before-upgrade');",
  health: 'const { version } = await vitrine.health();',
  openapi: 'const document = await vitrine.openapi();',
};

/** The SDK call of an operation, or null if the SDK has none. */
export function sdkExample(operation: Operation, origin: string): string | null {
  const call = calls[operation.id];
  if (call === undefined) return null;
  const key = operation.scope === null ? '' : ', key: process.env.VITRINE_KEY';
  return `import { createClient } from '@vitrine/sdk';\n\nconst vitrine = createClient({ url: '${origin}'${key} });\n${call}`;
}

export function curlExample(operation: Operation, origin: string): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(sampleParameters[name] ?? name.toUpperCase()),
  );
  const query = operation.parameters
    .filter(
      (parameter) =>
        parameter.in === 'query' && (parameter.required || sampleParameters[parameter.name] !== undefined),
    )
    .filter(({ name }) => name !== 'user')
    .map(({ name }) => `${name}=${encodeURIComponent(sampleParameters[name] ?? name.toUpperCase())}`)
    .join('&');
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} '${origin}${path}${query === '' ? '' : `?${query}`}'`,
  ];
  const isOfConsole = ['signIn', 'acceptInvitation'].includes(operation.id) || operation.scope === 'session';
  if (operation.scope === 'session') lines.push(`-b 'vitrine_session=YOUR_SESSION'`);
  else if (operation.scope !== null) lines.push(`-H 'x-api-key: YOUR_KEY'`);
  if (isOfConsole) lines.push(`-H 'x-vitrine-console: 1'`);
  if (operation.id === 'importItems') lines.push(`-H 'content-type: text/csv'`, '--data-binary @items.csv');
  else if (operation.id === 'imageSearch') lines.push('-F uploaded_file=@photo.jpg');
  else if (operation.bodies.length > 0) {
    lines.push(
      `-H 'content-type: application/json'`,
      `-d '${JSON.stringify(sampleBodies[operation.id] ?? {}).replaceAll("'", "'\\''")}'`,
    );
  }
  return lines.join(' \\\n  ');
}
