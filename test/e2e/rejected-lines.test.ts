import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { vitrine, withFolder } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';

/** The rejected records of an import, as a file to be mended and imported again. */
let service: LocalService;
let key = '';
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
});
after(() => service[Symbol.asyncDispose]());

interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly rejected: { readonly rows: number; readonly isCut: boolean } | null;
}

async function imported(body: string, task: string, type = 'text/csv'): Promise<Counts> {
  const response = await fetch(`${service.url}/api/items/import?project=shop&task=${task}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body,
  });
  return ((await response.json()) as { task: { progress: Counts } }).task.progress;
}
async function rejected(task: string): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${service.url}/api/tasks/${task}/rejected?project=shop`, {
    headers: { 'x-api-key': key },
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: text.replace(/^\ufeff/, ''),
  };
}

test('rejected rows of a CSV come back with their line and error, and can be imported when they are mended', async () => {
  const file = 'id;name;price;note\na;A;1,50;"x;y"\nb;;2,50;kept\nc;"cut;3;z\nd;D;soon;\n';
  const progress = await imported(file, 'first');
  assert.deepEqual([progress.created, progress.failed, progress.rejected], [1, 3, { rows: 3, isCut: false }]);
  const { type, text } = await rejected('first');
  assert.equal(type, 'text/csv; charset=utf-8');
  assert.equal(
    text,
    [
      'id;name;price;note;line;error',
      'b;;2,50;kept;3;"line 3: column ""name"" must not be empty"',
      'c;cut;3;z;4;"line 4 must have a closing quote; double any quote inside the text"',
      'd;D;soon;;5;"line 5: column ""price"" must be a price: current value is ""soon"""',
      '',
    ].join('\r\n'),
  );
  const mended = await imported(text.replace('b;;', 'b;B;').replace('soon', '4,00'), 'second');
  assert.deepEqual([mended.created, mended.failed, mended.rejected], [3, 0, null]);
  const { body } = await service.ask<{ item: Record<string, unknown> }>('GET', '/api/items/b?by=id', { key });
  assert.deepEqual(
    [body.item['price'], body.item['note'], body.item['line'], body.item['error']],
    [2.5, 'kept', undefined, undefined],
  );
  assert.equal((await rejected('second')).status, 404, 'nothing was rejected');
  assert.equal((await rejected('none')).status, 404);
});

test('a rejected variant comes with the rows that it needs', async () => {
  const shopify = [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
    'mug,Mug,,,M,5',
    'tee,Tee,Size,S,T-S,19.90',
    'tee,,,M,T-M,soon',
  ].join('\n');
  assert.deepEqual((await imported(shopify, 'variants')).rejected, { rows: 2, isCut: false });
  const { text } = await rejected('variants');
  assert.deepEqual(
    text.split('\r\n').map((line) => line.slice(0, 12)),
    ['Handle,Title', 'tee,Tee,Size', 'tee,,,M,T-M,', ''],
  );
  const mended = await imported(text.replace(',soon,', ',21.90,'), 'variants-2');
  assert.deepEqual([mended.created, mended.updated, mended.failed], [1, 1, 0]);
});

test('rejected lines of NDJSON come back as they are, and elements of XML as CSV', async () => {
  await imported(
    '{"id":"n1","name":"N","price":1}\n{"id":"n2" ,"name":""}\n',
    'lines',
    'application/x-ndjson',
  );
  const lines = await rejected('lines');
  assert.deepEqual(
    [lines.type, lines.text],
    ['application/x-ndjson; charset=utf-8', '{"id":"n2" ,"name":""}\n'],
  );
  const feed =
    '<rss><channel><item><id>x1</id><title>X</title><link>https://a.example/x</link><condition>new</condition><price>much</price></item></channel></rss>';
  await imported(feed, 'elements', 'application/xml');
  const { text } = await rejected('elements');
  assert.match(text, /^id,title,link,condition,price,line,error\r\nx1,X,https:\/\/a\.example\/x,new,much,1,/);
  assert.equal((await imported(text.replace('much', '7.00 EUR'), 'elements-2')).created, 1);
});

test('the file has at most 1,000 rows and 1 MiB, and is kept for 20 imports', async () => {
  const rows = (count: number): string => `id,name,price\n${'x,,1\n'.repeat(count)}`;
  assert.deepEqual((await imported(rows(1_000), 'full')).rejected, { rows: 1_000, isCut: false });
  assert.deepEqual((await imported(rows(1_001), 'cut')).rejected, { rows: 1_000, isCut: true });
  const error = 'line 2: column "name" must not be empty'.length;
  const wide = (bytes: number): string => `id,name,price,note\nx,,1,${'n'.repeat(bytes - 2 - error)}\n`;
  assert.deepEqual((await imported(wide(1_048_576), 'wide')).rejected, { rows: 1, isCut: false });
  assert.deepEqual((await imported(wide(1_048_577), 'wider')).rejected, { rows: 0, isCut: true });
  for (let no = 0; no < 20; no++) await imported(rows(1), `k${no}`);
  assert.deepEqual([(await rejected('wide')).status, (await rejected('k0')).status], [404, 200]);
  await imported(rows(1), 'k20');
  assert.deepEqual([(await rejected('k0')).status, (await rejected('k1')).status], [404, 200]);
});

test('`vitrine import --rejected FILE` writes the file', async () => {
  await withFolder(async (folder) => {
    const file = join(folder, 'items.csv');
    const out = join(folder, 'mend.csv');
    await writeFile(file, 'id,name,price\nq1,Q,1\nq2,,2\n');
    const address = ['--url', service.url, '--key', key];
    const { status, stdout } = await vitrine([
      'import',
      file,
      '--project',
      'shop',
      '--rejected',
      out,
      ...address,
    ]);
    assert.equal(status, 1);
    assert.match(stdout, /\nRejected lines: .*mend\.csv \(1 row\)\n/);
    assert.match(await readFile(out, 'utf8'), /^\ufeffid,name,price,line,error\r\nq2,,2,3,/);
  });
});

test('a key without the scope `private` gets rejected lines and errors without private fields', async () => {
  const headers = await service.signIn();
  const change = (privateFields: string[] | null) =>
    service.ask('PUT', '/api/projects/shop/settings', { headers, body: { items: { privateFields } } });
  await change(['cost', 'specs.ek']);
  const file = 'id,name,price,cost,Einkauf\nb,,2,471,472\nc,C,soon,473,474\nd,D,2,475,476,477\n';
  await imported(file, 'hidden&mapping=%7B%22Einkauf%22%3A%22specs.ek%22%7D');
  assert.equal(
    (await rejected('hidden')).text,
    [
      'id,name,price,line,error',
      'b,,2,2,"line 2: column ""name"" must not be empty"',
      'c,C,soon,3,"line 3: column ""price"" must be a price: current value is ""soon"""',
      ',,,4,"line 4 must have 5 cells, as many as the header: it has 6"',
      '',
    ].join('\r\n'),
  );
  const lines = '{"id":"e","name":"E","cost":478,"specs":{"ek":479,"size":1}}\nno JSON 480\n';
  await imported(lines, 'hidden-lines', 'application/x-ndjson');
  assert.equal((await rejected('hidden-lines')).text, '{"id":"e","name":"E","specs":{"size":1}}\n');
  // Of a field that is private, by a key that names it.
  await change(['stores', 'cost']);
  const wrong = '{"id":"f","name":"F","price":1,"stores":{"berlin":{"stock":"many 481"}}}\n';
  await imported(wrong, 'hidden-error', 'application/x-ndjson');
  const { body } = await service.ask<{ task: { progress: { errors: unknown } } }>(
    'GET',
    '/api/tasks/hidden-error?project=shop',
    { key },
  );
  const detail = 'line 1 has an error in a field that only keys with the scope `private` see';
  const error = { path: 'line 1', code: 'private_field', detail };
  assert.deepEqual(body.task.progress.errors, [{ line: 1, code: 'invalid_item', detail, errors: [error] }]);
  const whole = await service.ask<{ task: object }>('GET', '/api/tasks/hidden-error?project=shop', {
    headers,
  });
  assert.match(JSON.stringify(whole.body.task), /stores\.berlin\.stock/);
  await change(null);
});
