import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { refusal, speak, type Listing } from '../support/http.ts';
import { pngFile } from '../support/png-file.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Invalid requests, JSON and pictures: they get a 4xx, store nothing, and do not affect the service. */
let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project('p');
  await service.ask('POST', '/api/items', { key, body: { project: 'p', data: item('only') } });
});
after(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  const { body } = await service.ask<Listing>('GET', '/api/items', { key });
  assert.equal(body.total, 1, 'Something was stored');
});

const head = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n${more}\r\n\r\n`;
const codeOf = (answer: string) =>
  `${/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none'} ${/"code":"(\w+)"/.exec(answer)?.[1] ?? ''}`.trim();
const good = JSON.stringify({ project: 'p', data: item('new') });

async function post(body: string | Uint8Array, headers: Record<string, string> = {}, path = '/api/items') {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  });
  return { status: response.status, body: await response.json() };
}

const bodies: [
  name: string,
  body: string | Uint8Array,
  expected: string,
  headers?: Record<string, string>,
][] = [
  ['empty', '', '400 invalid_json'],
  ['cut off', good.slice(0, -5), '400 invalid_json'],
  ['no JSON', 'project=p', '400 invalid_json'],
  ['a list', '[1]', '400 invalid_request body'],
  ['null', 'null', '400 invalid_request body'],
  ['a text', '"text"', '400 invalid_request body'],
  ['not UTF-8', Buffer.from(good.replace('new', 'n\xe9w'), 'latin1'), '400 invalid_json'],
  ['UTF-16', Buffer.from(good, 'utf16le'), '400 invalid_json'],
  ['an unescaped NUL', good.replace('Item new', 'a\0b'), '400 invalid_json'],
  ['an escaped NUL', good.replace('Item new', 'a\\u0000b'), '400 invalid_item data.name'],
  ['a lone surrogate', good.replace('Item new', 'a\\ud800'), '400 invalid_item data.name'],
  ['a lone surrogate in a key', good.replace('"sku"', '"x\\udc00":1,"sku"'), '400 invalid_item data.x\ufffd'],
  [
    'a lone surrogate in a text `data`',
    JSON.stringify({ data: 'X' }).replace('X', '{\\"a\\":\\"\\ud800\\"}'),
    '400 invalid_json',
  ],
  [
    '__proto__ in an item',
    good.replace('"sku"', '"__proto__":{"admin":true},"sku"'),
    '400 invalid_item data.__proto__',
  ],
  [
    'a list of items closed by a brace',
    `{"project":"p","data":[${JSON.stringify(item('new'))}}}`,
    '400 invalid_json',
  ],
  [
    'an unclosed list of items in a text',
    JSON.stringify({ project: 'p', data: JSON.stringify([item('new'), item('newer')]).slice(0, -1) }),
    '400 invalid_json',
  ],
  ['10,000 levels', '['.repeat(10_000), '400 json_too_deep'],
  [
    'an item with 33 levels',
    `{"project":"p","data":{"a":${'['.repeat(32)}${']'.repeat(32)}}}`,
    '400 json_too_deep data',
  ],
  ['a repeated and missing field', '{"project":"p","project":null,"data":{}}', '400 invalid_request project'],
  ['a form', 'a=b', '415 unsupported_media_type', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', good, '415 unsupported_media_type', { 'content-type': 'text/plain' }],
  ['an invalid content type', good, '415 unsupported_media_type', { 'content-type': 'json' }],
  ['compressed', good, '415 unsupported_media_type', { 'content-encoding': 'gzip' }],
];
for (const [name, body, expected, headers] of bodies) {
  test(`a body that is ${name} is rejected`, async () => {
    assert.equal(refusal(await post(body, headers)), expected);
  });
}

test('a lone surrogate in a text `data` is rejected before parsing', async () => {
  const body = JSON.stringify({ project: 'p', data: 'X' }).replace('X', '{\\"a\\":\\"\\ud800\\"}');
  assert.equal(refusal(await post(body)), '400 invalid_json');
});

test('`__proto__` in a body or a query has no effect', async () => {
  const body = '{"__proto__":{"limit":1},"constructor":{"prototype":{"limit":1}},"q":"item"}';
  assert.equal((await post(body, {}, '/search/p')).status, 200);
  const answer = await service.ask('GET', '/search/p?__proto__=1&constructor=2&toString=3', { key });
  assert.equal(answer.status, 200);
  assert.equal((answer.body['warnings'] as unknown[]).length, 3);
});

test('a body has at most 64 MB for items and 2 MB for other operations', async () => {
  const long = (bytes: number) => `{"project":"p","data":"${'a'.repeat(bytes)}"}`;
  assert.equal(refusal(await post(long(64 * 1024 * 1024))), '413 body_too_large');
  assert.equal(refusal(await post(long(2 * 1024 * 1024), {}, '/search/p')), '413 body_too_large');
  assert.equal((await post(long(2 * 1024 * 1024 - 100), {}, '/search/p')).status, 200);
});

const cut: [name: string, data: () => string, expected: RegExp][] = [
  [
    'items',
    () => `${head('/api/items', 'content-type: application/json\r\ncontent-length: 500')}${good}`,
    /^(400 body_incomplete|none|400 malformed_request)$/,
  ],
  [
    'a photo',
    () => `${head('/image-search/p', 'content-type: image/jpeg\r\ncontent-length: 500')}abc`,
    /^(400 body_incomplete|none|400 malformed_request)$/,
  ],
  [
    'a form',
    () =>
      `${head('/image-search/p', 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 500')}--b\r\ncontent-disposition: form-data; name="uploaded_file"; filename="a"\r\n\r\nabc`,
    /^(400 body_incomplete|none|400 malformed_request)$/,
  ],
  [
    'an import',
    () => `${head('/api/items/import', 'content-type: text/csv\r\ncontent-length: 500')}id,sku\n1`,
    /^(400 body_incomplete|none|400 malformed_request)$/,
  ],
  [
    'invalid chunks',
    () => `${head('/api/items', 'content-type: application/json\r\ntransfer-encoding: chunked')}zz\r\n{}\r\n`,
    /^400 malformed_request$/,
  ],
  ['an invalid content length', () => head('/api/items', 'content-length: many'), /^400 malformed_request$/],
  [
    'two content lengths',
    () => `${head('/api/items', 'content-length: 3\r\ncontent-length: 4')}abcd`,
    /^400 malformed_request$/,
  ],
  [
    'both content length and chunks',
    () => `${head('/api/items', 'content-length: 3\r\ntransfer-encoding: chunked')}0\r\n\r\n`,
    /^400 malformed_request$/,
  ],
  ['an invalid header line', () => 'GET /health HTTP/1.1\r\nno colon\r\n\r\n', /^400 malformed_request$/],
  [
    'a line break in a header',
    () => 'GET /health HTTP/1.1\r\nhost: x\r\nx-request-id: a\nset-cookie: b\r\n\r\n',
    /^400 malformed_request$/,
  ],
  ['no HTTP', () => '\x16\x03\x01\x02\x00', /^400 malformed_request$/],
  [
    'huge headers',
    () => `GET /health HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`,
    /^431 headers_too_large$/,
  ],
  [
    'a huge URL',
    () => `GET /search/p?q=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    /^431 headers_too_large$/,
  ],
  [
    'a path that is not UTF-8',
    () => 'GET /search/%ff%fe HTTP/1.1\r\nhost: x\r\n\r\n',
    /^400 malformed_request$/,
  ],
  [
    'an endless path',
    () => `GET /search/${'a'.repeat(5_000)} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`,
    /^400 malformed_request$/,
  ],
];
for (const [name, data, expected] of cut) {
  test(`a raw request with ${name} is rejected, and the service continues`, async () => {
    assert.match(codeOf(await speak(service.url, data(), { half: true })), expected);
    assert.equal((await service.ask('GET', '/ready')).status, 200);
  });
}

test('at most twenty unknown parameters are reported', async () => {
  const query = Array.from({ length: 700 }, (_, index) => `k${index}=1`).join('&');
  const answer = await service.ask('GET', `/search/p?${query}`, { key });
  assert.equal((answer.body['warnings'] as unknown[]).length, 20);
});

/** A PNG that declares a size but has few pixels. */
function pngWithHeader(width: number, height: number, bytes: number): Buffer {
  return pngFile({ width, height, channels: 3, pixels: Buffer.alloc(bytes * 1_000) });
}

const jpeg = readGroceryPicture('lemon');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
const pictures: [name: string, bytes: Uint8Array, status: number[]][] = [
  ['a PNG of 20 kB that declares 50,000 x 50,000', pngWithHeader(50_000, 50_000, 20_000), [413]],
  ['a PNG that declares 4,000,000,000 x 1', pngWithHeader(4_000_000_000, 1, 10), [415, 422]],
  ['a PNG without pixels', pngWithHeader(100, 100, 0), [422]],
  ['a JPEG truncated in its header', jpeg.subarray(0, 100), [415, 422]],
  ['three bytes of a JPEG', jpeg.subarray(0, 3), [415, 422]],
  ['zero bytes', new Uint8Array(0), [400]],
  ['a thousand NULs', new Uint8Array(1_000), [415]],
  ['an SVG', Buffer.from(svg), [415]],
  ['a script with the header of a GIF', Buffer.from('GIF89a=1;alert(1)//'), [415, 422]],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), [415]],
  [
    'a ZIP with the header of a JPEG',
    Buffer.concat([jpeg.subarray(0, 20), Buffer.from('PK\x03\x04')]),
    [415, 422],
  ],
];
for (const [name, bytes, statuses] of pictures) {
  test(`${name} is rejected as a photo`, async () => {
    for (const answer of [
      await post(bytes, { 'content-type': 'image/png' }, '/image-search/p'),
      await post(
        JSON.stringify({ uploaded_file: Buffer.from(bytes).toString('base64') }),
        {},
        '/image-search/p',
      ),
    ]) {
      assert.ok(statuses.includes(answer.status), `${answer.status} ${JSON.stringify(answer.body)}`);
      assert.match(refusal(answer), /image_\w+/);
    }
    const fine = await post(jpeg, { 'content-type': 'image/jpeg' }, '/image-search/p');
    assert.equal(fine.status, 200);
  });
}

test('a photo has at most 10 MB, in each encoding', async () => {
  const large = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)]);
  const form = new FormData();
  form.append('uploaded_file', new Blob([new Uint8Array(large)]));
  const answers = [
    await post(large, { 'content-type': 'image/jpeg' }, '/image-search/p'),
    await post(JSON.stringify({ uploaded_file: large.toString('base64') }), {}, '/image-search/p'),
    await post(JSON.stringify({ uploaded_file: 'a'.repeat(16 * 1024 * 1024) }), {}, '/image-search/p'),
  ];
  for (const answer of answers) assert.match(refusal(answer), /^413 (image|body)_too_large/);
  const response = await fetch(`${service.url}/image-search/p`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  assert.equal(response.status, 413);
  await response.text();
});

test('a form needs a boundary and has at most 50 parts', async () => {
  const form = new FormData();
  for (let index = 0; index < 60; index++) form.append(`f${index}`, 'x');
  const many = await fetch(`${service.url}/image-search/p`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  assert.equal(refusal({ status: many.status, body: await many.json() }), '400 invalid_request');
  const none = await post('x', { 'content-type': 'multipart/form-data' }, '/image-search/p');
  assert.equal(refusal(none), '415 unsupported_media_type');
});
