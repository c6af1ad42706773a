import assert from 'node:assert/strict';
import { runTypeScript, type PageExamples } from './guide-examples.ts';
import type { ExampleShop } from './guide-shop.ts';

/** The page about Algolia's clients. */
export function algoliaExamples(shop: () => ExampleShop): Readonly<Record<string, PageExamples>> {
  const newKey = (fields: object): Promise<{ key: string }> =>
    shop().ask('POST', '/admin/keys', { projects: ['shop'], ...fields });

  async function searchWithAlgolia(text: string): Promise<void> {
    const { key } = await newKey({ scopes: ['search'] });
    const { host } = new URL(shop().service.url);
    const own = text.replace('YOUR_WEB_KEY', key).replace('127.0.0.1:4700', host);
    assert.deepEqual(await runTypeScript(own), ['5 Oak chair']);
  }

  async function configureWithAlgolia(text: string): Promise<void> {
    const { key } = await newKey({ scopes: ['settings', 'items:write'], kind: 'server' });
    const { host } = new URL(shop().service.url);
    const own = text.replace('YOUR_SERVER_KEY', key).replace('127.0.0.1:4700', host);
    assert.deepEqual(await runTypeScript(own), ["[ 'desc(popularity)' ]"]);
  }

  async function replaceWithAlgolia(text: string): Promise<void> {
    const { items } = (await shop().ask('GET', '/api/items?project=shop&limit=1000')) as {
      items: { id: string }[];
    };
    const products = items.map(({ id, ...fields }) => {
      const own = Object.entries(fields).filter(([name]) => !name.startsWith('_'));
      return { objectID: id, ...Object.fromEntries(own) };
    });
    const { key } = await newKey({ kind: 'server', scopes: ['items:write'] });
    const own = text
      .replace(/^import products.*$/m, `const products = ${JSON.stringify(products)};`)
      .replace('YOUR_SERVER_KEY', key)
      .replace('127.0.0.1:4700', new URL(shop().service.url).host);
    assert.deepEqual(await runTypeScript(own), []);
  }

  async function searchWithSecuredKey(text: string): Promise<void> {
    const { key } = await newKey({ scopes: ['search'], kind: 'server' });
    const [own = ''] = await runTypeScript(text.replaceAll('YOUR_SERVER_KEY', key));
    const headers = { 'x-algolia-api-key': own, 'x-algolia-application-id': 'shop' };
    assert.equal(
      (await shop().service.ask('POST', '/1/indexes/shop/query', { headers, body: {} })).status,
      200,
    );
  }

  return {
    'guide/algolia.md': {
      checks: {
        'import { algoliasearch }': searchWithAlgolia,
        'import products': replaceWithAlgolia,
        '// A connector.': configureWithAlgolia,
        '// On your server.': searchWithSecuredKey,
      },
      notRun: {
        '<div id="box">': 'algolia-widgets.test.ts has such a page in Chromium',
        'import { liteClient }': 'algolia-widgets.test.ts',
      },
    },
  };
}
