import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LocalService } from '../support/local-service.ts';

/** Broken files, as merchants send them: each gives one message that tells where and what is wrong. */
let service: LocalService;
let key = '';
before(async () => {
  service = await LocalService.start();
  key = await service.project('broken');
});
after(() => service[Symbol.asyncDispose]());

interface Outcome {
  readonly status: number;
  readonly detail?: string;
  readonly task?: {
    readonly status: string;
    readonly progress: {
      readonly created: number;
      readonly failed: number;
      readonly file: Readonly<Record<string, unknown>>;
      readonly errors: readonly { readonly line: number; readonly detail: string }[];
    };
  };
}

async function send(body: Buffer, type: string, query = ''): Promise<Outcome> {
  const response = await fetch(`${service.url}/api/items/import?project=broken${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body: new Uint8Array(body),
  });
  return (await response.json()) as Outcome;
}
const stored = async (): Promise<string[]> => {
  const { body } = await service.ask<{ items: { id: string }[] }>('GET', '/api/items?limit=1000', { key });
  return body.items.map(({ id }) => id);
};

const csv = 'text/csv';
const xml = 'application/xml';
const ndjson = 'application/x-ndjson';
const head = 'id,name,price\n';
const good = 'ok,Good,1\n';
const feed = (items: string): string =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>\n${items}\n</channel></rss>`;
const product = '<item><g:id>ok</g:id><title>Good</title><g:price>1 EUR</g:price></item>';
const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>\n${feed('<item><g:id>&lol2;</g:id></item>')}`;
const workbook = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), Buffer.alloc(2_000, 7)]);

/** What is wrong, the file, its type, the only message, and the ids of the valid items. */
const cases: readonly (readonly [string, string | Buffer, string, string, string[]?])[] = [
  ['empty', '', csv, 'The file is empty'],
  ['a byte order mark only', '\ufeff', csv, 'The file is empty'],
  ['blank lines only', '\r\n \r\n', csv, 'The file is empty'],
  ['empty XML', '', xml, 'The file is empty'],
  [
    'a web page instead of the file',
    '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>',
    csv,
    'The file is a web page (HTML), not a file with products: the address may need a sign-in',
  ],
  [
    'a web page instead of XML',
    '\n<html lang="de"><body>404</body></html>',
    xml,
    'The file is a web page (HTML), not a file with products: the address may need a sign-in',
  ],
  [
    'an Excel workbook named .csv',
    workbook,
    csv,
    'The file is an Excel workbook or a ZIP archive, whatever its name: save it in Excel as "CSV UTF-8"',
  ],
  [
    'an old Excel workbook named .csv',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), Buffer.alloc(600)]),
    csv,
    'The file is an old Excel workbook, whatever its name: save it in Excel as "CSV UTF-8"',
  ],
  [
    'gzip named .csv',
    gzipSync(`${head}${good}`),
    csv,
    'The file is compressed by gzip, whatever its name: unpack it first',
  ],
  ['a PDF', '%PDF-1.7 ...', csv, 'The file is a PDF document: export the products as CSV'],
  [
    'a picture',
    Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7) % 256)),
    csv,
    'The file has no text: import CSV, NDJSON or XML',
  ],
  ['XML named .csv', feed(product), csv, 'The file is XML: import it with format=xml'],
  ['NDJSON named .csv', '{"id":"ok"}\n', csv, 'The file is NDJSON: import it with format=ndjson'],
  [
    'a JSON list',
    '[\n {"id":"a"},\n {"id":"b"}\n]',
    ndjson,
    'The file is one JSON list: import NDJSON, with an object on each line',
  ],
  [
    'no column for the id',
    'Titel,Preis,name,price\nA,1,A,1\n',
    csv,
    'No column of the file becomes id: choose one in the mapping. Its columns are "Titel", "Preis", "name", "price"',
  ],
  [
    'no header',
    'a1,Chair,12.50\na2,Table,99\n',
    csv,
    'No column of the file becomes id, name, price: choose one in the mapping. Its columns are "a1", "Chair", "12.50"',
  ],
  [
    'a column twice',
    'id,name,price,Name ,name\na,A,1,,\n',
    csv,
    'line 1 must name each column once: "name" occurs twice',
  ],
  [
    'a header cut in a quote',
    'id,"name,price\na,A,1\n',
    csv,
    'line 1 must have a closing quote; double any quote inside the text',
  ],
  [
    'cut in the middle of a quote',
    `${head}${good}b,"Chair with`,
    csv,
    'line 3 must have a closing quote; double any quote inside the text',
    ['ok'],
  ],
  [
    'text after a quote',
    `${head}b,"Chair" oak,1\n${good}`,
    csv,
    'line 2 must have no text after a closing quote; double any quote inside the text',
    ['ok'],
  ],
  ['two headers', `${head}${head}${good}`, csv, 'line 2 must not be the header again', ['ok']],
  [
    'a cell too many',
    `${head}b,Chair,1,2\n${good}`,
    csv,
    'line 2 must have 3 cells, as many as the header: it has 4',
    ['ok'],
  ],
  ['an empty id', `${head},Chair,1\n${good}`, csv, 'line 2: column "id" must not be empty', ['ok']],
  [
    'an id twice',
    `${head}${good}b,B,2\nok,Other,3\n`,
    csv,
    'line 4: column "id" must not be that of another line: current value is "ok", as in line 2',
    ['ok', 'b'],
  ],
  [
    'a price in words',
    'Art;Titel;Preis\nb;Stuhl;auf Anfrage\nok;Gut;1,50\n',
    csv,
    'line 2: column "Preis" must be a price: current value is "auf Anfrage"',
    ['ok'],
  ],
  [
    'a negative price',
    `${head}b,Chair,-3\n${good}`,
    csv,
    'line 2: column "price" must be a finite number >= 0: current value is -3',
    ['ok'],
  ],
  [
    'an unknown currency',
    `${head}b,Chair,12.50 XQX\n${good}`,
    csv,
    'line 2: column "price" must be a price: current value is "12.50 XQX"',
    ['ok'],
  ],
  [
    'a price with two meanings',
    `${head}b,Chair,1.299\n${good}`,
    csv,
    'line 2: column "price" must have one meaning, but "1.299" can be 1.299 or 1299: import with decimal=point or decimal=comma',
    ['ok'],
  ],
  [
    'a price with two commas',
    'id;name;price\nok;A;"1.234,56 €"\nb;B;12,5,0\n',
    csv,
    'line 3: column "price" must be a price: current value is "12,5,0"',
    ['ok'],
  ],
  [
    'a picture that is no address',
    'id,name,price,imgs\nb,B,1,https://shop.example/a.jpg|b.jpg\nok,A,1,\n',
    csv,
    'line 2: column "imgs" must be an http(s) address or a `data:image/...` picture: current value is "b.jpg"',
    ['ok'],
  ],
  [
    'a NUL byte',
    `${head}b,Ch\0air,1\n${good}`,
    csv,
    'line 2: column "name" must not contain NUL: current value is "Ch\\u0000air"',
    ['ok'],
  ],
  [
    'Windows-1252 after UTF-8',
    Buffer.concat([Buffer.from(`${head}ok,Größe Größe,1\n`), Buffer.from('b,Gr\xf6\xdfe,1\n', 'latin1')]),
    csv,
    'line 3 must be in the encoding of the file: name another one with encoding=, or save the file as "CSV UTF-8"',
    ['ok'],
  ],
  [
    'a huge line',
    Buffer.concat([
      Buffer.from(`${head}b,`),
      Buffer.alloc(16 * 1024 * 1024, 'x'),
      Buffer.from(`,1\n${good}`),
    ]),
    csv,
    'line 2 must be at most 16777216 bytes',
    ['ok'],
  ],
  [
    'a name too long',
    `${head}b,${'x'.repeat(1_001)},1\n${good}`,
    csv,
    'line 2: column "name" must have 1 to 1000 characters: it has 1001',
    ['ok'],
  ],
  [
    'XML with a DTD',
    `<!DOCTYPE rss SYSTEM "file:///etc/passwd">\n${feed(product)}`,
    xml,
    'line 1 must have no DOCTYPE',
  ],
  ['a billion laughs', laughs, xml, 'line 1 must have no DOCTYPE'],
  [
    'an unknown entity',
    feed('<item><g:id>b</g:id><title>&shop;</title></item>'),
    xml,
    'line 2 must be well-formed XML: Invalid character entity',
  ],
  [
    'XML cut off',
    feed(`${product}\n<item><g:id>b`).slice(0, -21),
    xml,
    'line 3 must be well-formed XML: Unclosed root tag',
    ['ok'],
  ],
  [
    'XML without products',
    feed('<title>Shop</title>'),
    xml,
    'The file has no products: XML needs elements such as `item`, `entry`, `product`, `offer` or `SHOPITEM`',
  ],
  [
    'a JSON line cut off',
    '{"id":"ok","name":"A","price":1}\n{"id":"b","na',
    ndjson,
    'line 2: Cannot read the JSON: Unterminated string in JSON at position 13',
    ['ok'],
  ],
];

for (const [what, file, type, message, valid = []] of cases) {
  test(`a file that is broken (${what}) gives one message, and only its valid items are stored`, async () => {
    const before = await stored();
    const mapping =
      type === csv && String(file).startsWith('Art;') ? '{"Art":"id","Titel":"name","Preis":"price"}' : null;
    const query = mapping === null ? '' : `&mapping=${encodeURIComponent(mapping)}`;
    const { detail, task } = await send(Buffer.from(file), type, query);
    const errors = (task?.progress.errors ?? []).map((error) => error.detail);
    assert.deepEqual(detail === undefined ? errors : [detail], [message]);
    if (detail !== undefined) assert.equal(task?.status, 'failed');
    assert.deepEqual([...(await stored())].sort(), [...new Set([...before, ...valid])].sort());
  });
}

test('files that look broken but are read: UTF-16 without a mark, semicolons with decimal commas, oversold stock', async () => {
  const utf16 = await send(Buffer.from('id;name;price\nu1;Größe;"1.234,56 €"\n', 'utf16le'), csv);
  assert.deepEqual([utf16.task?.progress.created, utf16.task?.progress.file['encoding']], [1, 'utf-16le']);
  const oversold = await send(Buffer.from('id,name,price,stock\nu2,Chair,1,-4\n'), csv);
  assert.equal(oversold.task?.progress.created, 1);
  const { body } = await service.ask<{ item: Record<string, unknown> }>('GET', '/api/items/u1?by=id', {
    key,
  });
  assert.deepEqual([body.item['price'], body.item['currency']], [1234.56, 'EUR']);
});
