import assert from 'node:assert/strict';
import { runTypeScript, type PageExamples } from './guide-examples.ts';
import type { ExampleShop } from './guide-shop.ts';

/** The examples of the guides for Algolia's clients. */
export function algoliaExamples(shop: () => ExampleShop): Readonly<Record<string, PageExamples>> {
  return {
    'guide/algolia.md': {
      checks: {
        'import { algoliasearch }': (text) => search(shop(), text),
      },
      notRun: {
        '<div id="box">': 'algolia-widgets.test.ts has such a page in Chromium',
        'import { liteClient }': 'algolia-widgets.test.ts',
      },
    },
    'guide/algolia-connectors.md': {
      checks: {
        'import products': (text) => replace(shop(), text),
        '// A connector.': (text) => configure(shop(), text),
        '// On your server.': (text) => searchWithSecuredKey(shop(), text),
      },
    },
  };
}

const newKey = async (shop: ExampleShop, fields: object): Promise<string> =>
  (await shop.ask<{ key: string }>('POST', '/admin/keys', { kind: 'server', projects: ['shop'], ...fields }))
    .key;

async function search(shop: ExampleShop, text: string): Promise<void> {
  const key = await newKey(shop, { scopes: ['search'] });
  const { host } = new URL(shop.service.url);
  const own = text.replace('YOUR_WEB_KEY', key).replace('127.0.0.1:4700', host);
  assert.deepEqual(await runTypeScript(own), ['5 Oak chair']);
}

async function replace(shop: ExampleShop, text: string): Promise<void> {
  const path = '/api/items?project=shop&limit=1000';
  const { items } = await shop.ask<{ items: { id: string }[] }>('GET', path);
  const products = items.map(({ id, ...fields }) => {
    const own = Object.entries(fields).filter(([name]) => !name.startsWith('_'));
    return { objectID: id, ...Object.fromEntries(own) };
  });
  const key = await newKey(shop, { scopes: ['items:write'] });
  const own = text
    .replace(/^import products.*$/m, `const products = ${JSON.stringify(products)};`)
    .replace('YOUR_SERVER_KEY', key)
    .replace('127.0.0.1:4700', new URL(shop.service.url).host);
  assert.deepEqual(await runTypeScript(own), []);
}

async function configure(shop: ExampleShop, text: string): Promise<void> {
  const key = await newKey(shop, { scopes: ['settings', 'items:write'] });
  const { host } = new URL(shop.service.url);
  const own = text.replace('YOUR_SERVER_KEY', key).replace('127.0.0.1:4700', host);
  assert.deepEqual(await runTypeScript(own), ["[ 'desc(popularity)' ]"]);
}

async function searchWithSecuredKey(shop: ExampleShop, text: string): Promise<void> {
  const key = await newKey(shop, { scopes: ['search'] });
  const [own = ''] = await runTypeScript(text.replaceAll('YOUR_SERVER_KEY', key));
  const headers = { 'x-algolia-api-key': own, 'x-algolia-application-id': 'shop' };
  const found = await shop.service.ask('POST', '/1/indexes/shop/query', { headers, body: {} });
  assert.equal(found.status, 200);
}
