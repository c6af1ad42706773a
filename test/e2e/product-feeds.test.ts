import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sax from 'sax';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Product feeds: Google Merchant Center, assistants, and the index for language models. */

let service: LocalService;
let key: string;
let headers: Record<string, string>;
before(async () => {
  service = await LocalService.start();
  headers = await service.signIn();
  const body = { id: 'shop', name: 'Lamps & Co', currency: 'EUR' };
  assert.equal((await service.ask('POST', '/admin/projects', { headers, body })).status, 201);
  key = await service.project('shop', ['search', 'items:write', 'settings', 'private']);
  const data = [
    item('a', {
      name: 'Oak <lamp> & "shade"',
      description: '<p>Warm \u0007light</p>',
      brand: 'Acme',
      price: 19.9,
      regularPrice: 25,
      stock: 3,
      imgs: ['https://cdn.example/a.jpg', { url: 'https://cdn.example/b.jpg', alt: 'Behind' }],
      url: 'https://shop.example/a?x=1&y=2',
      gtin: '4006381333931',
      category: 'Home > Lamps',
      groupId: 'oak',
      color: 'red',
      margin: 7,
    }),
    item('b', { name: 'Steel lamp', price: 10, stock: 0, category: 'Home > Lamps' }),
    item('c', { name: 'Hidden lamp', price: 10, active: false }),
    ...Array.from({ length: 1_100 }, (_, i) => item(`n${i}`, { name: `Lamp ${i}`, price: i + 0.5 })),
  ];
  for (let i = 0; i < data.length; i += 1_000) {
    const part = { project: 'shop', data: data.slice(i, i + 1_000) };
    assert.equal((await service.ask('POST', '/api/items', { key, body: part })).status, 201);
  }
});
after(() => service[Symbol.asyncDispose]());

async function set(agents: object, more: object = {}): Promise<void> {
  const reply = await service.ask('PUT', '/api/projects/shop/settings', { key, body: { agents, ...more } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
}
const get = (path: string, sent: Record<string, string> = {}) =>
  fetch(`${service.url}/feeds/${path}`, { headers: sent });
/** The elements of a feed, by a strict parser. */
function channelOf(xml: string): { channel: Record<string, string>; items: Record<string, string>[] } {
  const channel: Record<string, string> = {};
  const items: Record<string, string>[] = [];
  const parser = sax.parser(true);
  let text = '';
  Object.assign(parser, {
    onopentag: ({ name }: sax.Tag) => {
      if (name === 'item') items.push({});
      text = '';
    },
    ontext: (part: string) => (text += part),
    onclosetag: (name: string) => {
      if (!['item', 'channel', 'rss'].includes(name)) (items.at(-1) ?? channel)[name] = text;
    },
    onerror: (error: Error) => assert.fail(error.message),
  });
  parser.write(xml).close();
  return { channel, items };
}
const seller = {
  access: 'public',
  productUrl: 'https://shop.example/p/{id}',
  shopUrl: 'https://shop.example',
  countries: ['DE', 'AT'],
};

test('feeds do not exist until they are switched on', async () => {
  await set({ access: 'off' });
  const off = await get('shop/google-merchant.xml', { 'x-api-key': key });
  const unknown = await get('nothing/google-merchant.xml', { 'x-api-key': key });
  assert.deepEqual([off.status, (await get('shop/llms.txt')).status], [404, 404]);
  assert.ok([403, 404].includes(unknown.status));
});

test('a feed of Google Merchant Center has all active items', async () => {
  await set(seller);
  const reply = await get('shop/google-merchant.xml');
  assert.equal(reply.headers.get('content-type'), 'application/xml; charset=utf-8');
  const xml = await reply.text();
  const { channel, items } = channelOf(xml);
  assert.deepEqual([channel['title'], channel['link']], ['Lamps & Co', 'https://shop.example']);
  assert.equal(items.length, 1_102);
  const a = items.find((one) => one['g:id'] === 'a');
  assert.deepEqual(a, {
    'g:id': 'a',
    'g:title': 'Oak <lamp> & "shade"',
    'g:description': 'Warm light',
    'g:link': 'https://shop.example/a?x=1&y=2',
    'g:image_link': 'https://cdn.example/a.jpg',
    'g:additional_image_link': 'https://cdn.example/b.jpg',
    'g:availability': 'in_stock',
    'g:price': '25.00 EUR',
    'g:sale_price': '19.90 EUR',
    'g:brand': 'Acme',
    'g:gtin': '4006381333931',
    'g:product_type': 'Home > Lamps',
    'g:item_group_id': 'oak',
    'g:color': 'red',
  });
  const b = items.find((one) => one['g:id'] === 'b');
  assert.deepEqual(
    [b?.['g:availability'], b?.['g:link'], b?.['g:identifier_exists'], b?.['g:description']],
    ['out_of_stock', 'https://shop.example/p/b', 'no', 'Steel lamp'],
  );
  assert.ok(!xml.includes('margin') && !xml.includes('Hidden lamp'));
});

test('a feed for assistants has a line for each item', async () => {
  await set(seller);
  const reply = await get('shop/agentic-commerce.jsonl');
  const lines = (await reply.text()).trimEnd().split('\n');
  const rows = lines.map((one) => JSON.parse(one) as Record<string, unknown>);
  assert.equal(new Set(rows.map((row) => row['item_id'])).size, 1_102);
  assert.deepEqual(
    rows.find((row) => row['item_id'] === 'a'),
    {
      item_id: 'a',
      title: 'Oak <lamp> & "shade"',
      description: 'Warm \u0007light',
      url: 'https://shop.example/a?x=1&y=2',
      brand: 'Acme',
      image_url: 'https://cdn.example/a.jpg',
      price: '25.00 EUR',
      sale_price: '19.90 EUR',
      availability: 'in_stock',
      seller_name: 'Lamps & Co',
      seller_url: 'https://shop.example',
      store_country: 'DE',
      target_countries: ['DE', 'AT'],
      is_eligible_search: true,
      is_eligible_checkout: false,
      additional_image_urls: ['https://cdn.example/b.jpg'],
      gtin: '4006381333931',
      product_category: 'Home > Lamps',
      group_id: 'oak',
      listing_has_variations: true,
      variant_dict: { color: 'red' },
    },
  );
});

test('llms.txt names the doors, the categories and the first products', async () => {
  await set(seller);
  const text = await (await get('shop/llms.txt')).text();
  assert.match(text, /^# Lamps & Co\n\n> /);
  assert.match(text, /\/mcp\/shop\)/);
  assert.match(text, /- Home \\> Lamps \(2\)/);
  assert.match(text, /\]\(https:\/\/shop\.example\/p\/[^)]+\): [\d.]+ EUR/);
});

test('with a key, the key decides what a feed has; it can be a password', async () => {
  await set({ ...seller, access: 'key' });
  assert.equal((await get('shop/agentic-commerce.jsonl')).status, 401);
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['search'], projects: ['shop'], filter: 'brand:Acme' },
  });
  const authorization = `Basic ${Buffer.from(`google:${body.key}`).toString('base64')}`;
  const lines = (await (await get('shop/agentic-commerce.jsonl', { authorization })).text()).trimEnd();
  assert.deepEqual(
    lines.split('\n').map((one) => (JSON.parse(one) as { item_id: string }).item_id),
    ['a'],
  );
  const wrong = `Basic ${Buffer.from('google:no').toString('base64')}`;
  const refused = await get('shop/agentic-commerce.jsonl', { authorization: wrong });
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic /);
});

test('private fields are not in a feed', async () => {
  await set(seller, { items: { privateFields: ['brand', 'stock'] } });
  const text = await (await get('shop/agentic-commerce.jsonl')).text();
  assert.ok(!text.includes('Acme') && !text.includes('in_stock') && !text.includes('out_of_stock'));
  await set(seller, { items: { privateFields: [] } });
});

test('settings of feeds are checked', async () => {
  for (const agents of [{ countries: ['de'] }, { countries: ['DEU'] }, { shopUrl: 'shop.example' }]) {
    const { status } = await service.ask('PUT', '/api/projects/shop/settings', { key, body: { agents } });
    assert.equal(status, 400, JSON.stringify(agents));
  }
});
