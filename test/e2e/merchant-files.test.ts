import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Item } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';

/** Files as shops have them: encodings, decimal signs and formats. */
let service: LocalService;
let key = '';
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
});
after(() => service[Symbol.asyncDispose]());

interface Imported {
  readonly task: {
    readonly progress: {
      readonly lines: number;
      readonly created: number;
      readonly updated: number;
      readonly failed: number;
      readonly file: Readonly<Record<string, unknown>>;
      readonly errors: readonly { readonly errors: readonly object[] }[];
    };
  };
}

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  query = '',
): Promise<{ status: number; body: Imported }> {
  const response = await fetch(`${service.url}/api/items/import?project=shop${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body,
  });
  return { status: response.status, body: (await response.json()) as Imported };
}
const counts = ({ task }: Imported): number[] => {
  const { lines, created, updated, failed } = task.progress;
  return [lines, created, updated, failed];
};
const itemOf = async (id: string): Promise<Item> =>
  (await service.ask<{ item: Item }>('GET', `/api/items/${encodeURIComponent(id)}?by=id`, { key })).body.item;

test('a file in Windows-1252 with decimal commas is read, and the reply tells what was found out', async () => {
  const file = Buffer.from('id;name;price\nm1;Gr\xf6\xdfe;1.299,00 \x80\nm2;Schuh;899\n', 'latin1');
  const { body } = await send(file, 'text/csv');
  assert.deepEqual(counts(body), [2, 2, 0, 0]);
  assert.deepEqual(body.task.progress.file, {
    format: 'csv',
    layout: 'plain',
    encoding: 'windows-1252',
    delimiter: ';',
    decimal: 'comma',
    ambiguousColumns: [],
    rememberedAt: null,
    warnings: [],
  });
  const first = await itemOf('m1');
  assert.deepEqual([first.name, first.price, first['currency']], ['Größe', 1299, 'EUR']);
  const polish = Buffer.from([
    ...Buffer.from('id,name,price\nm3,'),
    0xa3,
    0xf3,
    0x64,
    0x9f,
    ...Buffer.from(',1.299\n'),
  ]);
  const told = await send(polish, 'text/csv', '&encoding=windows-1250&decimal=comma');
  assert.deepEqual(counts(told.body), [1, 1, 0, 0]);
  const third = await itemOf('m3');
  assert.deepEqual([third.name, third.price], ['Łódź', 1299]);
  const unclear = await send('id,name,price\nm4,Boot,1.299\n', 'text/csv');
  assert.deepEqual(unclear.body.task.progress.errors[0]?.errors[0], {
    path: 'line 2.price',
    code: 'ambiguous',
    detail:
      'line 2: column "price" must have one meaning, but "1.299" can be 1.299 or 1299: import with decimal=point or decimal=comma',
  });
});

test('an export of Shopify becomes its variants, and a fault is told at its line', async () => {
  const file = [
    'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Status',
    'tee,Classic Tee,"<p>Soft,\nwarm</p>",North,Size,S,T-S,19.90,https://cdn.example/tee.jpg,active',
    'tee,,,,,M,T-M,21.90,,',
    'tee,,,,,L,T-L,soon,,',
    'tee,,,,,,,,https://cdn.example/back.jpg,',
  ].join('\n');
  const { body } = await send(file, 'text/csv');
  assert.deepEqual(counts(body), [3, 2, 0, 1]);
  assert.equal(body.task.progress.file['layout'], 'shopify');
  assert.deepEqual(body.task.progress.errors[0]?.errors, [
    {
      path: 'line 5.Variant Price',
      code: 'type',
      detail: 'line 5: column "Variant Price" must be a price: current value is "soon"',
    },
  ]);
  const medium = await itemOf('tee:M');
  assert.deepEqual(
    [medium.name, medium.price, medium['groupId'], medium['size'], medium['description']],
    ['Classic Tee', 21.9, 'tee', 'M', 'Soft, warm'],
  );
  // The columns as they are.
  const plain = await send(file, 'text/csv', '&layout=plain');
  assert.equal(plain.body.task.progress.file['layout'], 'plain');
  assert.equal(plain.status, 400, 'no column becomes id');
});

test('a Google feed in XML is imported up to the line where it is broken', async () => {
  const product = (id: string): string =>
    `<item><g:id>${id}</g:id><title>Boot ${id}</title><g:price>12,50 EUR</g:price><g:image_link>https://cdn.example/${id}.jpg</g:image_link><g:availability>in_stock</g:availability></item>`;
  const feed = (text: string): string =>
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>\n${text}\n</channel></rss>`;
  const { body } = await send(feed(product('x1')), 'application/rss+xml; charset=utf-8');
  assert.deepEqual(counts(body), [1, 1, 0, 0]);
  assert.deepEqual([body.task.progress.file['format'], body.task.progress.file['layout']], ['xml', 'google']);
  assert.deepEqual([(await itemOf('x1')).name, (await itemOf('x1')).price], ['Boot x1', 12.5]);
  const broken = await send(feed(`${product('x2')}\n<item>`), 'text/xml');
  assert.equal(broken.status, 400);
  assert.deepEqual(counts(broken.body), [1, 1, 0, 0]);
  assert.match(JSON.stringify(broken.body), /line 4 must be well-formed XML/);
  assert.equal((await itemOf('x2')).name, 'Boot x2');
});

test('a preview tells what an import would do, and stores nothing', async () => {
  const ask = async (
    body: string | Uint8Array<ArrayBuffer>,
    query: string,
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${service.url}/api/items/import/preview?project=shop${query}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'text/csv' },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const mapping = encodeURIComponent('{"Titel":"name"}');
  const { text } = await ask('id,Titel,price\np1,Boot,5\np2,,5\np3,"cut', `&partial=true&mapping=${mapping}`);
  const { preview } = JSON.parse(text) as { preview: Record<string, unknown> };
  assert.deepEqual(preview, {
    file: {
      format: 'csv',
      layout: 'plain',
      encoding: 'utf-8',
      delimiter: ',',
      decimal: null,
      ambiguousColumns: [],
      rememberedAt: null,
      warnings: [],
    },
    columns: [
      { name: 'id', field: 'id', reason: 'a field of this name', values: ['p1', 'p2'], suggestion: null },
      { name: 'Titel', field: 'name', reason: 'chosen in the mapping', values: ['Boot'], suggestion: null },
      { name: 'price', field: 'price', reason: 'a field of this name', values: ['5'], suggestion: null },
    ],
    mapping: { Titel: 'name' },
    problems: [],
    items: [{ id: 'p1', name: 'Boot', price: 5, sku: 'p1', imgs: [], description: '' }],
    lines: 1,
    failed: 0,
    errors: [],
  });
  assert.equal((await service.ask('GET', '/api/items/p1?by=id', { key })).status, 404);
  // The limits, at n and n + 1.
  const sized = (bytes: number): Buffer<ArrayBuffer> => Buffer.from('id,name,price\np1,'.padEnd(bytes, 'x'));
  assert.equal((await ask(sized(1_048_576), '')).status, 200);
  assert.equal((await ask(sized(1_048_577), '')).status, 413);
  const long = (characters: number): string => `&mapping=${encodeURIComponent('{}'.padEnd(characters))}`;
  assert.equal((await ask('id\n', long(4_000))).status, 200);
  assert.match((await ask('id\n', `&mapping=${'+'.repeat(7_998)}{}`)).text, /"preview"/);
  assert.match((await ask('id\n', `&mapping=${'+'.repeat(7_999)}{}`)).text, /mapping must/);
  assert.match((await ask('id\n', '&mapping=[]')).text, /mapping must be an object/);
});
