import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { algoliasearch } from 'algoliasearch';
import version4 from 'algoliasearch-4';
import { timeouts, timeouts4 } from '../support/algolia-timeouts.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Algolia's own clients, versions 5 and 4, on a service: nothing but the host is configured. */

/** Its types say that the function is in `default`. */
const algoliasearch4 = version4 as unknown as typeof version4.default;

const lamps = Array.from({ length: 40 }, (_, i) =>
  item(`lamp-${i}`, {
    name: `${['Oak', 'Steel'][i % 2]} lamp ${i}`,
    description: 'A <b>fine</b> lamp of oak & glass for the desk in the living room, with a shade of linen.',
    brand: ['Acme', 'Bolt', 'Cord'][i % 3],
    price: 10 + i,
    cost: 5,
    categories: { lvl0: 'Home', lvl1: i < 20 ? 'Home > Lamps' : 'Home > Desks' },
    geo: { lat: 50 + i / 10, lng: 8 },
    tags: i % 2 === 0 ? ['new'] : ['old'],
    colors: ['red', 'green oak'],
    temperature: -i,
  }),
);

let service: LocalService;
let key: string;
let otherKey: string;
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'recommend', 'events', 'items:write', 'settings']);
  otherKey = await service.project('other', ['search', 'items:write']);
  for (const [project, own, data] of [
    ['shop', key, lamps],
    ['other', otherKey, [item('desk-1', { name: 'Walnut desk' })]],
  ] as const) {
    const body = { project, data };
    assert.equal((await service.ask('POST', '/api/items', { key: own, body })).status, 201);
  }
});
after(() => service[Symbol.asyncDispose]());

const host = () => ({ url: `127.0.0.1:${new URL(service.url).port}`, protocol: 'http' as const });
const client = (own = key, application = 'shop') =>
  algoliasearch(application, own, { hosts: [{ ...host(), accept: 'readWrite' }], timeouts });
const client4 = (own = key) => algoliasearch4('shop', own, { hosts: [host()], timeouts: timeouts4 });

interface Hit {
  readonly objectID: string;
  readonly [member: string]: unknown;
}
type Values = Record<string, unknown>;
async function search(parameters: Values, own = client()): Promise<Values & { hits: Hit[]; nbHits: number }> {
  const { results } = await own.search({ requests: [{ indexName: 'shop', ...parameters }] });
  return results[0] as unknown as Values & { hits: Hit[]; nbHits: number };
}
const idsOf = ({ hits }: { readonly hits: readonly { readonly objectID: string }[] }): string[] =>
  hits.map(({ objectID }) => objectID);
async function ownSearch(body: Values): Promise<{ ids: string[]; total: number }> {
  const { body: found } = await service.ask<{ items: { id: string }[]; total: number }>(
    'POST',
    '/search/shop',
    {
      key,
      body,
    },
  );
  return { ids: found.items.map(({ id }) => id), total: found.total };
}

test('versions 5 and 4 find what a search of the service finds, in its order', async () => {
  const cases: [Values, Values][] = [
    [{ query: 'oak lamp' }, { q: 'oak lamp' }],
    [
      { query: 'lmap', hitsPerPage: 3, page: 1 },
      { q: 'lmap', limit: 3, offset: 3 },
    ],
    [
      { query: 'lamp', offset: 2, length: 4 },
      { q: 'lamp', limit: 4, offset: 2 },
    ],
    [{ filters: 'brand:Acme AND price >= 20' }, { filters: 'brand:Acme AND price >= 20' }],
    [
      { filters: '(brand:\'Acme\' OR brand:"Bolt") AND NOT tags:new' },
      { filters: '(brand:Acme OR brand:Bolt) AND NOT tags:new' },
    ],
    [{ filters: 'price:12 TO 20 AND new' }, { filters: 'price:12 TO 20 AND tags:new' }],
    [
      { facetFilters: [['brand:Acme', 'brand:Bolt'], 'tags:-old'] },
      { filters: '(brand:Acme OR brand:Bolt) AND NOT tags:old' },
    ],
    [{ facetFilters: 'temperature:\\-7' }, { filters: 'temperature:"-7"' }],
    [{ facetFilters: ['categories.lvl1:Home > Lamps'] }, { filters: 'categories.lvl1:"Home > Lamps"' }],
    [
      { numericFilters: ['price>=12', ['price<15', 'price=30']] },
      { filters: 'price >= 12 AND (price < 15 OR price:30)' },
    ],
    [{ tagFilters: ['new'] }, { filters: 'tags:new' }],
    [
      { aroundLatLng: '50,8', aroundRadius: 30_000 },
      { filters: 'geo WITHIN 30km OF 50,8', sort: 'distance(geo,50,8)' },
    ],
    // The corners of the map widget: north-east and south-west.
    [{ insideBoundingBox: [[51, 9, 50.05, 7]] }, { filters: 'geo IN BOX 50.05,7,51,9' }],
    [{ filters: 'objectID:lamp-7' }, { filters: 'id:lamp-7' }],
    [{ query: 'nothing at all like this zzz' }, { q: 'nothing at all like this zzz', limit: 0 }],
  ];
  for (const [sent, own] of cases) {
    const { ids, total } = await ownSearch(own);
    const label = JSON.stringify(sent);
    const five = await search(sent);
    assert.deepEqual([idsOf(five), five.nbHits], [ids, total], label);
    const { query = '', ...others } = sent;
    const four = await client4().initIndex('shop').search(String(query), others);
    assert.deepEqual([idsOf(four), four.nbHits], [ids, total], label);
  }
});

test('replies have the record, highlights of every text, snippets and ranking information', async () => {
  const found = await search({
    query: 'oak lamp 8',
    hitsPerPage: 1,
    attributesToRetrieve: ['name', 'categories.lvl0'],
    attributesToSnippet: ['description:4'],
    attributesToHighlight: ['name', 'colors', 'price'],
    highlightPreTag: '__ais-highlight__',
    highlightPostTag: '__/ais-highlight__',
    getRankingInfo: true,
    clickAnalytics: true,
  });
  const [hit] = found.hits;
  assert.deepEqual(hit, {
    objectID: 'lamp-8',
    id: 'lamp-8',
    name: 'Oak lamp 8',
    categories: { lvl0: 'Home' },
    _geoloc: { lat: 50.8, lng: 8 },
    _highlightResult: {
      name: {
        value:
          '__ais-highlight__Oak__/ais-highlight__ __ais-highlight__lamp__/ais-highlight__ __ais-highlight__8__/ais-highlight__',
        matchLevel: 'full',
        fullyHighlighted: true,
        matchedWords: ['oak', 'lamp', '8'],
      },
      price: { value: '18', matchLevel: 'none', matchedWords: [] },
      colors: [
        { value: 'red', matchLevel: 'none', matchedWords: [] },
        {
          value: 'green __ais-highlight__oak__/ais-highlight__',
          matchLevel: 'partial',
          fullyHighlighted: false,
          matchedWords: ['oak'],
        },
      ],
    },
    _snippetResult: {
      description: {
        value:
          '…<b>fine</b> __ais-highlight__lamp__/ais-highlight__ of __ais-highlight__oak__/ais-highlight__…',
        matchLevel: 'partial',
      },
    },
    _rankingInfo: {
      nbTypos: 0,
      firstMatchedWord: 0,
      proximityDistance: 0,
      userScore: 0,
      geoDistance: 0,
      geoPrecision: 1,
      nbExactWords: 3,
      words: 3,
      filters: 0,
      promoted: false,
    },
  });
  assert.match(String(found['queryID']), /^[0-9a-f]{32}$/);
  const whole = await search({ filters: 'id:lamp-1' });
  const { _highlightResult: highlights, _geoloc: _, objectID: __, ...record } = whole.hits[0]!;
  assert.deepEqual(record, lamps[1]);
  assert.deepEqual((highlights as Values)['categories'], {
    lvl0: { value: 'Home', matchLevel: 'none', matchedWords: [] },
    lvl1: { value: 'Home > Lamps', matchLevel: 'none', matchedWords: [] },
  });
});

test('facets, their statistics and pages have the form of the clients', async () => {
  const found = await search({
    query: 'lamp',
    facets: ['brand', 'price', '_tags'],
    maxValuesPerFacet: 2,
    hitsPerPage: 7,
  });
  assert.deepEqual(found['facets'], {
    brand: { Acme: 14, Bolt: 13 },
    price: { 10: 1, 11: 1 },
    _tags: { new: 20, old: 20 },
  });
  assert.deepEqual(found['facets_stats'], { price: { min: 10, max: 49, avg: 29.5, sum: 1180 } });
  assert.deepEqual(
    [found['nbHits'], found['page'], found['nbPages'], found['hitsPerPage'], found['index'], found['query']],
    [40, 0, 6, 7, 'shop', 'lamp'],
  );
  const all = await search({ facets: '*', sortFacetValuesBy: 'alpha' });
  assert.ok(Object.hasOwn(all['facets'] as Values, 'categories.lvl1'));
  const { facetOrdering } = all['renderingContent'] as { facetOrdering: { facets: { order: string[] } } };
  assert.deepEqual(facetOrdering.facets.order.toSorted(), Object.keys(all['facets'] as Values).toSorted());
  const beyond = await search({ page: 2_000, hitsPerPage: 10 });
  assert.deepEqual([beyond.hits, beyond.nbHits, beyond['nbPages']], [[], 40, 4]);
  const fields = await search({ responseFields: ['hits', 'nbHits'] });
  assert.deepEqual(Object.keys(fields).toSorted(), ['hits', 'index', 'nbHits']);
});

test('optional filters rank, and rule contexts and userData of rules work', async () => {
  const first = await search({ query: 'lamp', optionalFilters: ['brand:Cord<score=2>'], hitsPerPage: 5 });
  assert.deepEqual(new Set(first.hits.map(({ brand }) => brand)), new Set(['Cord']));
  const last = await search({ query: 'lamp', optionalFilters: [['brand:-Cord']], hitsPerPage: 27 });
  assert.ok(last.hits.every(({ brand }) => brand !== 'Cord'));
  const rules = [
    {
      id: 'summer',
      when: { context: { rule: 'summer' } },
      pin: [{ id: 'lamp-33', position: 1 }],
      userData: { banner: 'sun' },
    },
  ];
  assert.equal((await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } })).status, 200);
  const ruled = await search({ query: 'lamp', ruleContexts: ['Summer'], getRankingInfo: true });
  assert.equal(ruled.hits[0]?.objectID, 'lamp-33');
  assert.deepEqual(
    [ruled['userData'], ruled['appliedRules']],
    [[{ banner: 'sun' }], [{ objectID: 'summer' }]],
  );
  assert.notEqual(
    (await search({ query: 'lamp', ruleContexts: ['summer'], enableRules: false })).hits[0]?.objectID,
    'lamp-33',
  );
});

test('values of facets are searched, in both versions and among other queries', async () => {
  const bolt = { value: 'Bolt', highlighted: '<em>Bo</em>lt', count: 13 };
  const five = await client().searchForFacetValues({
    indexName: 'shop',
    facetName: 'brand',
    searchForFacetValuesRequest: { facetQuery: 'bo' },
  });
  assert.deepEqual(five.facetHits, [bolt]);
  const four = await client4()
    .initIndex('shop')
    .searchForFacetValues('brand', 'bo', { filters: 'price < 20' });
  assert.deepEqual(four.facetHits, [{ ...bolt, count: 3 }]);
  const { results } = await client().search({
    requests: [
      { indexName: 'shop', query: 'steel', hitsPerPage: 0 },
      { indexName: 'shop', type: 'facet', facet: 'brand', facetQuery: 'bo', maxFacetHits: 1, query: 'steel' },
      { indexName: 'shop', query: 'oak', hitsPerPage: 1 },
    ],
    strategy: 'none',
  });
  assert.deepEqual(
    results.map((one) =>
      'facetHits' in one ? one.facetHits[0]?.count : (one as { nbHits?: number }).nbHits,
    ),
    [20, 7, 40],
  );
});

test('one request searches several indexes, and stops at the first with enough hits if asked to', async () => {
  const { body: created } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers: await service.signIn(),
    body: { name: 'both', kind: 'web', projects: ['shop', 'other'], scopes: ['search'] },
  });
  const both = client(created.key);
  const requests = [
    { indexName: 'shop', query: 'lamp', hitsPerPage: 2 },
    { indexName: 'other', query: 'desk', hitsPerPage: 2 },
  ];
  const { results } = await both.search({ requests });
  assert.deepEqual(
    results.map((one) => idsOf(one as { hits: Hit[] })[0]),
    ['lamp-0', 'desk-1'],
  );
  const stopped = await both.search({ requests, strategy: 'stopIfEnoughMatches' });
  assert.deepEqual(
    stopped.results.map((one) => (one as { processed?: boolean }).processed),
    [undefined, false],
  );
  await assert.rejects(client().search({ requests }), {
    status: 403,
    message: 'Index not allowed with this API key',
  });
});

test('replicas are index names in another order', async () => {
  const replicas = [
    { name: 'shop_price_desc', sort: ['price:desc'] },
    { name: 'shop_brand', sort: ['brand', 'price:desc'] },
  ];
  const set = (body: unknown) => service.ask<Values>('PUT', '/api/projects/shop/settings', { key, body });
  assert.equal((await set({ algolia: { replicas } })).status, 200);
  for (const { name, sort } of replicas) {
    const { results } = await client().search({ requests: [{ indexName: name, query: 'lamp' }] });
    const found = results[0] as { hits: Hit[]; index?: string };
    assert.deepEqual([idsOf(found), found.index], [(await ownSearch({ q: 'lamp', sort })).ids, name]);
  }
  const four = await client4().initIndex('shop_brand').search('lamp', { hitsPerPage: 1 });
  assert.deepEqual(idsOf(four), ['lamp-39']);
  const unknown = client(key, 'nothing').search({ requests: [{ indexName: 'shop_rating', query: '' }] });
  await assert.rejects(unknown, { status: 403, message: 'Index not allowed with this API key' });
  const wrong = await set({ algolia: { replicas: [{ name: 'x', sort: ['price:up'] }] } });
  assert.deepEqual(
    [wrong.status, (wrong.body['errors'] as { path: string }[])[0]?.path],
    [400, 'algolia.replicas[0].sort[0]'],
  );
  const many = Array.from({ length: 21 }, (_, i) => ({ name: `r${i}`, sort: ['price'] }));
  assert.equal((await set({ algolia: { replicas: many } })).status, 400);
  assert.equal((await set({ algolia: { replicas: many.slice(1) } })).status, 200);
});

test('records are read by their ids', async () => {
  const {
    _geoloc: _,
    _highlightResult: __,
    objectID,
    ...record
  } = (await client().getObject({
    indexName: 'shop',
    objectID: 'lamp-3',
  })) as Values;
  assert.deepEqual([objectID, record], ['lamp-3', lamps[3]]);
  const { results } = await client().getObjects({
    requests: [
      { indexName: 'shop', objectID: 'lamp-2', attributesToRetrieve: ['name'] },
      { indexName: 'shop', objectID: 'LAMP-2' },
      { indexName: 'shop', objectID: 'lamp-1', attributesToRetrieve: ['price'] },
    ],
  });
  assert.deepEqual(
    results.map((one) => one && [(one as Hit).objectID, (one as Hit)['name'], (one as Hit)['price']]),
    [['lamp-2', 'Oak lamp 2', undefined], null, ['lamp-1', undefined, 11]],
  );
  const missing = client().getObject({ indexName: 'shop', objectID: 'nothing' });
  await assert.rejects(missing, { status: 404, message: 'ObjectID does not exist' });
  const requests = Array.from({ length: 1_001 }, () => ({ indexName: 'shop', objectID: 'lamp-1' }));
  await assert.rejects(client().getObjects({ requests }), { status: 400 });
  assert.equal((await client().getObjects({ requests: requests.slice(1) })).results.length, 1_000);
  const four = await client4().initIndex('shop').getObjects(['lamp-5', 'lamp-6']);
  assert.deepEqual(
    four.results.map((one) => one?.objectID),
    ['lamp-5', 'lamp-6'],
  );
});

test('an index of query suggestions has completions, also among other queries', async () => {
  const { results } = await client().search({
    requests: [
      {
        indexName: 'shop_query_suggestions',
        query: 'ste',
        hitsPerPage: 3,
        highlightPreTag: '[',
        highlightPostTag: ']',
      },
      { indexName: 'shop', query: 'ste', hitsPerPage: 1 },
    ],
  });
  const [suggestions, found] = results as { hits: (Hit & { query: string; _highlightResult: Values })[] }[];
  const [first] = suggestions?.hits ?? [];
  assert.deepEqual(first, {
    objectID: 'steel',
    query: 'steel',
    nb_words: 1,
    popularity: 20,
    shop: { exact_nb_hits: 20, facets: { exact_matches: {}, analytics: {} } },
    _highlightResult: { query: { value: '[ste]el', matchLevel: 'full', matchedWords: ['ste'] } },
  });
  assert.equal(found?.hits.length, 1);
  const four = await client4().initIndex('shop_query_suggestions').search<{ query: string }>('ste');
  assert.ok(four.hits.length > 0 && four.hits.every(({ query }) => /ste/i.test(query)));
});

test('parameters without an effect are named, and needless ones are not', async () => {
  const found = await search({
    query: 'lamp',
    similarQuery: 'x',
    typoTolerance: 'strict',
    analyticsTags: ['a'],
    ignorePlurals: true,
    notAParameter: 1,
  });
  assert.equal(found['message'], 'No effect here: notAParameter, similarQuery, typoTolerance');
  assert.equal((await search({ query: 'lamp', typoTolerance: true }))['message'], undefined);
});
