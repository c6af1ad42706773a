import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { ids, refusal, type Found, type Problem, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { costlyPollMs, until } from '../support/until.ts';

/** Text and photo search with all parameters. */
let service: LocalService;
let key = '';

const asData = (name: string) => `data:image/jpeg;base64,${readGroceryPicture(name).toString('base64')}`;
const catalogItems = [
  item('lemon', { name: 'Yellow lemon', price: 1, brand: 'Citro', category: 'Fruit', imgs: asData('lemon') }),
  item('lime', { name: 'Green lime', price: 2, brand: 'Citro', category: 'Fruit', imgs: [asData('lime')] }),
  item('pepper', {
    name: 'Red bell pepper',
    price: 3,
    brand: 'Paprico',
    category: 'Vegetables',
    imgs: asData('red-bell-pepper'),
  }),
  item('leek', {
    name: 'Leek',
    price: 4,
    brand: 'Porro',
    category: 'Vegetables',
    imgs: asData('leek'),
    organic: true,
  }),
  item('melon', {
    name: 'Watermelon, red inside',
    price: 5,
    category: ['Fruit', 'Summer'],
    imgs: asData('watermelon'),
  }),
];

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project('shop');
  const answer = await service.ask('POST', '/api/items', {
    key,
    body: { project: 'shop', data: catalogItems },
  });
  assert.equal(answer.status, 201);
  // Pictures are embedded in the background.
  await until(
    'The pictures were not found',
    async () => {
      const found = await service.ask<Found>('POST', '/image-search/shop', {
        key,
        body: { uploaded_file: asData('lemon') },
      });
      return found.body.total === catalogItems.length;
    },
    costlyPollMs,
  );
});
after(() => service[Symbol.asyncDispose]());

const search = (query: string) => service.ask<Found>('GET', `/search/shop?${query}`, { key });
const post = <T = Found>(path: string, body: unknown) => service.ask<T>('POST', path, { key, body });

test('GET /search/:project returns the documented members', async () => {
  const { body } = await search('q=lemon');
  const members =
    'correctedQuery facetOrder facets fallback items query rules searchId semantic tookMs total';
  assert.equal(Object.keys(body).sort().join(' '), members);
  assert.deepEqual(body.items[0]?.['_highlights'], { name: 'Yellow <em>lemon</em>' });
  assert.equal(body['query'], 'lemon');
});

test('`q` is accepted under each of its names, in the query and in the body', async () => {
  for (const name of ['q', 'query', 'text', 'search', 'term', 'keyword']) {
    const inAddress = await search(`${name}=leek`);
    const inBody = await post('/search/shop', { [name]: 'leek' });
    assert.deepEqual([ids(inAddress.body), ids(inBody.body)], [['leek'], ['leek']], name);
    assert.equal(inAddress.body['warnings'], undefined);
  }
  assert.deepEqual(ids((await search('q=red&filter=brand:Paprico')).body), ['pepper']);
});

test('a search without `q` lists the catalog, and `limit` 0 only counts', async () => {
  assert.equal((await search('')).body.items.length, catalogItems.length);
  const counted = await search('limit=0');
  assert.deepEqual([counted.body.items.length, counted.body.total], [0, catalogItems.length]);
});

test('`limit` is 0 to 1,000 and offset + limit at most 10,000', async () => {
  for (const good of [
    'limit=0',
    'limit=1000',
    'offset=9980',
    'offset=9000&limit=1000',
    'limit=',
    'offset=',
  ]) {
    assert.equal((await search(good)).status, 200, good);
  }
  for (const [bad, place] of [
    ['limit=-1', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=9981', 'offset'],
    ['offset=9001&limit=1000', 'offset'],
    ['offset=10001', 'offset'],
    ['explain=perhaps', 'explain'],
    [`q=${'a'.repeat(1_001)}`, 'q'],
    [`user=${'a'.repeat(257)}`, 'user'],
    ['q=a%00b', 'q'],
    ['q=%ff', 'query'],
    ['sort=:', 'sort[0]'],
    ['facets=brand:1001', 'facets[0]'],
    [`facets=${Array.from({ length: 51 }, (_, i) => `f${i}`).join()}`, 'facets'],
    [`sort=${Array.from({ length: 9 }, (_, i) => `f${i}`).join()}`, 'sort'],
  ] as const) {
    assert.equal(refusal(await search(bad)), `400 invalid_request ${place}`, bad);
  }
  assert.equal((await search(`q=${'a'.repeat(1_000)}`)).status, 200);
});

test('`filters` accepts the whole grammar', async () => {
  for (const [filters, expected] of [
    ['brand:Citro', ['lemon', 'lime']],
    ['brand:Citro AND price < 2', ['lemon']],
    ['(brand:Porro OR brand:Paprico) AND NOT organic:true', ['pepper']],
    ['price:2 TO 3', ['lime', 'pepper']],
    ['EXISTS organic', ['leek']],
    ['category:Summer', ['melon']],
    ['category != Fruit', ['leek', 'pepper']],
    ['brand IN [Porro, "Paprico"]', ['leek', 'pepper']],
  ] as const) {
    const { body } = await search(`filters=${encodeURIComponent(filters)}`);
    assert.deepEqual(ids(body).sort(), expected, filters);
    assert.equal(body.total, expected.length);
  }
});

test('an invalid filter is rejected with its position', async () => {
  const answer = await search(`filters=${encodeURIComponent('brand:Citro AND')}`);
  assert.equal(refusal(answer), '400 invalid_filter filters');
  const { detail, position } = answer.body as unknown as Problem;
  assert.equal(position, 15);
  assert.match(detail, /name of a field.*position 15/);
});

test('`facets` have exact counts over all matches', async () => {
  const { body } = await search('facets=brand,category:1,price&limit=0');
  assert.deepEqual(body.facets['brand']?.values[0], { value: 'Citro', count: 2 });
  assert.equal(body.facets['brand']?.distinct, 3);
  assert.equal(body.facets['category']?.values.length, 1);
  assert.equal(body.facets['category']?.distinct, 3);
  assert.deepEqual(body.facets['price']?.stats, { min: 1, max: 5, avg: 3, sum: 15, count: 5 });
});

test('`sort` accepts four notations, and items without the field are last', async () => {
  for (const spelling of ['price:desc', '-price', 'desc(price)', 'price:DESC']) {
    assert.deepEqual(ids((await search(`sort=${spelling}`)).body), [
      'melon',
      'leek',
      'pepper',
      'lime',
      'lemon',
    ]);
  }
  assert.deepEqual(ids((await search('sort=price')).body), ['lemon', 'lime', 'pepper', 'leek', 'melon']);
  assert.equal(ids((await search('sort=-brand,price')).body).at(-1), 'melon');
});

test('`highlight` and `explain` add highlights and explanations', async () => {
  const plain = await search('q=leek&highlight=false');
  assert.deepEqual(plain.body.items[0]?.['_highlights'] ?? {}, {});
  const explained = await search('q=leek&explain=true');
  assert.ok(Object.keys(explained.body.items[0]?.['_ranking'] as Sent).length > 1);
  assert.equal(plain.body.items[0]?.['_ranking'], undefined);
});

test('GET /search/:project/suggest completes a partial query', async () => {
  const { status, body } = await service.ask('GET', '/search/shop/suggest?q=yel&limit=3', { key });
  assert.equal(status, 200);
  const [first] = body['suggestions'] as { text: string; highlighted: string; kind: string; count: number }[];
  assert.match(first?.text ?? '', /yellow/i);
  for (const bad of ['limit=0', 'limit=21']) {
    assert.equal(
      refusal(await service.ask('GET', `/search/shop/suggest?q=y&${bad}`, { key })),
      '400 invalid_request limit',
    );
  }
});

test('POST /search/:project/facets/:field searches the values of a facet', async () => {
  const { body } = await post<{ values: { value: string; count: number }[] }>('/search/shop/facets/brand', {
    facetQuery: 'por',
  });
  assert.deepEqual(body.values, [{ value: 'Porro', count: 1 }]);
  const narrowed = await post<{ values: unknown[] }>('/search/shop/facets/brand', { filters: 'price < 3' });
  assert.deepEqual(narrowed.body.values, [{ value: 'Citro', count: 2 }]);
});

test('POST /search returns several results in order, or rejects the request with the path of the error', async () => {
  const { body } = await post<{ results: Found[] }>('/search', {
    project: 'shop',
    searches: [{ q: 'leek' }, { q: 'lemon', limt: 1 }, {}],
  });
  assert.deepEqual(
    body.results.map(({ total }) => total),
    [1, 1, 5],
  );
  assert.match(JSON.stringify(body.results[1]?.['warnings']), /did you mean `limit`/);
  const wrong = (searches: unknown) => post('/search', { searches });
  assert.equal(refusal(await wrong([{}, { limit: -1 }])), '400 invalid_request searches[1].limit');
  assert.equal(refusal(await wrong([{ filters: 'a' }])), '400 invalid_filter searches[0].filters');
  assert.equal(refusal(await wrong([])), '400 invalid_request searches');
  assert.equal(refusal(await wrong(['q'])), '400 invalid_request searches[0]');
  assert.equal((await wrong(Array.from({ length: 20 }, () => ({})))).status, 200);
  assert.equal(refusal(await wrong(Array.from({ length: 21 }, () => ({})))), '400 invalid_request searches');
});

test('POST /search accepts at most 2,000 items, 200 facets and 20,000 facet values in total', async () => {
  const ask = (...searches: unknown[]) => post('/search', { project: 'shop', searches });
  const facets = (count: number, limit: number) => Array.from({ length: count }, (_, i) => `f${i}:${limit}`);
  const full = { limit: 1_000, facets: facets(20, 1_000) };
  const most = [{ limit: 1_000 }, ...Array.from({ length: 3 }, () => ({ limit: 0, facets: facets(50, 0) }))];
  assert.equal((await ask(full, ...most.slice(0, 1))).status, 200);
  assert.equal((await ask({ limit: 0, facets: facets(50, 0) }, ...most)).status, 200);
  const refused = async (...searches: unknown[]) => {
    const answer = await ask(...searches);
    return `${refusal(answer)} ${/at most \d+ [a-z ]+/.exec(JSON.stringify(answer.body))?.[0]}`;
  };
  assert.equal(
    await refused(full, { limit: 1_000 }, { limit: 1 }),
    '400 invalid_request searches at most 2000 items in all',
  );
  assert.equal(
    await refused({ facets: facets(50, 0) }, ...most, { limit: 0, facets: ['a:0'] }),
    '400 invalid_request searches at most 200 facets in all',
  );
  assert.equal(
    await refused({ ...full, limit: 0 }, { facets: ['a:1'] }),
    '400 invalid_request searches at most 20000 values of facets in all',
  );
});

function form(parts: Record<string, string | Uint8Array>): FormData {
  const data = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    data.append(
      name,
      typeof part === 'string' ? part : new Blob([new Uint8Array(part)], { type: 'image/jpeg' }),
    );
  }
  return data;
}

type Body = NonNullable<RequestInit['body']>;

async function photoSearch(
  body: Body,
  type: string | null,
  query = '',
): Promise<{ status: number; body: Found }> {
  const headers: Record<string, string> = {
    'x-api-key': key,
    ...(type === null ? {} : { 'content-type': type }),
  };
  const response = await fetch(`${service.url}/image-search/shop${query}`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Found };
}

const leek = readGroceryPicture('leek');
const base64 = leek.toString('base64');
const encodings: [name: string, body: () => Body, type: string | null][] = [
  ['base64 in JSON', () => JSON.stringify({ uploaded_file: base64 }), 'application/json'],
  [
    'base64url in JSON',
    () => JSON.stringify({ uploaded_file: leek.toString('base64url') }),
    'application/json',
  ],
  [
    'a data: URI in JSON',
    () => JSON.stringify({ uploaded_file: asData('leek') }),
    'application/json; charset=utf-8',
  ],
  ['a file of a form', () => form({ uploaded_file: leek }), null],
  ['a file of a form under another name', () => form({ photo: leek }), null],
  ['a field of a form in base64', () => form({ uploaded_file: base64 }), null],
  ['the raw body as image/jpeg', () => new Uint8Array(leek), 'image/jpeg'],
  ['the raw body as application/octet-stream', () => new Uint8Array(leek), 'application/octet-stream'],
];
for (const [name, body, type] of encodings) {
  test(`POST /image-search/:project accepts ${name}`, async () => {
    const answer = await photoSearch(body(), type);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.items[0]?.id, 'leek');
    assert.equal(answer.body.total, catalogItems.length);
    assert.match(String(answer.body.items[0]?.['_picture']), /^\/media\//);
    assert.ok(['high', 'low', 'out_of_catalog'].includes(String(answer.body['confidence'])));
  });
}

test('POST /image-search/:project accepts the other parameters in a body, a form or the query', async () => {
  const file = { uploaded_file: base64 };
  const inBody = await post('/image-search/shop', {
    ...file,
    limit: 2,
    filters: 'category:Fruit',
    facets: ['brand'],
  });
  assert.deepEqual([inBody.body.items.length, inBody.body.total], [2, 3]);
  assert.equal(inBody.body.facets['brand']?.values[0]?.value, 'Citro');
  const inForm = await photoSearch(form({ ...file, limit: '1', filters: 'category:Fruit' }), null);
  assert.deepEqual([inForm.body.items.length, inForm.body.total], [1, 3]);
  const inAddress = await photoSearch(new Uint8Array(leek), 'image/jpeg', '?limit=1&offset=1&limt=3');
  assert.equal(inAddress.body.items.length, 1);
  assert.equal((inAddress.body['warnings'] as unknown[]).length, 1);
  const cropped = await post('/image-search/shop', { ...file, crop: { x: 0, y: 0, width: 1, height: 1 } });
  assert.equal(cropped.body.items[0]?.id, 'leek');
  assert.equal((await post('/image-search/shop', { ...file, crop: '0.2,0.2,0.5,0.5' })).status, 200);
  const withWords = await post('/image-search/shop', { uploaded_file: asData('lime'), q: 'lemon' });
  assert.equal(withWords.body.items[0]?.id, 'lemon');
  for (const [wrong, place] of [
    [{ crop: '0,0,2,1' }, 'crop'],
    [{ crop: [0, 0, 1, 1] }, 'crop'],
    [{ crop: { x: 0 } }, 'crop'],
    [{ limit: 1001 }, 'limit'],
    [{ filters: 'x' }, 'filters'],
    [{ uploaded_file: 7 }, 'uploaded_file'],
    [{ uploaded_file: null }, 'uploaded_file'],
    [{ uploaded_file: '***' }, 'uploaded_file'],
  ] as const) {
    const answer = await post('/image-search/shop', { ...file, ...wrong });
    assert.match(refusal(answer), new RegExp(`^400 invalid_(request|filter) ${place}$`));
  }
});

test('POST /image-search/:project sorts, groups and explains as a text search, and returns the matching picture', async () => {
  const file = { uploaded_file: base64 };
  const sorted = await post('/image-search/shop', { ...file, sort: '-price', explain: true, q: 'leek' });
  assert.deepEqual(ids(sorted.body), ['leek']);
  assert.ok(sorted.body.items[0]?.['_ranking'] !== undefined);
  assert.equal(sorted.body.items[0]?.['_pictureIndex'], 0);
  assert.equal(sorted.body['part'], null);
  const part = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 };
  assert.deepEqual((await post('/image-search/shop', { ...file, crop: part })).body['part'], part);
  assert.equal(
    refusal(await post('/image-search/shop', { ...file, sort: 'distance(x)' })),
    '400 invalid_request sort[0]',
  );
});

test('POST /image-search/:project fetches no picture from a private address', async () => {
  for (const address of [
    `${service.url}/health`,
    'http://127.0.0.1/a.jpg',
    'http://[::1]/a.jpg',
    'http://[::ffff:127.0.0.1]/a.jpg',
    'http://10.0.0.1/a.jpg',
    'http://169.254.169.254/latest/meta-data',
    'http://2130706433/a.jpg',
    'http://0x7f.1/a.jpg',
    'http://localhost/a.jpg',
  ]) {
    const answer = await post('/image-search/shop', { uploaded_file: address });
    assert.equal(refusal(answer), '422 image_fetch_failed uploaded_file', address);
  }
});

test('GET /search groups variants by product, with the best first and the others as stored', async () => {
  const own = await service.project('clothes');
  const data = ['S', 'M', 'L'].map((size) =>
    item(`tee-${size}`, { name: 'Tee', size, groupId: 'tee', odd: '1.0' }),
  );
  await service.ask('POST', '/api/items', { key: own, body: { project: 'clothes', data } });
  const { body } = await service.ask<Found>('GET', '/search/clothes?q=tee&variants=1&explain=true', {
    key: own,
  });
  assert.equal(body.total, 1);
  assert.deepEqual(ids(body), ['tee-S']);
  const { count, items } = body.items[0]!['_variants'] as { count: number; items: Sent[] };
  assert.equal(count, 3);
  assert.deepEqual(
    items.map(({ id, size, odd }) => [id, size, odd]),
    [['tee-M', 'M', '1.0']],
  );
  const apart = await service.ask<Found>('GET', '/search/clothes?q=tee&grouped=false', { key: own });
  assert.deepEqual(ids(apart.body), ['tee-S', 'tee-M', 'tee-L']);
  assert.equal(apart.body.items[0]!['_variants'], undefined);
  for (const variants of ['-1', '21', 'all']) {
    const refused = await service.ask('GET', `/search/clothes?q=tee&variants=${variants}`, { key: own });
    assert.equal(refusal(refused), '400 invalid_request variants');
  }
});
