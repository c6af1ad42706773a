import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

/**
 * Restrictions of keys. The oracle is a second project that contains only the visible items and fields. An unrestricted key of this
 * project must get the same replies to the same requests.
 */
const count = 40;
const suppliers = ['Zephyrix Trading', 'Quillon Works', 'Brumal Goods'];
const privateFields = ['margin', 'supplier', 'specs.cost', 'offers.cost', 'mpn'];

interface Fields extends Record<string, unknown> {
  readonly id: string;
}

function full(i: number): Fields {
  // Of a dealer, with a carrier phrase in its name, and one in its brand.
  const first = i === 8 ? 'Best ' : '';
  const wood = i % 2 === 0 ? 'Oak' : 'Birch';
  return {
    ...item(`p${i}`, { name: `${first}${wood} chair ${i}`, price: 10 + (i % 7) }),
    id: `p${i}`,
    brand: i === 16 ? 'Show Me' : ['Acme', 'Birk', 'Celo'][i % 3],
    tier: i % 4 === 0 ? 'dealer' : 'open',
    margin: (i * 37) % 11,
    supplier: suppliers[i % suppliers.length],
    mpn: `QX-${700 + i}`,
    specs: i % 5 === 0 ? { cost: i } : { cost: i, weight: i % 6 },
    offers: [
      { shop: 'north', cost: i % 4 },
      { shop: 'south', cost: i % 3 },
    ],
  };
}

/** The visible part of an item. */
function seen({ margin, supplier, mpn, specs, offers, ...rest }: Fields): Fields {
  const { cost, ...others } = specs as Record<string, unknown>;
  assert.ok([margin, supplier, mpn, cost].every((value) => value !== undefined));
  return { ...rest, specs: others, offers: (offers as { shop: string }[]).map(({ shop }) => ({ shop })) };
}

/** A reply without values that depend on the project or the time. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  const own = ['_id', '_createdAt', '_updatedAt', 'searchId', 'recommendationId', 'tookMs', 'requestId'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !own.includes(name))
      .map(([name, member]) => [name, comparable(member)]),
  );
}

type Request = readonly [method: string, path: (project: string) => string, body?: Record<string, unknown>];
const get = (query: string): Request => ['GET', (project) => `/search/${project}?limit=50&${query}`];
const filtered = (filters: string): Request => get(`filters=${encodeURIComponent(filters)}`);
const list = (path: string, body: Record<string, unknown>): Request => ['POST', () => path, body];

const requests: readonly Request[] = [
  get('q=oak'),
  get('q=best+oak'),
  get('q=show+me+oak'),
  get('q=oak&explain=true'),
  get('q=zephyrix'),
  get('q=quillon+works+chair&explain=true'),
  get('q=QX-707&explain=true'),
  ...[
    'margin > 3',
    'margin:high',
    'margni > 3',
    'supplyer:x',
    'supplier > 3',
    'NOT margin > 3',
    'supplier:"Zephyrix Trading" OR brand:Acme',
    'specs.cost >= 4',
    'EXISTS specs.cost',
    'EXISTS specs',
    'NOT EXISTS specs',
    'offers.{cost:0 AND shop:north}',
    'offers.{NOT cost:0 AND shop:north}',
    'EXISTS offers.cost',
    'offers.{EXISTS cost}',
    'margin:5 TO 9 OR price < 12',
  ].map(filtered),
  ...['margin:asc', '-margin', 'specs.cost,-price', 'supplier', 'distance(supplier,1,2)'].map((sort) =>
    get(`sort=${encodeURIComponent(sort)}`),
  ),
  get('facets=margin,supplier,specs.cost,brand,specs.weight'),
  get('facets=*'),
  get('facets=tier,brand&disjunctive=tier&filters=tier:dealer'),
  get('q=chair&filters=brand:Acme&facets=brand,price'),
  get('facets=margin&disjunctive=margin&filters=margin>3'),
  get('q=chair&highlight=supplier,name'),
  get('q=chair&fields=name,supplier,specs'),
  get('q=chair&grouped=false&variants=2'),
  ['GET', (project) => `/search/${project}/suggest?q=zeph`],
  ['GET', (project) => `/search/${project}/suggest?q=oak`],
  ['POST', (project) => `/search/${project}/facets/supplier`, { facetQuery: 'zeph' }],
  ['POST', (project) => `/search/${project}/facets/brand`, { facetQuery: 'a', filters: 'margin > 3' }],
  [
    'GET',
    (project) => `/search/${project}/why-not?item=p4&q=oak&filters=${encodeURIComponent('margin > 3')}`,
  ],
  list('/reco/similar', { item: 'p3', filters: 'margin > item.margin' }),
  list('/reco/similar', { item: 'p3', filters: 'brand:item.brand' }),
  list('/reco/similar', { item: 'p3', caps: [{ field: 'supplier', max: 1 }] }),
  list('/reco/fbt', { item: 'p3', filters: 'specs.cost < 9' }),
  list('/reco/user-recommendations', { user: 'anna', filters: 'NOT margin:4' }),
  list('/rec/trendings', { filters: 'EXISTS supplier' }),
  list('/reco/popular', { fields: ['name', 'margin'], explain: true }),
  list('/reco/popular', { diversity: 0.5, limit: 30 }),
  list('/reco/recently-viewed', { user: 'anna' }),
  list('/reco/because-you-viewed', { user: 'anna', limit: 5 }),
];

suite('restrictions of keys', () => {
  let service: LocalService;
  let admin: Record<string, string>;
  const newKey = async (wanted: Record<string, unknown>): Promise<string> => {
    const answer = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { scopes: ['search', 'recommend'], ...wanted },
      headers: admin,
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.key;
  };
  const send = ([method, path, body]: Request, project: string, key: string): Promise<Answer> =>
    service.ask(method, path(project), {
      key,
      ...(body === undefined ? {} : { body: method === 'POST' ? { index: project, ...body } : body }),
    });
  const fill = async (project: string, items: readonly Fields[], settings: object): Promise<void> => {
    await service.ask('POST', '/admin/projects', { body: { id: project }, headers: admin });
    const changed = await service.ask<{ task: { id: string } | null }>(
      'PUT',
      `/api/projects/${project}/settings`,
      { body: settings, headers: admin },
    );
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await service.ask('POST', '/api/items', { headers: admin, body: { project, data: items } });
    const known = new Set(items.map(({ id }) => id));
    const data = ['p1', 'p3', 'p5', 'p4']
      .filter((id) => known.has(id))
      .map((id) => ({ type: 'view', user: 'anna', item: id }));
    await service.ask('POST', '/api/events', { headers: admin, body: { project, data } });
  };

  before(async () => {
    service = await LocalService.start();
    admin = await service.signIn();
    const items = Array.from({ length: count }, (_, i) => full(i));
    const open = items.filter(({ tier }) => tier === 'open');
    await fill('whole', items, { items: { privateFields } });
    await fill('cut', items.map(seen), {});
    await fill('open', open.map(seen), {});
  });
  after(() => service[Symbol.asyncDispose]());

  test('all replies are as if no item had the private field', async () => {
    const own = await newKey({ projects: ['whole'] });
    const oracle = await newKey({ projects: ['cut'] });
    for (const request of requests) {
      const [got, expected] = [await send(request, 'whole', own), await send(request, 'cut', oracle)];
      const said = `${request[0]} ${request[1]('…')} ${JSON.stringify(request[2] ?? {})}`;
      assert.equal(got.status, expected.status, said);
      assert.deepEqual(comparable(got.body), comparable(expected.body), said);
      // The query is echoed.
      const { items = [], suggestions = [], values = [] } = got.body;
      const shown = JSON.stringify([items, suggestions, values]);
      for (const secret of ['Zephyrix', 'Quillon', 'Brumal', '"margin":', '"cost":', 'QX-7'])
        assert.ok(!shown.includes(secret), `${said} shows ${secret}`);
    }
  });

  test('a key with the scope `private` can read and filter private fields, but not search their words', async () => {
    const key = await newKey({ projects: ['whole'], kind: 'server', scopes: ['search', 'private'] });
    const found = await send(filtered('margin > 3'), 'whole', key);
    assert.ok((found.body['total'] as number) > 0);
    assert.ok((found.body['items'] as Fields[]).every(({ margin }) => Number(margin) > 3));
    const facets = (await send(get('facets=supplier'), 'whole', key)).body['facets'];
    assert.equal((facets as Record<string, { distinct: number }>)['supplier']?.distinct, 3);
    const words = await send(get('q=zephyrix'), 'whole', key);
    assert.equal(words.body['total'], 0);
  });

  test('items and the export contain private fields only for keys with the scope `private`', async () => {
    for (const [scopes, isShown] of [
      [['items:read'], false],
      [['items:read', 'private'], true],
    ] as const) {
      const key = await newKey({ projects: ['whole'], kind: 'server', scopes });
      const one = await service.ask<{ item: Fields }>('GET', '/api/items/p3?by=id', { key });
      assert.equal('margin' in one.body.item, isShown);
      const listed = await service.ask<{ items: Fields[] }>('GET', '/api/items?limit=2', { key });
      assert.equal('margin' in listed.body.items[0]!, isShown);
      const exported = await fetch(`${service.url}/api/items/export`, { headers: { 'x-api-key': key } });
      assert.equal((await exported.text()).includes('Zephyrix'), isShown);
    }
    const writer = await newKey({ projects: ['whole'], kind: 'server', scopes: ['items:write'] });
    const changed = await service.ask<{ item: Fields }>('PUT', '/api/items/p3?by=id', {
      key: writer,
      body: { project: 'whole', data: { margin: 1 } },
    });
    assert.deepEqual([changed.status, 'margin' in changed.body.item], [200, false]);
  });

  test('rules and ranking criteria may use a private field, without revealing it in scores or explanations', async () => {
    const rules = [{ id: 'best-margin', boost: 'margin >= 8' }];
    const search = { customRanking: [{ field: 'margin', order: 'desc' }] };
    await service.ask('PUT', '/api/projects/whole/rules', { headers: admin, body: { rules } });
    await service.ask('PUT', '/api/projects/whole/settings', { headers: admin, body: { search } });
    const key = await newKey({ projects: ['whole'] });
    const scopes = ['search', 'recommend', 'private'];
    const all = await newKey({ projects: ['whole'], kind: 'server', scopes });
    const request = get('q=chair&explain=true&grouped=false');
    const [restricted, whole] = [await send(request, 'whole', key), await send(request, 'whole', all)];
    const items = (answer: Answer) => answer.body['items'] as (Fields & { _score: number })[];
    assert.deepEqual(
      items(restricted).map(({ id }) => id),
      items(whole).map(({ id }) => id),
      'the order is the same',
    );
    assert.ok(Number(items(whole)[0]?.['margin']) >= 8, 'the rule is active');
    assert.match(JSON.stringify(whole.body), /best-margin/);
    // The reply names the rule that acted, but no item that it moved.
    const { rules: acting, ...others } = restricted.body;
    assert.deepEqual(acting, ['best-margin']);
    assert.doesNotMatch(JSON.stringify(others), /best-margin/);
    const list = (own: string) => {
      const body = { index: 'whole', limit: 50, explain: true };
      return service.ask<Fields>('POST', '/reco/popular', { key: own, body });
    };
    const [hidden, shown] = [await list(key), await list(all)];
    const listed = ({ body }: Answer) => (body['items'] as Fields[]).map(({ id }) => id);
    assert.deepEqual(listed(hidden), listed(shown));
    assert.match(JSON.stringify(shown.body), /"boost":1.5/);
    assert.doesNotMatch(JSON.stringify(hidden.body), /"boost"/);
    const scores = new Set(items(restricted).map(({ _score }) => _score));
    const plain = await send(request, 'cut', await newKey({ projects: ['cut'] }));
    assert.deepEqual(scores, new Set(items(plain).map(({ _score }) => _score)));
    await service.ask('PUT', '/api/projects/whole/rules', { headers: admin, body: { rules: [] } });
    await service.ask('PUT', '/api/projects/whole/settings', {
      headers: admin,
      body: { search: { customRanking: null } },
    });
  });

  test('all replies are as if items outside the key’s filter did not exist', async () => {
    const restricted = await newKey({ projects: ['whole', 'open'], filter: 'NOT tier:dealer' });
    const oracle = await newKey({
      projects: ['open'],
      kind: 'server',
      scopes: ['search', 'recommend', 'private'],
    });
    // Scores depend on all documents of the index; hits and counts do not.
    const listed = (answer: Answer): unknown => {
      const { items = [], total = null, facets = null, fallback = null, ignoredWords = null } = answer.body;
      const ids = (items as { id: string }[]).map(({ id }) => id).sort();
      return comparable({ status: answer.status, ids, total, facets, fallback, ignoredWords });
    };
    const ordinary = requests.filter((request) => {
      const said = `${request[1]('')}${JSON.stringify(request[2] ?? {})}`;
      // The other project has different scores in fallbacks and different completion counts.
      return !/margin|supplier|cost|zeph|quillon|suggest|reco?\//.test(decodeURIComponent(said));
    });
    assert.ok(ordinary.length > 5, `${ordinary.length} requests`);
    for (const request of ordinary) {
      const got = await send(request, 'whole', restricted);
      assert.deepEqual(
        listed(got),
        listed(await send(request, 'open', oracle)),
        `${request[1]('')} ${JSON.stringify(request[2] ?? {})}`,
      );
    }
    for (const request of requests) {
      const answer = await send(request, 'whole', restricted);
      // The request's own filter names it, and no item has it.
      const named = '{"value":"dealer","count":0,"selected":true}';
      const tiers = JSON.stringify(answer.body).replaceAll(named, '');
      assert.ok(!tiers.includes('dealer'), `${request[1]('')}: ${tiers}`);
      for (const hidden of ['"p0"', '"p4"', '"p8"', 'chair 4”']) {
        const isAsked = request[1]('').includes('p4');
        assert.ok(isAsked || !tiers.includes(hidden), `${request[1]('')} shows ${hidden}`);
      }
    }
    for (const path of ['/reco/similar', '/reco/fbt']) {
      const answer = await service.ask('POST', path, {
        key: restricted,
        body: { index: 'whole', item: 'p4' },
      });
      const unknown = await service.ask('POST', path, {
        key: restricted,
        body: { index: 'whole', item: 'nope' },
      });
      assert.equal(answer.status, 404);
      assert.equal(
        String(answer.body['detail']).replace('p4', ''),
        String(unknown.body['detail']).replace('nope', ''),
      );
    }
  });

  test('neither pins nor the popularity fallback return items outside the key’s filter', async () => {
    const rules = [{ id: 'pin-dealer', when: { query: 'oak' }, pin: [{ id: 'p4', position: 1 }] }];
    await service.ask('PUT', '/api/projects/whole/rules', { headers: admin, body: { rules } });
    const key = await newKey({ projects: ['whole'], filter: 'tier:open' });
    const pinned = await send(get('q=oak'), 'whole', key);
    assert.ok(!JSON.stringify(pinned.body).includes('"p4"'));
    const nothing = await send(get('q=xylophonium'), 'whole', key);
    assert.equal(nothing.body['fallback'], 'popular');
    assert.ok(!JSON.stringify(nothing.body).includes('dealer'));
    await service.ask('PUT', '/api/projects/whole/rules', { headers: admin, body: { rules: [] } });
  });

  test('private fields are not revealed by why-not, completions, pictures or similarity', async () => {
    const rules = [{ id: 'low-margin', hide: 'margin < 3' }];
    await service.ask('PUT', '/api/projects/whole/rules', { headers: admin, body: { rules } });
    const key = await newKey({ projects: ['whole'] });
    const hidden = Array.from({ length: count }, (_, i) => full(i)).find(({ margin }) => Number(margin) < 3)!;
    const why = await service.ask('GET', `/search/whole/why-not?item=${hidden.id}`, { key });
    assert.match(JSON.stringify(why.body), /Hidden by a rule/);
    assert.doesNotMatch(JSON.stringify(why.body), /low-margin/);
    await service.ask('PUT', '/api/projects/whole/rules', { headers: admin, body: { rules: [] } });
    const reader = await newKey({ projects: ['whole'], kind: 'server', scopes: ['settings'] });
    const opened = await service.ask('PUT', '/api/projects/whole/settings', {
      key: reader,
      body: { items: { privateFields: [] } },
    });
    assert.deepEqual([opened.status, opened.body['code']], [403, 'scope_missing']);
  });

  test('a private name gives no completions, and private pictures have no URLs', async () => {
    const items = [0, 1, 2].map((i) => ({ ...full(i), imgs: [`http://127.0.0.1:9/secret-${i}.jpg`] }));
    await fill('named', items, { items: { privateFields: ['name', 'imgs'] } });
    const key = await newKey({ projects: ['named'], kind: 'server', scopes: ['search', 'items:read'] });
    for (const q of ['open', 'oak']) {
      const { body } = await service.ask('GET', `/search/named/suggest?q=${q}`, { key });
      assert.doesNotMatch(JSON.stringify(body), /chair/, q);
    }
    const one = await service.ask('GET', '/api/items/p1?by=id', { key });
    assert.equal(one.status, 200);
    assert.doesNotMatch(JSON.stringify(one.body), /secret|chair/);
  });

  test('recently viewed items count only if they pass the key’s filter', async () => {
    const key = await newKey({ projects: ['whole'], filter: 'tier:open' });
    const list = async (seenNow: string): Promise<unknown> => {
      const body = { index: 'whole', user: 'nobody', seen: [seenNow] };
      const answer = await service.ask('POST', '/reco/user-recommendations', { key, body });
      return (answer.body['items'] as Fields[]).map(({ id, _reason }) => [id, _reason]);
    };
    assert.deepEqual(await list('p4'), await list('no-such-item'));
    assert.notDeepEqual(await list('p3'), await list('no-such-item'));
  });

  test('a key with a filter cannot have scopes that ignore the filter', async () => {
    for (const scope of ['items:read', 'items:write', 'settings', 'analytics', 'admin']) {
      const body = { scopes: ['search', scope], projects: ['whole'], kind: 'server', filter: 'tier:open' };
      assert.equal((await service.ask('POST', '/admin/keys', { body, headers: admin })).status, 400, scope);
    }
    const body = { scopes: ['search'], projects: ['whole'], filter: 'tier:(' };
    const wrong = await service.ask('POST', '/admin/keys', { body, headers: admin });
    assert.deepEqual([wrong.status, wrong.body['code']], [400, 'invalid_filter']);
  });

  test('fields that the API depends on cannot be private', async () => {
    for (const field of ['id', 'sku', 'active', 'groupId', '_id', '_score']) {
      const body = { items: { privateFields: [field] } };
      const answer = await service.ask('PUT', '/api/projects/whole/settings', { headers: admin, body });
      assert.equal(answer.status, 400, field);
    }
  });
});
