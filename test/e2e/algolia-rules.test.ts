import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Rule } from 'algoliasearch';
import { foundIds, refused, startSofaShop } from '../support/algolia-configuration.ts';
import type { AlgoliaShop } from '../support/algolia-shop.ts';

/** Rules of Algolia's clients. */

const indexName = 'shop';
let shop: AlgoliaShop;
before(async () => {
  shop = await startSofaShop();
});
after(() => shop[Symbol.asyncDispose]());

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
  await shop.client().saveRule({ indexName, objectID: rule.objectID, rule });
  assert.deepEqual(await foundIds(shop, 'sofa'), ['c', 'a']);
  assert.deepEqual(await shop.client().getRule({ indexName, objectID: rule.objectID }), rule);
  const reply = await shop.client().saveRules({
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
  assert.deepEqual(await foundIds(shop, '', { ruleContexts: ['sale'] }), ['c']);
  assert.deepEqual(await foundIds(shop, 'cheap lamp'), ['c']);
  const found = await shop.client().searchRules({ indexName, searchRulesParams: { context: 'sale' } });
  assert.deepEqual(
    found.hits.map(({ objectID }) => objectID),
    ['only-red'],
  );
  await assert.rejects(
    shop.client().saveRules({
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
  await assert.rejects(
    shop.client().getRule({ indexName, objectID: 'fine' }),
    refused(404, /does not exist/),
  );
  await shop.client().deleteRule({ indexName, objectID: 'glass-first' });
  assert.deepEqual((await foundIds(shop, 'sofa')).sort(), ['a', 'b']);
  await shop.client().saveRules({ indexName, rules: [rule], clearExistingRules: true });
  assert.equal((await shop.client().searchRules({ indexName })).nbHits, 1);
  await shop.client().clearRules({ indexName });
  assert.deepEqual((await foundIds(shop, '', { ruleContexts: ['sale'] })).length, 3);
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
  const put = await shop.service.ask('PUT', '/api/projects/shop/rules', { key: shop.key, body: { rules } });
  assert.equal(put.status, 200);
  const stored = async () =>
    (
      await shop.service.ask<{ rules: Record<string, unknown>[] }>('GET', '/api/projects/shop/rules', {
        key: shop.key,
      })
    ).body.rules;
  const before = await stored();
  const { hits } = await shop.client().searchRules({ indexName });
  for (const clearExistingRules of [false, true]) {
    const reply = await shop.client().saveRules({ indexName, rules: hits as Rule[], clearExistingRules });
    assert.equal((reply as { message?: string }).message, undefined);
    assert.deepEqual(await stored(), before);
  }
  // What a client changes is changed, and the rest stays.
  const [all] = hits as [Rule];
  const message = await shop.client().saveRule({
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
  await shop.client().clearRules({ indexName });
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
      shop.client().saveRule({
        indexName,
        objectID: 'x',
        rule: { objectID: 'x', consequence, ...wrong } as never,
      }),
      refused(400, /must be/),
      JSON.stringify(wrong),
    );
  const reply = await shop.client().saveRule({
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
          renderingContent: { facetOrdering: { facets: { order: ['brand'] } }, redirect: { url: 'sale' } },
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
    '"sale"',
  ])
    assert.ok((reply as { message?: string }).message?.includes(name), name);
  const stored = await shop.service.ask<{ rules: { facets: string[] }[] }>(
    'GET',
    '/api/projects/shop/rules',
    {
      key: shop.key,
    },
  );
  assert.deepEqual(stored.body.rules[0]?.facets, ['brand']);
  await shop.client().clearRules({ indexName });
});

test('a thousand rules are saved at once', async () => {
  const rules = Array.from({ length: 1_000 }, (_, i): Rule => ({
    objectID: `r${i}`,
    conditions: [{ pattern: `word${i}`, anchoring: 'contains' }],
    consequence: { promote: [{ objectID: 'a', position: 0 }] },
  }));
  await shop.client().saveRules({ indexName, rules });
  await shop.client().saveRules({ indexName, rules: rules.slice(0, 999), clearExistingRules: true });
  assert.equal((await shop.client().searchRules({ indexName })).nbHits, 999);
  await shop.client().clearRules({ indexName });
});
