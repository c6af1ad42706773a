import type { PrivateCase } from './private-shops.ts';

/** A request to the project of a case. */
export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** With the web key. */
  readonly web?: boolean;
}

type Requests = Readonly<Record<string, (one: PrivateCase) => readonly CaseRequest[]>>;

/** Choices of local values, which a private field must not follow. */
const choices = [
  '',
  '&store=berlin',
  '&store=bonn',
  '&language=de',
  '&language=fr',
  '&priceList=b2b',
  '&store=berlin&language=de&priceList=b2b',
];

const searches = [
  'q=',
  'q=chair',
  'q=stuhl',
  'q=stuhl&highlight=name',
  'q=oak&explain=true',
  'q=eiche',
  'facets=price,stock,name,brand,category&q=',
  'q=chair&sort=price:asc,name:asc',
  'q=&sort=stock:desc',
  'q=&sort=name:asc',
  `filters=${encodeURIComponent('price < 12')}`,
  `filters=${encodeURIComponent('stock > 0')}`,
  `filters=${encodeURIComponent('name:"Stuhl"')}`,
  `filters=${encodeURIComponent('EXISTS stock')}`,
  `filters=${encodeURIComponent('stores.berlin.stock:1')}`,
  `filters=${encodeURIComponent('translations.de.name:Stuhl')}`,
  `filters=${encodeURIComponent('prices.b2b > 6')}`,
  'q=&limit=5',
  'q=&collection=sale',
  'q=lamp&facets=*',
];

/** Operations on a field of an item, and plain values. */
const operations = [
  { _operation: 'IncrementFrom', value: 5 },
  { _operation: 'IncrementFrom', value: 0 },
  { _operation: 'IncrementSet', value: 6 },
  { _operation: 'Increment', value: 1 },
  { _operation: 'Decrement', value: 4 },
  { _operation: 'Decrement', value: 1_000 },
  { _operation: 'Add', value: 'x' },
  { _operation: 'AddUnique', value: 'cosy' },
  { _operation: 'Remove', value: 'cosy' },
  { _operation: 'Add', value: 3 },
];
const plain = [7, 'Acme', ['cosy'], null, { eur: 1 }];

/** Changes of the case's fields, alone and with one that all see. */
const changes = ({ fields }: PrivateCase): Record<string, unknown>[] =>
  fields.flatMap((field) => [
    ...operations.map((operation) => ({ [field]: operation })),
    ...plain.map((value) => ({ [field]: value })),
    { [`${field}.deep`]: 1 },
    { color: 'violet', [field]: { _operation: 'IncrementFrom', value: 3 } },
    { color: 'pink', [field]: { _operation: 'Increment', value: 1 } },
  ]);

const ids = ['a', 'b', 'd', 'e', 'f', 'k'];
const at = <T>(list: readonly T[], i: number): T => list[i % list.length]!;

export const fieldRequests: Requests = {
  search: ({ project }) =>
    searches.flatMap((query) =>
      choices.map((choice) => ({
        method: 'GET',
        path: `/search/${project}?limit=20&${query}${choice}`,
        web: true,
      })),
    ),
  whyNot: ({ project }) =>
    ['a', 'e', 'k'].flatMap((item) =>
      choices.map((choice) => ({
        method: 'GET',
        path: `/search/${project}/why-not?item=${item}&q=chair${choice}`,
        web: true,
      })),
    ),
  suggest: ({ project }) =>
    ['stu', 'oak', 'ac', 'cha', 'zeph'].flatMap((q) =>
      choices.map((choice) => ({
        method: 'GET',
        path: `/search/${project}/suggest?q=${q}${choice}`,
        web: true,
      })),
    ),
  ...Object.fromEntries(
    [
      ['recommendForUser', '/reco/user-recommendations', { user: 'u1' }],
      ['recommendBoughtTogether', '/reco/fbt', { item: 'a' }],
      ['recommendTrending', '/rec/trendings', {}],
      ['recommendSimilar', '/reco/similar', { item: 'c' }],
      ['recommendPopular', '/reco/popular', {}],
      ['recommendBuyAgain', '/reco/buy-again', { user: 'u1' }],
      ['recommendRecentlyViewed', '/reco/recently-viewed', { user: 'u1' }],
      ['recommendBecauseViewed', '/reco/because-you-viewed', { user: 'u1' }],
    ].map(([id, path, body]) => [
      id as string,
      ({ project }: PrivateCase): CaseRequest[] =>
        ['hide', 'last', 'show', undefined].flatMap((outOfStock) =>
          [{}, { store: 'berlin' }, { language: 'de' }, { priceList: 'b2b', store: 'bonn' }].flatMap(
            (choice) =>
              [
                {},
                { filters: 'price < 14' },
                { filters: 'stock > 0', explain: true },
                { diversity: 0.6, caps: [{ field: 'brand', max: 1 }] },
              ].map((more) => ({
                method: 'POST',
                path: path as string,
                web: id !== 'recommendRecentlyViewed',
                body: {
                  index: project,
                  limit: 20,
                  ...(body as object),
                  ...choice,
                  ...more,
                  ...(outOfStock === undefined ? {} : { outOfStock }),
                },
              })),
          ),
        ),
    ]),
  ),
  getTask: ({ project }) => [{ method: 'GET', path: `/api/tasks/rejected?project=${project}` }],
  getRejectedLines: ({ project }) => [
    { method: 'GET', path: `/api/tasks/rejected/rejected?project=${project}` },
  ],
  exportItems: ({ project }) => [{ method: 'GET', path: `/api/items/export?project=${project}` }],
  getItem: ({ project }) =>
    ids.map((id) => ({ method: 'GET', path: `/api/items/${id}?by=id&project=${project}` })),
  listItems: ({ project }) => [{ method: 'GET', path: `/api/items?limit=100&project=${project}` }],
  changeItem: (one) =>
    changes(one).flatMap((data, i) => [
      { method: 'PUT', path: `/api/items/${at(ids, i)}?by=id`, body: { project: one.project, data } },
      { method: 'GET', path: `/api/items/${at(ids, i)}?by=id&project=${one.project}` },
    ]),
  changeItems: (one) =>
    changes(one).map((change, i) => ({
      method: 'POST',
      path: '/api/items/update',
      body: {
        project: one.project,
        data: [
          { id: at(ids, i + 1), ...change },
          { id: 'l', size: i },
        ],
      },
    })),
  changeMatchingItems: (one) =>
    changes(one).flatMap((change, i) =>
      ['color:red', `EXISTS ${at(one.fields, i)}`].map((filters) => ({
        method: 'POST',
        path: '/api/items/update-by-filter',
        body: { project: one.project, filters, changes: change, task: `matching${i}` },
      })),
    ),
  importItems: (one) =>
    changes(one).flatMap((change, i) => [
      {
        method: 'POST',
        path: `/api/items/import?mode=update&project=${one.project}&task=import${i}`,
        headers: { 'content-type': 'application/x-ndjson' },
        body: `${JSON.stringify({ id: at(ids, i + 2), ...change })}\n`,
      },
      { method: 'GET', path: `/api/tasks/import${i}/rejected?project=${one.project}` },
      { method: 'GET', path: `/api/tasks/import${i}?project=${one.project}` },
    ]),
  previewImport: ({ project }) => [
    {
      method: 'POST',
      path: `/api/items/import/preview?project=${project}`,
      headers: { 'content-type': 'text/csv' },
      body: 'id,name,price,margin,stock,Brand\na,Chair,5,3,4,Acme\nz,Zed,5,3,4,Acme\n',
    },
  ],
};

const post = (path: string, body: unknown): CaseRequest => ({ method: 'POST', path, body });
const agent = { 'ucp-agent': 'profile="https://agent.example/ucp.json"' };
const index = ({ project }: PrivateCase): string => `/1/indexes/${project}`;

/** Bodies of searches in Algolia's form. */
const algoliaSearches = (one: PrivateCase): Record<string, unknown>[] => [
  { query: '' },
  { query: 'chair', facets: ['*'] },
  { query: 'oak', attributesToRetrieve: ['*'], attributesToHighlight: ['*'], getRankingInfo: true },
  ...one.fields.flatMap((field) => [
    { query: '', filters: `${field} > 5` },
    { query: '', filters: `${field}:Acme`, facets: [field] },
    { query: '', optionalFilters: `${field}:Acme` },
    { query: 'chair', restrictSearchableAttributes: [field] },
    { query: '', attributesToRetrieve: [field], attributesToSnippet: [`${field}:5`] },
  ]),
];

const tool =
  (name: string, args: object, team = '') =>
  ({ project }: PrivateCase): CaseRequest => ({
    ...post(`/mcp/${project}${team}`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
    headers: { accept: 'application/json, text/event-stream' },
  });

export const protocolRequests: Requests = {
  algoliaSearches: (one) =>
    algoliaSearches(one).map((search) =>
      post('/1/indexes/*/queries', { requests: [{ indexName: one.project, ...search }] }),
    ),
  algoliaSearch: (one) => algoliaSearches(one).map((search) => post(`${index(one)}/query`, search)),
  algoliaSearchByUrl: (one) => [{ method: 'GET', path: `${index(one)}?query=chair&hitsPerPage=20` }],
  algoliaFacetValues: (one) =>
    [...one.fields, 'color'].map((field) => post(`${index(one)}/facets/${field}/query`, { facetQuery: '' })),
  algoliaRecord: (one) => ids.map((id) => ({ method: 'GET', path: `${index(one)}/${id}` })),
  algoliaRecords: ({ project }) =>
    [[], ['*']].map((attributesToRetrieve) =>
      post('/1/indexes/*/objects', {
        requests: ids.map((objectID) => ({
          indexName: project,
          objectID,
          ...(attributesToRetrieve.length === 0 ? {} : { attributesToRetrieve }),
        })),
      }),
    ),
  algoliaRecommendations: ({ project }) =>
    ['bought-together', 'related-products', 'trending-items'].map((model) =>
      post('/1/indexes/*/recommendations', {
        requests: [
          {
            indexName: project,
            model,
            threshold: 0,
            ...(model === 'trending-items' ? {} : { objectID: 'a' }),
          },
        ],
      }),
    ),
  algoliaBrowse: (one) =>
    algoliaSearches(one).map(({ query: _none, ...search }) => post(`${index(one)}/browse`, search)),
  algoliaBrowseByUrl: (one) => [{ method: 'GET', path: `${index(one)}/browse?hitsPerPage=100` }],
  algoliaIndexes: () => [{ method: 'GET', path: '/1/indexes' }],
  algoliaSettings: (one) => [{ method: 'GET', path: `${index(one)}/settings` }],
  algoliaChangeRecord: (one) =>
    changes(one).flatMap((change, i) => [
      post(`${index(one)}/${at(ids, i)}/partial`, change),
      { method: 'GET', path: `/api/items/${at(ids, i)}?by=id&project=${one.project}` },
    ]),
  algoliaBatch: (one) =>
    changes(one).flatMap((change, i) => [
      post(`${index(one)}/batch`, {
        requests: [{ action: 'partialUpdateObject', body: { objectID: at(ids, i + 3), ...change } }],
      }),
      { method: 'GET', path: `/api/items/${at(ids, i + 3)}?by=id&project=${one.project}` },
    ]),
  algoliaPutRecord: (one) =>
    plain.flatMap((value, i) => [
      {
        method: 'PUT',
        path: `${index(one)}/l`,
        body: { name: 'Lamp', price: 5, color: 'red', [one.fields[0]!]: value },
      },
      { method: 'GET', path: `/api/items/l?by=id&project=${one.project}&i=${i}` },
    ]),
  algoliaAddRecord: (one) => [post(index(one), { objectID: 'new', name: 'New', price: 4 })],
  algoliaDeleteRecord: (one) => [{ method: 'DELETE', path: `${index(one)}/new` }],
  algoliaClear: (one) => [post(`${index(one)}/clear`, {})],
  algoliaDeleteByQuery: (one) =>
    one.fields.map((field) => post(`${index(one)}/deleteByQuery`, { filters: `${field}:Zephyrix` })),
  algoliaTask: (one) => [{ method: 'GET', path: `${index(one)}/task/1` }],
  algoliaServiceTask: () => [{ method: 'GET', path: '/1/task/1' }],
  algoliaEvents: ({ project }) => [
    post('/1/events', {
      events: [{ eventType: 'view', eventName: 'v', index: project, userToken: 'u9', objectIDs: ['a'] }],
    }),
  ],
  algoliaSearchRules: (one) => [post(`${index(one)}/rules/search`, {})],
  algoliaSearchSynonyms: (one) => [post(`${index(one)}/synonyms/search`, {})],
  ucpSearch: ({ project }) =>
    ['chair', 'lamp', 'stuhl', 'zephyrix'].map((query) => ({
      ...post(`/ucp/${project}/catalog/search`, { query }),
      headers: agent,
    })),
  ucpLookup: ({ project }) => [
    { ...post(`/ucp/${project}/catalog/lookup`, { ids: ['a', 'b', 'k', 'g1'] }), headers: agent },
  ],
  ucpProduct: ({ project }) =>
    ids.map((id) => ({ ...post(`/ucp/${project}/catalog/product`, { id }), headers: agent })),
  ...Object.fromEntries(
    [
      ['googleFeed', 'google-merchant.xml'],
      ['commerceFeed', 'agentic-commerce.jsonl'],
      ['shopIndex', 'llms.txt'],
    ].map(([id, file]) => [
      id,
      ({ project }: PrivateCase): CaseRequest[] =>
        ['', '?language=de'].map((query) => ({ method: 'GET', path: `/feeds/${project}/${file}${query}` })),
    ]),
  ),
  mcp: (one) => [
    tool('search_catalog', {
      meta: { 'ucp-agent': { profile: 'https://agent.example/ucp.json' } },
      catalog: { query: 'chair' },
    })(one),
    tool('search', { query: 'chair' })(one),
    post(`/mcp/${one.project}`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  ],
  teamMcp: (one) => [
    {
      ...post(`/mcp/${one.project}/team`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      headers: { accept: 'application/json' },
    },
    tool('explain_item', { item: 'a', q: 'chair' }, '/team')(one),
    tool('search', { q: 'chair' }, '/team')(one),
  ],
};
