import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { agentHeaders, openAgentShop } from '../support/agent-shop.ts';
import { Connection } from '../support/connection.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { UcpSchemas } from '../support/ucp-schemas.ts';

/** What agents get of items as real catalogs have them: availability in words, very many variants, recalled products. */

let service: LocalService;
let key: string;
const schemas = new UcpSchemas();
before(async () => {
  service = await LocalService.start({ VITRINE_HOSTS: 'shop.example=shop' });
  key = await openAgentShop(service, 'shop', {
    access: 'public',
    productUrl: 'https://shop.example/{handle}',
  });
});
after(() => service?.[Symbol.asyncDispose]());

interface Product {
  readonly id: string;
  readonly url?: string;
  readonly description: { plain: string };
  readonly media?: object[];
  readonly options: { name: string; values: { label: string; available?: boolean }[] }[];
  readonly variants: {
    readonly id: string;
    readonly description: { plain: string };
    readonly availability: { available: boolean; status: string };
    readonly metadata?: { attributes: Record<string, string> };
  }[];
  readonly metadata: { reason?: { code: string }; attributes?: Record<string, string> };
}
interface Reply {
  readonly products: Product[];
  readonly product?: Product;
  readonly messages?: { code: string; content: string }[];
}

function post(path: string, body: object) {
  return service.ask<Reply>('POST', `/ucp/shop/catalog/${path}`, { body, headers: agentHeaders });
}
async function ask(path: 'search' | 'lookup' | 'product', body: object): Promise<Reply> {
  const reply = await service.ask<Reply>('POST', `/ucp/shop/catalog/${path}`, {
    body,
    headers: agentHeaders,
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  if (reply.body.product !== undefined) schemas.checkReply('product', reply.body);
  return reply.body;
}
async function add(...data: object[]): Promise<void> {
  const { status, body } = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(status, 201, JSON.stringify(body));
}

test('a variant that is sold out by its availability is not the featured one', async () => {
  const boot = (color: string, availability: string) =>
    item(`boot-${color}`, { groupId: 'boot', name: 'Rain boot', color, availability, price: 50 });
  await add(
    boot('black', 'https://schema.org/OutOfStock'),
    boot('green', 'in stock'),
    boot('red', 'sold out'),
  );
  const { products } = await ask('lookup', { ids: ['boot'] });
  assert.deepEqual(
    products[0]?.variants.map(({ id, availability }) => [id, availability.available]),
    [['boot-green', true]],
  );
  const { product } = await ask('product', { id: 'boot', selected: [{ name: 'color', label: 'green' }] });
  const values = product?.options[0]?.values.map(({ label, available }) => [label, available]);
  assert.deepEqual(new Set(values?.map(String)), new Set(['black,false', 'green,true', 'red,false']));
  await add(item('soon', { name: 'Soon', availability: 'PreOrder', price: 1 }));
  const { product: soon } = await ask('product', { id: 'soon' });
  assert.deepEqual(soon?.variants[0]?.availability, { available: true, status: 'preorder' });
  const { product: black } = await ask('product', { id: 'boot-black' });
  assert.deepEqual(black?.variants[0]?.availability, { available: false, status: 'out_of_stock' });
});

test('variants of a product have what tells them apart, for comparisons', async () => {
  const lamp = (color: string, watts: number) =>
    item(`lamp-${color}`, { groupId: 'lamp', name: 'Lamp', color, watts, socket: 'E27', price: 9 });
  await add(lamp('white', 5), lamp('brass', 9));
  const description = 'x'.repeat(1_000);
  await add({ ...lamp('steel', 5), description });
  const { product } = await ask('product', { id: 'lamp' });
  const [featured, ...others] = product?.variants ?? [];
  const watts = new Map([
    ['lamp-white', '5'],
    ['lamp-brass', '9'],
    ['lamp-steel', '5'],
  ]);
  const { groupId, color, ...attributes } = product?.metadata.attributes ?? {};
  assert.deepEqual([groupId, `lamp-${color}`], ['lamp', featured?.id]);
  assert.deepEqual(attributes, { watts: watts.get(featured?.id ?? ''), socket: 'E27' });
  assert.deepEqual([featured?.metadata, others.length], [undefined, 2]);
  for (const { id, metadata } of others)
    assert.deepEqual(
      metadata?.attributes,
      watts.get(id) === attributes['watts'] ? undefined : { watts: watts.get(id) },
      id,
    );
  const { product: steel } = await ask('product', { id: 'lamp-steel' });
  assert.deepEqual(
    [steel?.description.plain, steel?.variants[0]?.description.plain.length],
    [description, 300],
  );
});

test('an address is given if the item has each field of the template', async () => {
  await add(item('jar', { name: 'Glass jar', handle: 'glass-jar', price: 5 }));
  assert.equal((await ask('product', { id: 'jar' })).product?.url, 'https://shop.example/glass-jar');
  const url = 'https://shop.example/Stühle?a=b c';
  await add(item('odd', { name: 'Odd', url, imgs: [url], price: 5, description: '😀'.repeat(500) }));
  const odd = (await ask('lookup', { ids: ['odd'] })).products[0];
  assert.equal(odd?.url, 'https://shop.example/St%C3%BChle?a=b%20c');
  assert.deepEqual(odd.media, [{ type: 'image', url: odd.url }]);
  assert.match(odd.description.plain, /^😀{149}…$/u);
  const { product } = await ask('product', { id: 'stool' });
  assert.deepEqual([product?.id, product?.url], ['stool', undefined]);
});

test('a list without values is no condition', async () => {
  for (const filters of [{ brand: [] }, { categories: [] }]) {
    const { products } = await ask('search', { query: 'stool', filters });
    assert.deepEqual(
      products.map(({ id }) => id),
      ['stool'],
    );
  }
});

test('a search needs words or a filter that applies', async () => {
  const none = [{}, { filters: {} }, { filters: { brand: [] } }, { filters: { colour: ['blue'] } }];
  for (const body of [...none, { query: ' ', filters: { categories: [], cost: 17 } }])
    assert.equal((await post('search', body)).status, 400, JSON.stringify(body));
  const long = { query: 'oak', filters: { ['x'.repeat(limits.fieldNameLengthMax + 1)]: 1 } };
  assert.equal((await post('search', long)).status, 400);
  const dollars = { filters: { price: { max: 1 } }, context: { currency: 'USD' } };
  assert.equal((await ask('search', dollars)).messages?.[0]?.code, 'filter_ignored');
});

test('what a rule hides from all searches is not offered by its id', async () => {
  const put = (rules: object[]) => service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
  await put([{ id: 'recall', hide: ['stool', 'tee-blue-m'] }]);
  const { products, messages } = await ask('lookup', { ids: ['stool', 'tee-blue-m', 'tee', 'chair'] });
  assert.deepEqual(
    new Set(products.map(({ id, variants }) => `${id} ${variants[0]?.id}`)),
    new Set(['tee tee-blue-xxl', 'chair chair']),
  );
  assert.deepEqual(
    messages?.map(({ content }) => content),
    ['stool', 'tee-blue-m'],
  );
  assert.equal((await ask('product', { id: 'stool' })).messages?.[0]?.code, 'not_found');
  const { product } = await ask('product', { id: 'tee' });
  assert.ok(!product?.variants.some(({ id }) => id === 'tee-blue-m'));
  await put([
    { id: 'of-a-query', when: { query: 'oak' }, hide: ['stool'] },
    { id: 'of-a-season', filter: 'brand:Acme' },
  ]);
  assert.equal((await ask('product', { id: 'stool' })).product?.id, 'stool');
  await put([]);
});

test('a viewed product counts by the id that agents know', async () => {
  const reasons = async (viewed: string[]) => {
    const args = { list: 'for_you', viewed };
    const { body } = await service.ask<{ result: { structuredContent: Reply } }>('POST', '/mcp/shop', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'recommend', arguments: args } },
    });
    return body.result.structuredContent.products.map(({ id, metadata }) => [id, metadata.reason?.code]);
  };
  await add(item('boot-brush', { name: 'Rain boot brush', price: 4 }));
  const byVariant = await reasons(['boot-green']);
  assert.ok(
    byVariant.some(([, code]) => code === 'similar'),
    JSON.stringify(byVariant),
  );
  assert.deepEqual(await reasons(['boot', 'nosuch']), byVariant);
});

test('the console’s cookie shows no private field either', async () => {
  await openAgentShop(service, 'keyed', { access: 'key' });
  const { status, body } = await service.ask<Reply>('POST', '/ucp/keyed/catalog/product', {
    body: { id: 'chair' },
    headers: { ...agentHeaders, ...(await service.signIn()) },
  });
  assert.deepEqual([status, body.product?.metadata.attributes], [200, { material: 'oak' }]);
});

test('a lookup finds each product, however many variants the others have', async () => {
  const count = limits.agentVariantsReadMax + 1;
  const sizes = Array.from({ length: count }, (_, i) =>
    item(`cable-${i}`, { groupId: 'cable', name: 'Cable', size: `${i} m`, price: 10 + i }),
  );
  for (let i = 0; i < count; i += limits.itemsPerWriteMax)
    await add(...sizes.slice(i, i + limits.itemsPerWriteMax));
  const ids = ['tee', 'cable', 'boot'];
  const { products, messages } = await ask('lookup', { ids });
  assert.deepEqual(products.map(({ id }) => id).toSorted(), ids.toSorted());
  assert.equal(messages, undefined);
  for (const id of [`cable-0`, `cable-${count - 1}`])
    assert.equal((await ask('product', { id })).product?.variants[0]?.id, id);
});

test('the profile is at the host with a default port and as a fully qualified name', async () => {
  using connection = new Connection(service.url);
  for (const host of ['Shop.example:443', 'shop.example.', 'shop.example.:80']) {
    const { status, body } = await connection.send('/.well-known/ucp', { host });
    assert.equal(status, 200, host);
    assert.ok(body.includes('"http://shop.example/ucp/shop"'), body);
  }
  assert.equal((await connection.send('/.well-known/ucp', { host: 'shop.example:81' })).status, 404);
});

test('an address without a key cannot have projects opened without end', async () => {
  const max = limits.guestOpeningsPerMinute;
  const statuses = await Promise.all(
    Array.from({ length: 3 * max }, async (_, i) => {
      const { status } = await service.ask('POST', `/ucp/guess-${i}/catalog/search`, {
        body: {},
        headers: agentHeaders,
      });
      return status;
    }),
  );
  assert.ok(statuses.filter((status) => status === 404).length > max / 2, statuses.join(' '));
  assert.ok(statuses.includes(429), statuses.join(' '));
  // Open projects have the limits of their settings.
  assert.equal((await ask('product', { id: 'chair' })).product?.id, 'chair');
});
