import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AlgoliaShop, chair } from '../support/algolia-shop.ts';

/** What reads a whole catalog or report has a line in the audit log, as an export does. */

let shop: AlgoliaShop;
before(async () => {
  shop = await AlgoliaShop.start(['analytics']);
  const objects = Array.from({ length: 5 }, (_, at) => chair(`r${at}`));
  await shop.client().saveObjects({ indexName: 'shop', objects });
});
after(() => shop[Symbol.asyncDispose]());

interface Line {
  readonly operation: string;
  readonly project: string | null;
  readonly target: string | null;
  readonly outcome: string;
}

/** The lines of what `work` does, oldest first. */
async function collectLines(work: () => Promise<unknown>): Promise<string[]> {
  const lines = async (): Promise<readonly Line[]> =>
    (
      await shop.service.ask<{ lines: Line[] }>('GET', '/api/audit-log?limit=1000', {
        headers: await shop.service.signIn(),
      })
    ).body.lines.filter(({ operation }) => !['signIn', 'createKey', 'createProject'].includes(operation));
  const before = (await lines()).length;
  await work();
  const all = await lines();
  return all
    .slice(0, all.length - before)
    .map(({ operation, project, target, outcome }) => `${operation} ${project} ${target} ${outcome}`)
    .toReversed();
}

const get = async (path: string): Promise<number> => {
  const reply = await fetch(`${shop.service.url}${path}`, { headers: { 'x-api-key': shop.key } });
  await reply.text();
  return reply.status;
};

test('a browse of all pages has one line', async () => {
  const seen: string[] = [];
  const browse = () =>
    shop.client().browseObjects({
      indexName: 'shop',
      browseParams: { hitsPerPage: 2 },
      aggregator: ({ hits }) => seen.push(...hits.map(({ objectID }) => objectID)),
    });
  assert.deepEqual(await collectLines(browse), ['algoliaBrowse shop shop done']);
  assert.equal(seen.length, 5);
  // Of another key, a cursor that somebody made up begins a browse of its own.
  const other = await shop.service.project('shop', ['items:read']);
  const cursor = Buffer.from(JSON.stringify({ index: 'shop', after: 1, parameters: {} })).toString(
    'base64url',
  );
  assert.deepEqual(
    await collectLines(() => shop.client(other).browse({ indexName: 'shop', browseParams: { cursor } })),
    ['algoliaBrowse shop shop done'],
  );
  assert.deepEqual(await collectLines(() => get('/1/indexes/shop/browse?hitsPerPage=2')), [
    'algoliaBrowseByUrl shop shop done',
  ]);
});

test('a product feed and revenue.csv have a line each', async () => {
  const on = await shop.service.ask('PUT', '/api/projects/shop/settings', {
    key: shop.key,
    body: { agents: { access: 'key' } },
  });
  assert.equal(on.status, 200, JSON.stringify(on.body));
  const files = ['google-merchant.xml', 'agentic-commerce.jsonl', 'llms.txt'];
  assert.deepEqual(
    await collectLines(async () => {
      for (const file of files) assert.equal(await get(`/feeds/shop/${file}`), 200, file);
      assert.equal(await get('/api/projects/shop/analytics/revenue.csv'), 200);
    }),
    ['googleFeed', 'commerceFeed', 'shopIndex', 'revenueCsv'].map((one) => `${one} shop null done`),
  );
});
