import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { algoliasearch, type IndexSettings, type Rule, type SynonymHit } from 'algoliasearch';
import { item, RunningService } from '../support/service.ts';

/** Settings, synonyms and rules of Algolia's clients. */

let service: RunningService;
let key: string;
before(async () => {
  service = await RunningService.start();
  key = await service.project('shop', ['search', 'items:read', 'items:write', 'settings', 'private']);
  const data = [
    item('a', { name: 'Oak sofa', brand: 'Acme', price: 30, color: 'red', margin: 3, maker: 'Juniper' }),
    item('b', { name: 'Steel sofa', brand: 'Bolt', price: 20, color: 'blue', margin: 1, maker: 'Maple' }),
    item('c', { name: 'Glass lamp', brand: 'Acme', price: 10, color: 'red', margin: 2, maker: 'Juniper' }),
  ];
  const body = { project: 'shop', data };
  assert.equal((await service.ask('POST', '/api/items', { key, body })).status, 201);
});
after(() => service[Symbol.asyncDispose]());

const client = () =>
  algoliasearch('shop', key, {
    hosts: [{ url: `127.0.0.1:${new URL(service.url).port}`, protocol: 'http', accept: 'readWrite' }],
  });
const indexName = 'shop';
async function set(indexSettings: IndexSettings, index = indexName): Promise<string | undefined> {
  const { taskID, ...reply } = await client().setSettings({ indexName: index, indexSettings });
  await client().waitForTask({ indexName: index, taskID });
  return (reply as { message?: string }).message;
}
async function ids(
  query: string,
  parameters: Record<string, unknown> = {},
  index = indexName,
): Promise<string[]> {
  const { results } = await client().search({ requests: [{ indexName: index, query, ...parameters }] });
  return (results[0] as unknown as { hits: { objectID: string }[] }).hits.map(({ objectID }) => objectID);
}
const refused = (status: number, message: RegExp) => (error: { status?: number; message: string }) => {
  assert.equal(error.status, status, error.message);
  assert.match(error.message, message);
  return true;
};

test('only searchable attributes are searched, until they are reset', async () => {
  assert.deepEqual((await ids('juniper')).sort(), ['a', 'c']);
  assert.equal(await set({ searchableAttributes: ['unordered(name)', 'brand,color'] }), undefined);
  assert.deepEqual(
    await ids('juniper', { removeWordsIfNoResults: 'none' }).then((all) => all.includes('c')),
    false,
  );
  assert.deepEqual((await ids('acme')).sort(), ['a', 'c']);
  assert.deepEqual(await ids('blue'), ['b']);
  const { searchableAttributes } = await client().getSettings({ indexName });
  assert.deepEqual(searchableAttributes?.toSorted(), ['brand', 'color', 'name']);
  await set({ searchableAttributes: ['*'] });
  assert.deepEqual((await ids('juniper')).sort(), ['a', 'c']);
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
      await service.ask<{ changes: Record<string, unknown> }>('GET', '/api/projects/shop/settings', {
        key,
      })
    ).body.changes;
  const change = async (body: object) => {
    const { status } = await service.ask('PUT', '/api/projects/shop/settings', { key, body });
    assert.ok(status === 200 || status === 202, String(status));
  };
  await change({ search, algolia: { replicas: [{ name: 'shop_price', sort: ['price:asc'] }] } });
  for (const attributes of [['*'], ['brand', 'maker', 'note.short', 'price', 'color', 'name', 'sku']]) {
    await set({ searchableAttributes: attributes });
    const before = await stored();
    assert.deepEqual((before['search'] as { zones: object[] }).zones.slice(0, 2), search.zones);
    const shown = await client().getSettings({ indexName });
    assert.equal(await set(shown as IndexSettings), undefined);
    assert.deepEqual(await stored(), before);
  }
  await set({ searchableAttributes: ['sku', 'brand', 'title'] });
  const limited = (await stored())['search'] as {
    zones: { fields: string[] }[];
    unsearchableFields: string[];
  };
  assert.deepEqual(
    limited.zones.map(({ fields }) => fields),
    [['brand'], ['sku', 'title']],
  );
  assert.deepEqual(limited.unsearchableFields, ['*', 'note']);
  await set({ searchableAttributes: null } as never);
  const reset = (await stored())['search'] as Record<string, unknown>;
  assert.deepEqual([reset['zones'], reset['unsearchableFields']], [undefined, ['note']]);
  await change({
    search: Object.fromEntries(Object.keys(search).map((name) => [name, null])),
    algolia: { replicas: null },
  });
});

test('a setting of another type is refused and changes none', async () => {
  await set({
    unretrievableAttributes: ['margin'],
    customRanking: ['desc(margin)'],
    replicas: ['shop_price'],
  });
  const before = await client().getSettings({ indexName });
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
    await assert.rejects(set({ [name]: value }), refused(400, /must/), `${name}: ${JSON.stringify(value)}`);
  assert.deepEqual(await client().getSettings({ indexName }), before);
  assert.match((await set({ typoTolerance: 'strict' })) ?? '', /typoTolerance/);
  assert.match((await set({ attributeForDistinct: 'color', distinct: false })) ?? '', /distinct/);
  await set({
    unretrievableAttributes: [],
    customRanking: [],
    replicas: [],
    typoTolerance: true,
    attributeForDistinct: null,
  } as never);
});

test('a staging index has the settings of its project', async () => {
  const before = await client().getSettings({ indexName });
  const message = await set({ customRanking: ['desc(margin)'] }, 'shop_tmp_1');
  assert.match(message ?? '', /staging index.*shop/);
  assert.deepEqual(await client().getSettings({ indexName }), before);
  await assert.rejects(client().getSettings({ indexName: 'shop_tmp_1' }), refused(403, /Index not allowed/));
});

test('facets keep what the shop has set for them', async () => {
  const body = { search: { facets: [{ field: 'brand', name: 'Make' }, { field: 'size' }] } };
  assert.equal((await service.ask('PUT', '/api/projects/shop/settings', { key, body })).status, 200);
  await set({ attributesForFaceting: ['searchable(color)', 'brand', 'filterOnly(price)'] });
  const { body: reply } = await service.ask<{ changes: { search: { facets: unknown } } }>(
    'GET',
    '/api/projects/shop/settings',
    { key },
  );
  assert.deepEqual(reply.changes.search.facets, [{ field: 'color' }, { field: 'brand', name: 'Make' }]);
  assert.deepEqual((await client().getSettings({ indexName })).attributesForFaceting, ['color', 'brand']);
});

test('replicas are created with the settings of the index, and sorted by their own', async () => {
  await set({ replicas: ['shop_price', 'virtual(shop_margin)'] });
  assert.deepEqual((await ids('', {}, 'shop_price')).length, 3);
  await set({ ranking: ['asc(price)', 'typo', 'geo', 'words'] }, 'shop_price');
  await set({ customRanking: ['desc(margin)', 'asc(price)'] }, 'shop_margin');
  assert.deepEqual(await ids('', {}, 'shop_price'), ['c', 'b', 'a']);
  assert.deepEqual(await ids('', {}, 'shop_margin'), ['a', 'c', 'b']);
  const shown = await client().getSettings({ indexName: 'shop_price' });
  assert.deepEqual([shown.ranking?.[0], shown.primary], ['asc(price)', 'shop']);
  assert.deepEqual((await client().getSettings({ indexName })).replicas, ['shop_price', 'shop_margin']);
  assert.match(
    (await set({ customRanking: ['asc(price)'], hitsPerPage: 5 }, 'shop_price')) ?? '',
    /hitsPerPage/,
  );
  // A list of replicas again keeps the orders of those that stay.
  await set({ replicas: ['shop_price'] });
  assert.deepEqual(await ids('', {}, 'shop_price'), ['c', 'b', 'a']);
  await assert.rejects(ids('', {}, 'shop_margin'), refused(403, /Index not allowed/));
});

test('what has no counterpart is told, and nothing of an invalid change is stored', async () => {
  const message = await set({
    customRanking: ['desc(margin)'],
    hitsPerPage: 5,
    decompoundedAttributes: { de: ['name'] },
  });
  assert.match(message ?? '', /hitsPerPage.*|decompoundedAttributes/);
  assert.match(message ?? '', /decompoundedAttributes/);
  const before = await client().getSettings({ indexName });
  assert.deepEqual(before.customRanking, ['desc(margin)']);
  await assert.rejects(
    client().setSettings({
      indexName,
      indexSettings: { customRanking: ['asc(price)'], minWordSizefor1Typo: 1_000 },
    }),
    refused(400, /minLengthOneTypo/),
  );
  assert.deepEqual(await client().getSettings({ indexName }), before);
  await set({ customRanking: null } as never);
  assert.deepEqual((await client().getSettings({ indexName })).customRanking, []);
});

test('private fields need the scope `private`', async () => {
  await set({ unretrievableAttributes: ['margin'] });
  assert.deepEqual((await client().getSettings({ indexName })).unretrievableAttributes, ['margin']);
  const headers = await service.signIn();
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['settings', 'search'], projects: ['shop'], kind: 'server' },
  });
  const weak = algoliasearch('shop', body.key, {
    hosts: [{ url: `127.0.0.1:${new URL(service.url).port}`, protocol: 'http', accept: 'readWrite' }],
  });
  await assert.rejects(
    weak.setSettings({ indexName, indexSettings: { unretrievableAttributes: [] } }),
    refused(403, /Method not allowed/),
  );
  assert.equal((await weak.getSettings({ indexName })).unretrievableAttributes, undefined);
  await set({ unretrievableAttributes: [] });
});

test('synonyms are saved, found, replaced and deleted by their ids', async () => {
  const couch: SynonymHit = { objectID: 's1', type: 'synonym', synonyms: ['sofa', 'couch'] };
  await client().saveSynonym({ indexName, objectID: 's1', synonymHit: couch });
  assert.deepEqual((await ids('couch')).sort(), ['a', 'b']);
  assert.deepEqual(await client().getSynonym({ indexName, objectID: 's1' }), couch);
  await client().saveSynonyms({
    indexName,
    synonymHit: [
      { objectID: 's2', type: 'oneWaySynonym', input: 'light', synonyms: ['lamp'] },
      { objectID: 's1', type: 'synonym', synonyms: ['sofa', 'settee'] },
    ],
  });
  assert.deepEqual(await ids('light'), ['c']);
  assert.deepEqual((await ids('settee')).sort(), ['a', 'b']);
  const { hits, nbHits } = await client().searchSynonyms({
    indexName,
    searchSynonymsParams: { query: 'SETTEE' },
  });
  assert.deepEqual([hits.map(({ objectID }) => objectID), nbHits], [['s1'], 1]);
  await assert.rejects(
    client().saveSynonyms({
      indexName,
      synonymHit: [
        { objectID: 's3', type: 'synonym', synonyms: ['bed', 'bunk'] },
        { objectID: 's4', type: 'placeholder', placeholder: '<size>', replacements: ['s', 'm'] },
      ],
    }),
    refused(400, /\[1\]\.synonyms.*placeholder/),
  );
  await assert.rejects(client().getSynonym({ indexName, objectID: 's3' }), refused(404, /does not exist/));
  await client().deleteSynonym({ indexName, objectID: 's2' });
  const all = [];
  await client().browseSynonyms({ indexName, aggregator: (page) => all.push(...page.hits) });
  assert.deepEqual(all.length, 1);
  await client().clearSynonyms({ indexName });
  assert.equal((await client().searchSynonyms({ indexName })).nbHits, 0);
});

test('synonyms of the console have an id as well', async () => {
  const body = { synonyms: [{ kind: 'equivalent', words: ['sofa', 'couch'] }] };
  assert.equal((await service.ask('PUT', '/api/projects/shop/synonyms', { key, body })).status, 200);
  const { hits } = await client().searchSynonyms({ indexName, searchSynonymsParams: { type: 'synonym' } });
  const [{ objectID }] = hits as [SynonymHit];
  await client().deleteSynonym({ indexName, objectID });
  assert.equal((await client().searchSynonyms({ indexName })).nbHits, 0);
});

test('rules are saved, applied, found and deleted', async () => {
  const rule: Rule = {
    objectID: 'glass-first',
    description: 'Glass for sofas',
    enabled: true,
    conditions: [{ pattern: 'sofa', anchoring: 'contains' }],
    consequence: {
      promote: [{ objectID: 'c', position: 0 }],
      hide: [{ objectID: 'b' }],
      userData: { banner: 'x.png' },
    },
    validity: [{ from: 1_700_000_000, until: 4_000_000_000 }],
  };
  await client().saveRule({ indexName, objectID: rule.objectID, rule });
  assert.deepEqual(await ids('sofa'), ['c', 'a']);
  assert.deepEqual(await client().getRule({ indexName, objectID: rule.objectID }), rule);
  const reply = await client().saveRules({
    indexName,
    rules: [
      {
        objectID: 'only-red',
        conditions: [{ context: 'sale' }],
        consequence: { params: { filters: 'color:red AND NOT price > 20', hitsPerPage: 3 } },
      },
      {
        objectID: 'no-cheap',
        conditions: [{ pattern: 'cheap', anchoring: 'contains' }],
        consequence: { params: { query: { edits: [{ type: 'remove', delete: 'cheap' }] } } },
      },
    ],
  });
  assert.match((reply as { message?: string }).message ?? '', /hitsPerPage/);
  assert.deepEqual(await ids('', { ruleContexts: ['sale'] }), ['c']);
  assert.deepEqual(await ids('cheap lamp'), ['c']);
  const found = await client().searchRules({ indexName, searchRulesParams: { context: 'sale' } });
  assert.deepEqual(
    found.hits.map(({ objectID }) => objectID),
    ['only-red'],
  );
  await assert.rejects(
    client().saveRules({
      indexName,
      rules: [
        { objectID: 'fine', consequence: { hide: [{ objectID: 'a' }] } },
        {
          objectID: 'facet',
          conditions: [{ pattern: '{facet:brand}', anchoring: 'contains' }],
          consequence: { params: { automaticFacetFilters: ['brand'] } },
        },
      ],
    }),
    refused(400, /\[1\].*facet/),
  );
  await assert.rejects(client().getRule({ indexName, objectID: 'fine' }), refused(404, /does not exist/));
  await client().deleteRule({ indexName, objectID: 'glass-first' });
  assert.deepEqual((await ids('sofa')).sort(), ['a', 'b']);
  await client().saveRules({ indexName, rules: [rule], clearExistingRules: true });
  assert.equal((await client().searchRules({ indexName })).nbHits, 1);
  await client().clearRules({ indexName });
  assert.deepEqual((await ids('', { ruleContexts: ['sale'] })).length, 3);
});

test('changes at the same time are all kept', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `s${i}`);
  await Promise.all(
    names.map((objectID, i) =>
      client().saveSynonym({
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
  assert.equal((await client().searchSynonyms({ indexName })).nbHits, 8);
  await client().clearSynonyms({ indexName });
});

test('a rule keeps what clients cannot read', async () => {
  const rules = [
    {
      id: 'all',
      name: 'All of it',
      when: [
        { query: 'sofa', match: 'contains', visitor: { is: 'returning' } },
        { query: 'couch', context: { rule: 'app', channel: ['web', 'store'] } },
        { filters: 'EXISTS color' },
      ],
      from: '2026-01-01T10:00:00.500Z',
      until: '2099-12',
      pin: [
        { id: 'a', position: 2 },
        { filter: 'brand:Acme', position: 5 },
      ],
      hide: 'price > 1000',
      filter: 'price < 5000 AND EXISTS color',
      boost: [{ filter: 'color:red', by: 3 }],
      bury: 'color:blue',
      facets: ['brand'],
      words: { replace: [{ from: 'settee', to: 'sofa' }] },
      redirect: { url: 'https://shop.example/sale' },
      userData: { banner: 1 },
    },
    { id: 'buried', enabled: false, bury: 'brand:Bolt' },
    { id: 'always', boost: 'brand:Acme' },
  ];
  const put = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
  assert.equal(put.status, 200);
  const stored = async () =>
    (await service.ask<{ rules: Record<string, unknown>[] }>('GET', '/api/projects/shop/rules', { key })).body
      .rules;
  const before = await stored();
  const { hits } = await client().searchRules({ indexName });
  for (const clearExistingRules of [false, true]) {
    const reply = await client().saveRules({ indexName, rules: hits as Rule[], clearExistingRules });
    assert.equal((reply as { message?: string }).message, undefined);
    assert.deepEqual(await stored(), before);
  }
  // What a client changes is changed, and the rest stays.
  const [all] = hits as [Rule];
  const message = await client().saveRule({
    indexName,
    objectID: 'all',
    rule: {
      ...all,
      enabled: false,
      conditions: [...all.conditions!.slice(1), { pattern: 'bench', anchoring: 'is' }],
      consequence: {
        ...all.consequence,
        promote: [{ objectID: 'b', position: 0 }],
        params: { ...all.consequence.params, optionalFilters: ['color:red', 'brand:Bolt'] },
      },
    },
  });
  assert.match((message as { message?: string }).message ?? '', /conditions on visitors/);
  const { when, pin, boost, ...rest } = rules[0]!;
  assert.deepEqual((await stored())[0], {
    ...rest,
    enabled: false,
    when: [...(when as object[]).slice(1), { query: 'bench', match: 'is' }],
    pin: [pin![1], { id: 'b', position: 1 }],
    boost: [...(boost as object[]), { filter: 'brand:Bolt' }],
  });
  await client().clearRules({ indexName });
});

test('a rule with a member of another type is refused, and one without a counterpart is told', async () => {
  const consequence = { hide: [{ objectID: 'a' }] };
  for (const wrong of [
    { conditions: { pattern: 'sofa', anchoring: 'is' } },
    { conditions: ['sofa'] },
    { conditions: [{ pattern: 5, anchoring: 'is' }] },
    { conditions: [{ anchoring: 'is' }] },
    { condition: 'sofa' },
    { validity: { from: 1, until: 2 } },
    { validity: [{ from: '2026-01-01' }] },
    { enabled: 'false' },
    { description: 5 },
    { consequence: { ...consequence, promote: { objectID: 'a', position: 1 } } },
    { consequence: { ...consequence, promote: [{ objectID: 'a' }] } },
    { consequence: { ...consequence, promote: [{ position: 1 }] } },
    { consequence: { hide: ['a'] } },
    { consequence: { ...consequence, params: 'hitsPerPage=5' } },
    { consequence: { ...consequence, params: { filters: ['brand:Acme'] } } },
  ])
    await assert.rejects(
      client().saveRule({
        indexName,
        objectID: 'x',
        rule: { objectID: 'x', consequence, ...wrong } as never,
      }),
      refused(400, /must be/),
      JSON.stringify(wrong),
    );
  const reply = await client().saveRule({
    indexName,
    objectID: 'x',
    rule: {
      objectID: 'x',
      tags: ['sale'],
      scope: 'shop',
      conditions: [{ pattern: 'sofa', anchoring: 'is', alternatives: true }],
      consequence: {
        ...consequence,
        filterPromotes: false,
        redirect: { indexName: 'other' },
        params: {
          automaticFacetFilters: ['brand'],
          hitsPerPage: 3,
          query: { edits: [{ type: 'remove', delete: 'big' }, { delete: 'x' }] },
          renderingContent: { facetOrdering: { facets: { order: ['brand'] } }, redirect: { url: '/sale' } },
        },
      },
    } as Rule,
  });
  for (const name of [
    'tags',
    'scope',
    'alternatives',
    'promoted items',
    'another index',
    'automaticFacetFilters',
    'hitsPerPage',
    'edits',
    'facetOrdering',
    '/sale',
  ])
    assert.ok((reply as { message?: string }).message?.includes(name), name);
  await client().clearRules({ indexName });
});

test('a thousand rules are saved at once', async () => {
  const rules = Array.from({ length: 1_000 }, (_, i): Rule => ({
    objectID: `r${i}`,
    conditions: [{ pattern: `word${i}`, anchoring: 'contains' }],
    consequence: { promote: [{ objectID: 'a', position: 0 }] },
  }));
  await client().saveRules({ indexName, rules });
  await client().saveRules({ indexName, rules: rules.slice(0, 999), clearExistingRules: true });
  assert.equal((await client().searchRules({ indexName })).nbHits, 999);
  await client().clearRules({ indexName });
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
    const reply = await fetch(`${service.url}/1/indexes/shop/${path}`, {
      method,
      body,
      headers: {
        'x-algolia-api-key': key,
        'x-algolia-application-id': 'shop',
        'content-type': 'application/json',
      },
    });
    const shown = (await reply.json()) as { message?: string; status?: number };
    assert.ok(reply.status < 500, `${reply.status} ${shown.message}`);
    if (reply.status !== 200) assert.equal(shown.status, reply.status);
  });
