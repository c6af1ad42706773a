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
