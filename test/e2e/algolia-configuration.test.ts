import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type IndexSettings, type SynonymHit } from 'algoliasearch';
import { foundIds, refused, setSettings, startSofaShop } from '../support/algolia-configuration.ts';
import type { AlgoliaShop } from '../support/algolia-shop.ts';

/** Settings and synonyms of Algolia's clients. */

const indexName = 'shop';
const readMessage = (reply: object): string => ('message' in reply ? String(reply.message) : '');
let shop: AlgoliaShop;
before(async () => {
  shop = await startSofaShop();
});
after(() => shop[Symbol.asyncDispose]());

test('only searchable attributes are searched, until they are reset', async () => {
  assert.deepEqual((await foundIds(shop, 'juniper')).sort(), ['a', 'c']);
  assert.equal(
    await setSettings(shop, { searchableAttributes: ['unordered(name)', 'brand,color'] }),
    undefined,
  );
  assert.deepEqual(
    await foundIds(shop, 'juniper', { removeWordsIfNoResults: 'none' }).then((all) => all.includes('c')),
    false,
  );
  assert.deepEqual((await foundIds(shop, 'acme')).sort(), ['a', 'c']);
  assert.deepEqual(await foundIds(shop, 'blue'), ['b']);
  const { searchableAttributes } = await shop.client().getSettings({ indexName });
  assert.deepEqual(searchableAttributes?.toSorted(), ['brand', 'color', 'name']);
  await setSettings(shop, { searchableAttributes: ['*'] });
  assert.deepEqual((await foundIds(shop, 'juniper')).sort(), ['a', 'c']);
});

test('settings that a client reads and sends back change nothing', async () => {
  const search = {
    zones: [
      { fields: ['maker', 'color'], weight: 0.7, lengthPenalty: 0.1 },
      { fields: ['brand'], weight: 0.2, lengthPenalty: 0.4 },
    ],
    unsearchableFields: ['note'],
    facets: [{ field: 'brand', name: 'Make', order: 'count' }],
    customRanking: [{ field: 'margin', order: 'desc' }],
    groupBy: 'color',
    languages: ['en', 'de'],
    typos: { minLengthOneTypo: 5, disabledFields: ['brand'], disabledWords: ['sofa'] },
  };
  const stored = async () =>
    (
      await shop.service.ask<{ changes: Record<string, unknown> }>('GET', '/api/projects/shop/settings', {
        key: shop.key,
      })
    ).body.changes;
  const change = async (body: object) => {
    const { status } = await shop.service.ask('PUT', '/api/projects/shop/settings', { key: shop.key, body });
    assert.ok(status === 200 || status === 202, String(status));
  };
  await change({ search, algolia: { replicas: [{ name: 'shop_price', sort: ['price:asc'] }] } });
  for (const attributes of [['*'], ['brand', 'maker', 'note.short', 'price', 'color', 'name', 'sku']]) {
    await setSettings(shop, { searchableAttributes: attributes });
    const before = await stored();
    assert.deepEqual((before['search'] as { zones: object[] }).zones.slice(0, 2), search.zones);
    const shown = await shop.client().getSettings({ indexName });
    assert.equal(await setSettings(shop, shown as IndexSettings), undefined);
    assert.deepEqual(await stored(), before);
  }
  await setSettings(shop, { searchableAttributes: ['sku', 'brand', 'title'] });
  const limited = (await stored())['search'] as {
    zones: { fields: string[] }[];
    unsearchableFields: string[];
  };
  assert.deepEqual(
    limited.zones.map(({ fields }) => fields),
    [['brand'], ['sku', 'title']],
  );
  assert.deepEqual(limited.unsearchableFields, ['*', 'note']);
  await setSettings(shop, { searchableAttributes: null } as never);
  const reset = (await stored())['search'] as Record<string, unknown>;
  assert.deepEqual([reset['zones'], reset['unsearchableFields']], [undefined, ['note']]);
  await change({
    search: Object.fromEntries(Object.keys(search).map((name) => [name, null])),
    algolia: { replicas: null },
  });
});

test('a setting of another type is refused and changes none', async () => {
  await setSettings(shop, {
    unretrievableAttributes: ['margin'],
    customRanking: ['desc(margin)'],
    replicas: ['shop_price'],
  });
  const before = await shop.client().getSettings({ indexName });
  const lists = [
    'searchableAttributes',
    'attributesForFaceting',
    'unretrievableAttributes',
    'disableTypoToleranceOnAttributes',
    'disableTypoToleranceOnWords',
    'replicas',
    'ranking',
    'customRanking',
    'queryLanguages',
    'indexLanguages',
  ];
  const wrong = [
    ...lists.flatMap((name) =>
      ['margin', 5, true, {}, ['price', 5], [['price']], ['']].map((value) => [name, value]),
    ),
    ...['minWordSizefor1Typo', 'minWordSizefor2Typos'].flatMap((name) => [
      [name, '5'],
      [name, []],
      [name, 1.5],
    ]),
    ['customRanking', ['margin']],
    ['customRanking', Array.from({ length: 50 }, (_, i) => `asc(field${i})`)],
    ['queryLanguages', Array.from({ length: 50 }, () => 'en')],
    ['attributeForDistinct', 5],
    ['typoTolerance', 5],
    ['typoTolerance', 'always'],
  ] as [string, unknown][];
  for (const [name, value] of wrong)
    await assert.rejects(
      setSettings(shop, { [name]: value }),
      refused(400, /must/),
      `${name}: ${JSON.stringify(value)}`,
    );
  assert.deepEqual(await shop.client().getSettings({ indexName }), before);
  assert.match((await setSettings(shop, { typoTolerance: 'strict' })) ?? '', /typoTolerance/);
  assert.match(
    (await setSettings(shop, { attributeForDistinct: 'color', distinct: false })) ?? '',
    /distinct/,
  );
  await setSettings(shop, {
    unretrievableAttributes: [],
    customRanking: [],
    replicas: [],
    typoTolerance: true,
    attributeForDistinct: null,
  } as never);
});

test('a staging index has the settings of its project', async () => {
  const before = await shop.client().getSettings({ indexName });
  const message = await setSettings(shop, { customRanking: ['desc(margin)'] }, 'shop_tmp_1');
  assert.match(message ?? '', /staging index.*shop/);
  assert.deepEqual(await shop.client().getSettings({ indexName }), before);
  await assert.rejects(
    shop.client().getSettings({ indexName: 'shop_tmp_1' }),
    refused(403, /Index not allowed/),
  );
});

test('facets keep what the shop has set for them', async () => {
  const body = { search: { facets: [{ field: 'brand', name: 'Make' }, { field: 'size' }] } };
  assert.equal(
    (await shop.service.ask('PUT', '/api/projects/shop/settings', { key: shop.key, body })).status,
    200,
  );
  await setSettings(shop, {
    attributesForFaceting: ['afterDistinct(searchable(color))', 'brand', 'filterOnly(price)'],
  });
  const { body: reply } = await shop.service.ask<{ changes: { search: { facets: unknown } } }>(
    'GET',
    '/api/projects/shop/settings',
    { key: shop.key },
  );
  assert.deepEqual(reply.changes.search.facets, [{ field: 'color' }, { field: 'brand', name: 'Make' }]);
  assert.deepEqual((await shop.client().getSettings({ indexName })).attributesForFaceting, [
    'color',
    'brand',
  ]);
});

test('replicas are created with the settings of the index, and sorted by their own', async () => {
  await setSettings(shop, { replicas: ['shop_price', 'virtual(shop_margin)'] });
  assert.deepEqual((await foundIds(shop, '', {}, 'shop_price')).length, 3);
  await setSettings(shop, { ranking: ['asc(price)', 'typo', 'geo', 'words'] }, 'shop_price');
  await setSettings(shop, { customRanking: ['desc(margin)', 'asc(price)'] }, 'shop_margin');
  assert.deepEqual(await foundIds(shop, '', {}, 'shop_price'), ['c', 'b', 'a']);
  assert.deepEqual(await foundIds(shop, '', {}, 'shop_margin'), ['a', 'c', 'b']);
  const shown = await shop.client().getSettings({ indexName: 'shop_price' });
  assert.deepEqual([shown.ranking?.[0], shown.primary], ['asc(price)', 'shop']);
  assert.deepEqual((await shop.client().getSettings({ indexName })).replicas, ['shop_price', 'shop_margin']);
  assert.match(
    (await setSettings(shop, { customRanking: ['asc(price)'], hitsPerPage: 5 }, 'shop_price')) ?? '',
    /hitsPerPage/,
  );
  // A list of replicas again keeps the orders of those that stay.
  await setSettings(shop, { replicas: ['shop_price'] });
  assert.deepEqual(await foundIds(shop, '', {}, 'shop_price'), ['c', 'b', 'a']);
  await assert.rejects(foundIds(shop, '', {}, 'shop_margin'), refused(403, /Index not allowed/));
});

test('what has no counterpart is told, and nothing of an invalid change is stored', async () => {
  const message = await setSettings(shop, {
    customRanking: ['desc(margin)'],
    hitsPerPage: 5,
    decompoundedAttributes: { de: ['name'] },
  });
  assert.match(message ?? '', /hitsPerPage.*|decompoundedAttributes/);
  assert.match(message ?? '', /decompoundedAttributes/);
  const before = await shop.client().getSettings({ indexName });
  assert.deepEqual(before.customRanking, ['desc(margin)']);
  await assert.rejects(
    shop.client().setSettings({
      indexName,
      indexSettings: { customRanking: ['asc(price)'], minWordSizefor1Typo: 1_000 },
    }),
    refused(400, /minLengthOneTypo/),
  );
  assert.deepEqual(await shop.client().getSettings({ indexName }), before);
  await setSettings(shop, { customRanking: null } as never);
  assert.deepEqual((await shop.client().getSettings({ indexName })).customRanking, []);
});

test('private fields need the scope `private`', async () => {
  await setSettings(shop, { unretrievableAttributes: ['margin'] });
  assert.deepEqual((await shop.client().getSettings({ indexName })).unretrievableAttributes, ['margin']);
  const headers = await shop.service.signIn();
  const { body } = await shop.service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['settings', 'search'], projects: ['shop'], kind: 'server' },
  });
  const weak = shop.client(body.key);
  await assert.rejects(
    weak.setSettings({ indexName, indexSettings: { unretrievableAttributes: [] } }),
    refused(403, /Method not allowed/),
  );
  assert.equal((await weak.getSettings({ indexName })).unretrievableAttributes, undefined);
  await setSettings(shop, { unretrievableAttributes: [] });
});

test('synonyms are saved, found, replaced and deleted by their ids', async () => {
  const couch: SynonymHit = { objectID: 's1', type: 'synonym', synonyms: ['sofa', 'couch'] };
  await shop.client().saveSynonym({ indexName, objectID: 's1', synonymHit: couch });
  assert.deepEqual((await foundIds(shop, 'couch')).sort(), ['a', 'b']);
  assert.deepEqual(await shop.client().getSynonym({ indexName, objectID: 's1' }), couch);
  await shop.client().saveSynonyms({
    indexName,
    synonymHit: [
      { objectID: 's2', type: 'oneWaySynonym', input: 'light', synonyms: ['lamp'] },
      { objectID: 's1', type: 'synonym', synonyms: ['sofa', 'settee'] },
    ],
  });
  assert.deepEqual(await foundIds(shop, 'light'), ['c']);
  assert.deepEqual((await foundIds(shop, 'settee')).sort(), ['a', 'b']);
  const { hits, nbHits } = await shop.client().searchSynonyms({
    indexName,
    searchSynonymsParams: { query: 'SETTEE' },
  });
  assert.deepEqual([hits.map(({ objectID }) => objectID), nbHits], [['s1'], 1]);
  const saved = await shop.client().saveSynonyms({
    indexName,
    synonymHit: [
      { objectID: 's3', type: 'synonym', synonyms: ['bed', 'bunk'] },
      { objectID: 's4', type: 'placeholder', placeholder: '<size>', replacements: ['s', 'm'] },
      { objectID: 's5', type: 'synonym', synonyms: ['chair', 'one-two-three-four-five'] },
    ],
  });
  assert.match(readMessage(saved), /the synonyms s4: the type placeholder.*the synonyms s5: .*4 words/);
  assert.deepEqual((await shop.client().getSynonym({ indexName, objectID: 's3' })).synonyms, ['bed', 'bunk']);
  for (const objectID of ['s4', 's5'])
    await assert.rejects(shop.client().getSynonym({ indexName, objectID }), refused(404, /.*/));
  await assert.rejects(
    shop.client().saveSynonyms({
      indexName,
      synonymHit: [{ objectID: 's4', type: 'placeholder', placeholder: '<size>', replacements: ['s', 'm'] }],
    }),
    refused(400, /the synonyms s4: the type placeholder/),
  );
  await shop.client().deleteSynonym({ indexName, objectID: 's2' });
  const all = [];
  await shop.client().browseSynonyms({ indexName, aggregator: (page) => all.push(...page.hits) });
  assert.deepEqual(all.length, 2);
  await shop.client().clearSynonyms({ indexName });
  assert.equal((await shop.client().searchSynonyms({ indexName })).nbHits, 0);
});

test('synonyms that are the same after analysis or lead to each other are saved as they are sent', async () => {
  const synonymHit: SynonymHit[] = [
    { objectID: 'w', type: 'synonym', synonyms: ['wi-fi', 'wifi', 'wi fi'] },
    { objectID: 'a', type: 'synonym', synonyms: ['sofa', 'settee'] },
    { objectID: 'b', type: 'synonym', synonyms: ['settee', 'sofa', 'divan'] },
    { objectID: 'c', type: 'oneWaySynonym', input: 'divan', synonyms: ['bunk'] },
    { objectID: 'd', type: 'oneWaySynonym', input: 'bunk', synonyms: ['divan'] },
  ];
  const saved = await shop.client().saveSynonyms({ indexName, synonymHit });
  assert.ok(!('message' in saved));
  for (const hit of synonymHit)
    assert.deepEqual(await shop.client().getSynonym({ indexName, objectID: hit.objectID }), hit);
  assert.ok((await foundIds(shop, 'divan', { removeWordsIfNoResults: 'none' })).includes('a'));
  // In the console they are an error, which a person can fix.
  const { status } = await shop.service.ask('PUT', '/api/projects/shop/synonyms', {
    key: shop.key,
    body: { synonyms: [{ kind: 'equivalent', words: ['wi-fi', 'wi fi'] }] },
  });
  assert.equal(status, 400);
  await shop.client().clearSynonyms({ indexName });
});

test('synonyms of the console have an id as well', async () => {
  const body = { synonyms: [{ kind: 'equivalent', words: ['sofa', 'couch'] }] };
  assert.equal(
    (await shop.service.ask('PUT', '/api/projects/shop/synonyms', { key: shop.key, body })).status,
    200,
  );
  const { hits } = await shop
    .client()
    .searchSynonyms({ indexName, searchSynonymsParams: { type: 'synonym' } });
  const [{ objectID }] = hits as [SynonymHit];
  await shop.client().deleteSynonym({ indexName, objectID });
  assert.equal((await shop.client().searchSynonyms({ indexName })).nbHits, 0);
});

test('synonyms of another form are refused', async () => {
  for (const [wrong, message] of [
    [{ type: 'other', synonyms: ['sofa', 'couch'] }, /type must be/],
    [{ type: 'synonym', synonyms: 'sofa,couch' }, /synonyms must be a list/],
    [{ type: 'synonym', synonyms: ['sofa', 'couch', 5] }, /synonyms must be a list/],
    [{ type: 'oneWaySynonym', synonyms: ['sofa'] }, /synonyms must be/],
    [{ type: 'altCorrection1', word: 'sofa', corrections: [['couch']] }, /corrections must be a list/],
  ] as [object, RegExp][])
    await assert.rejects(
      shop
        .client()
        .saveSynonym({ indexName, objectID: 's', synonymHit: { objectID: 's', ...wrong } as never }),
      refused(400, message),
      JSON.stringify(wrong),
    );
});

test('synonyms and rules are those of the project, not of its replicas and staging indexes', async () => {
  await setSettings(shop, { replicas: ['shop_price'] });
  const synonymHit: SynonymHit = { objectID: 's', type: 'synonym', synonyms: ['sofa', 'couch'] };
  await shop.client().saveSynonym({ indexName, objectID: 's', synonymHit });
  for (const index of ['shop_price', 'shop_query_suggestions', 'shop_tmp_1']) {
    await assert.rejects(
      shop.client().clearSynonyms({ indexName: index }),
      refused(400, /read-only|of its own/),
    );
    await assert.rejects(
      shop.client().clearRules({ indexName: index }),
      refused(400, /read-only|of its own/),
    );
  }
  assert.deepEqual(await shop.client().getSynonym({ indexName: 'shop_price', objectID: 's' }), synonymHit);
  await assert.rejects(
    setSettings(shop, { ranking: ['asc(price)'] }, 'shop_query_suggestions'),
    refused(400, /of its own/),
  );
  await setSettings(shop, { replicas: [] });
  await shop.client().clearSynonyms({ indexName });
});

test('changes at the same time are all kept', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `s${i}`);
  await Promise.all(
    names.map((objectID, i) =>
      shop.client().saveSynonym({
        indexName,
        objectID,
        synonymHit: {
          objectID,
          type: 'synonym',
          synonyms: [`wordy${'abcdefgh'[i]}x`, `other${'abcdefgh'[i]}q`],
        },
      }),
    ),
  );
  assert.equal((await shop.client().searchSynonyms({ indexName })).nbHits, 8);
  await shop.client().clearSynonyms({ indexName });
});

for (const [path, method, body] of [
  ['settings', 'PUT', '[]'],
  ['settings', 'PUT', '{"customRanking":[{"a":1}],"searchableAttributes":5}'],
  ['settings', 'PUT', '{"replicas":["shop_x","shop_x",7,""]}'],
  ['synonyms/batch', 'POST', '{}'],
  ['synonyms/batch', 'POST', '[null]'],
  ['synonyms/x', 'PUT', '{"type":"synonym","synonyms":["one"]}'],
  ['synonyms/search', 'POST', '{"hitsPerPage":-1}'],
  ['rules/batch', 'POST', '[{"objectID":"x"}]'],
  ['rules/batch', 'POST', '[{"objectID":"x","consequence":{}}]'],
  ['rules/x', 'PUT', '{"consequence":{"promote":[{"objectID":"a","position":-5}]}}'],
  ['rules/search', 'POST', '{"enabled":"maybe"}'],
] as const)
  test(`${method} ${path} with ${body} is no failure of the service`, async () => {
    const reply = await fetch(`${shop.service.url}/1/indexes/shop/${path}`, {
      method,
      body,
      headers: {
        'x-algolia-api-key': shop.key,
        'x-algolia-application-id': 'shop',
        'content-type': 'application/json',
      },
    });
    const shown = (await reply.json()) as { message?: string; status?: number };
    assert.ok(reply.status < 500, `${reply.status} ${shown.message}`);
    if (reply.status !== 200) assert.equal(shown.status, reply.status);
  });
