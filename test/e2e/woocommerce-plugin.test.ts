import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { root } from '../support/service.ts';

const hasPhp = spawnSync('php', ['--version']).status === 0;
const options = hasPhp ? {} : { skip: 'php is not installed' };
const plugin = join(root, 'woocommerce', 'vitrine-search.php');
const settings = { url: 'https://search.shop.example', project: 'shop', key: 'vtr_web' };

interface Page {
  readonly options?: Readonly<Record<string, unknown>>;
  /** The id of the product of the page. */
  readonly product?: number;
}

/** Serves a page of WordPress with the plugin; returns its address. */
async function serve(t: TestContext, page: Page): Promise<string> {
  const server = spawn(
    'php',
    ['-S', '127.0.0.1:0', join(root, 'test', 'support', 'wordpress', 'index.php')],
    {
      env: { PATH: process.env['PATH'], WORDPRESS_PLUGIN: plugin, WORDPRESS_STATE: JSON.stringify(page) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  t.after(async () => {
    server.kill();
    await once(server, 'exit');
  });
  for await (const line of createInterface(server.stderr)) {
    const address = /\((http:\/\/127\.0\.0\.1:\d+)\) started/.exec(line)?.[1];
    if (address !== undefined) {
      server.stderr.resume();
      return address;
    }
  }
  throw new Error('php did not start');
}

const read = async (address: string, init?: RequestInit): Promise<string> =>
  (await fetch(address, init)).text();

test('the plugin of WooCommerce prints the tag, and the id of a product', options, async (t) => {
  const page = await read(await serve(t, { options: { vitrine_search: settings }, product: 42 }));
  assert.match(page, /<meta property="product:retailer_item_id" content="42" \/>/);
  assert.match(
    page,
    /<script src="https:\/\/search\.shop\.example\/shop\.js" async data-project="shop" data-key="vtr_web" data-currency="EUR"><\/script>/,
  );
});

test('the plugin prints nothing until all settings are set', options, async (t) => {
  const address = await serve(t, { options: { vitrine_search: { ...settings, key: '' } }, product: 42 });
  assert.doesNotMatch(await read(address), /<script|<meta/);
});

test(
  'the plugin stores settings that can be right, and refuses others with a message',
  options,
  async (t) => {
    const address = await serve(t, { options: { vitrine_search: settings } });
    const save = async (sent: unknown) =>
      JSON.parse(await read(`${address}/settings`, { method: 'POST', body: JSON.stringify(sent) })) as {
        stored: typeof settings;
        errors: Record<string, string> | never[];
      };
    const other = { url: 'https://find.shop.example/', project: 'shop_2', key: 'vtr_a-b' };
    assert.deepEqual(await save(other), {
      stored: { ...other, url: 'https://find.shop.example' },
      errors: [],
    });
    const wrong = await save({ url: 'http://x"><script>', project: 'Shop 1', key: 'secret' });
    assert.deepEqual(wrong.stored, settings);
    assert.deepEqual(Object.keys(wrong.errors), ['url', 'project', 'key']);
    assert.deepEqual((await save({ url: '', project: '', key: '' })).stored, {
      url: '',
      project: '',
      key: '',
    });
    assert.deepEqual((await save('text')).stored, settings);
  },
);

test('the page of settings shows the stored values', options, async (t) => {
  const shown = { ...settings, project: '"><b>' };
  const page = await read(`${await serve(t, { options: { vitrine_search: shown } })}/admin`);
  assert.match(page, /name="vitrine_search\[url\]" value="https:\/\/search\.shop\.example"/);
  assert.match(page, /value="&quot;&gt;&lt;b&gt;"/);
});
