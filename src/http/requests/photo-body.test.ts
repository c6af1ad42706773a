import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../ports/limits.ts';
import { createJsonSlices } from '../../domain/contract/json-document.ts';
import { ByteBudget } from '../overload/byte-budget.ts';
import { Transfers } from '../overload/transfers.ts';
import { readPhotoBody, type PhotoBody } from './photo-body.ts';
import { toVitrineError } from '../replies/problem.ts';

const photo = Buffer.from(Array.from({ length: 3_000 }, (_, i) => i * 11));
const base64 = photo.toString('base64');

/** Reads a body that arrives in chunks of `pieceBytes`. */
async function read(type: string, body: string | Buffer, pieceBytes = 1_000): Promise<PhotoBody> {
  const bytes = Buffer.from(body);
  const pieces = function* (): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  return await readPhotoBody(call(type, Readable.from(pieces(), { objectMode: false }), bytes.length));
}

function call(type: string, body: Readable, length: number): Parameters<typeof readPhotoBody>[0] {
  const headers = { 'content-type': type, 'content-length': String(length) };
  const request = { body, headers } as unknown as FastifyRequest;
  const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
  const transfers = new Transfers(new ByteBudget());
  transfers[Symbol.dispose]();
  const client = { key: 'key', visitor: 'one', connection: '1', isPublic: true };
  return {
    request,
    bodyChunks: (bytesMax) => transfers.streamBody(request, reply, client, bytesMax),
    slices: createJsonSlices(),
  };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail('it was read'),
    (thrown: unknown) => thrown,
  );
  return toVitrineError(error).code;
}

type Part = readonly [head: string, body: string | Buffer];
const named = (name: string, more = ''): string => `form-data; name="${name}"${more}`;

function form(parts: readonly Part[]): Buffer {
  const written = parts.map(([head, body]) =>
    Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
  );
  return Buffer.concat([...written, Buffer.from('--b--\r\n')]);
}
const formType = 'multipart/form-data; boundary=b';

const sentBytes = { photo: { bytes: photo, address: null }, fields: { q: 'red' } };

void test('readPhotoBody() reads a photo in every encoding, in chunks of any size', async () => {
  const file = named('uploaded_file', '; filename="a.jpg"\r\ncontent-type: image/jpeg');
  for (const pieceBytes of [1, 100, 100_000]) {
    const bodies: [string, string | Buffer][] = [
      ['application/json', JSON.stringify({ q: 'red', uploaded_file: base64 })],
      [
        '',
        JSON.stringify({ uploaded_file: `data:image/jpeg;base64,${base64}`, q: 'red' }).replaceAll(
          '/',
          '\\/',
        ),
      ],
      [
        formType,
        form([
          [named('q'), 'red'],
          [file, photo],
        ]),
      ],
      [
        formType,
        form([
          [named('uploaded_file'), base64],
          [named('q'), 'red'],
        ]),
      ],
      [
        formType,
        form([
          [named('photo', '; filename="a"'), photo],
          [named('q'), 'red'],
        ]),
      ],
      [
        formType,
        form([
          [named('photo', '; filename="a"'), 'other'],
          [file, photo],
          [named('q'), 'red'],
        ]),
      ],
    ];
    for (const [type, body] of bodies)
      assert.deepEqual(await read(type, body, pieceBytes), sentBytes, `${type} by ${pieceBytes}`);
    const raw = await read('image/jpeg', photo, pieceBytes);
    assert.deepEqual(raw, { photo: { bytes: photo, address: null }, fields: {} });
  }
});

void test('readPhotoBody() reads a URL, and a body without a photo', async () => {
  const address = 'https://shop.example/ü.jpg';
  const sent = { photo: { bytes: null, address }, fields: {} };
  assert.deepEqual(await read('application/json', JSON.stringify({ uploaded_file: address }), 5), sent);
  assert.deepEqual(await read(formType, form([[named('uploaded_file'), address]]), 5), sent);
  for (const body of [
    '{"q":1}',
    '{"q":1,"uploaded_file":null}',
    '{"uploaded_file":"AAAA","q":1,"uploaded_file":null}',
  ])
    assert.deepEqual(await read('application/json', body), { photo: null, fields: { q: 1 } });
  assert.deepEqual(await read(formType, form([[named('q'), 'x']])), { photo: null, fields: { q: 'x' } });
});

void test('readPhotoBody() reports the error of a body', async () => {
  const wrong: [type: string, body: string | Buffer, code: string][] = [
    ['application/json', '', 'invalid_json'],
    ['application/json', '{"uploaded_file":"AAAA"', 'invalid_json'],
    ['application/json', '{"uploaded_file":"AAAA', 'invalid_json'],
    ['application/json', '{"uploaded_file":"AAAA" "q":1}', 'invalid_json'],
    ['application/json', '[1]', 'invalid_request'],
    ['application/json', '{"uploaded_file":["AAAA"]}', 'invalid_request'],
    ['application/json', '{"uploaded_file":"no picture"}', 'invalid_request'],
    ['application/json', '{"uploaded_file":""}', 'image_empty'],
    ['text/plain', 'x', 'unsupported_media_type'],
    ['multipart/form-data', form([]), 'unsupported_media_type'],
    [formType, form([[named('uploaded_file'), '*']]), 'invalid_request'],
    [formType, form([[named('uploaded_file', '; filename="a"'), photo]]).subarray(0, 200), 'body_incomplete'],
    [formType, form(Array.from({ length: 51 }, (_, i) => [named(`f${i}`), 'x'])), 'invalid_request'],
  ];
  for (const [type, body, code] of wrong)
    assert.equal(await refusal(read(type, body)), code, `${type} ${body.toString('latin1').slice(0, 60)}`);
});

void test('readPhotoBody() accepts the largest photo and rejects one byte more', async () => {
  const bytes = (length: number): Buffer => Buffer.alloc(length, 1);
  const max = limits.imageBytesMax;
  const asJson = (length: number): string => `{"uploaded_file":"${bytes(length).toString('base64')}"}`;
  const asForm = (length: number): Buffer =>
    form([[named('uploaded_file', '; filename="a"'), bytes(length)]]);
  const asField = (length: number): Buffer =>
    form([[named('uploaded_file'), bytes(length).toString('base64')]]);
  for (const [type, body] of [
    ['image/png', bytes],
    ['application/json', asJson],
    [formType, asForm],
    [formType, asField],
  ] as const) {
    assert.equal((await read(type, body(max), 65_536)).photo?.bytes?.length, max, type);
    for (const more of [1, limits.photoBodyBytesMax])
      assert.equal(await refusal(read(type, body(max + more), 65_536)), 'image_too_large', type);
  }
});

void test('readPhotoBody() limits the body without the photo', async () => {
  const { bodyBytesMax } = limits;
  const json = (length: number): string => `{"uploaded_file":"AAAA","q":"${'x'.repeat(length)}"}`;
  const around = '{"uploaded_file":"","q":""}'.length;
  await read('application/json', json(bodyBytesMax - around), 65_536);
  assert.equal(
    await refusal(read('application/json', json(bodyBytesMax - around + 1), 65_536)),
    'body_too_large',
  );
  const half = 'x'.repeat(bodyBytesMax / 2);
  await read(
    formType,
    form([
      [named('a'), half],
      [named('b'), half],
    ]),
    65_536,
  );
  assert.equal(
    await refusal(
      read(
        formType,
        form([
          [named('a'), half],
          [named('b'), `${half}x`],
        ]),
        65_536,
      ),
    ),
    'body_too_large',
  );
});

void test('readPhotoBody() rejects a photo at its first invalid chunk, and removes its listeners', async () => {
  for (const [type, start] of [
    ['application/json', '{"uploaded_file":"'],
    [
      formType,
      form([[named('uploaded_file'), '']])
        .toString()
        .replace(/\r\n--b--\r\n$/, ''),
    ],
  ] as const) {
    let pieces = 0;
    const endless = new Readable({
      read() {
        pieces += 1;
        this.push(pieces === 1 ? start : '*'.repeat(5_000));
      },
    });
    assert.equal(await refusal(readPhotoBody(call(type, endless, 14_000_000))), 'invalid_request');
    assert(pieces < 100, `${pieces} pieces were read`);
    assert.equal(endless.destroyed, false, 'the connection is needed for the answer');
    for (const event of ['data', 'readable', 'end', 'error'])
      assert.equal(endless.listenerCount(event), 0, `${type} ${event}`);
  }
});

void test('readPhotoBody() rejects an incomplete body', async () => {
  for (const [type, start] of [
    ['application/json', '{"uploaded_file":"AAAA'],
    ['image/png', 'abc'],
    [formType, form([[named('uploaded_file', '; filename="a"'), 'abc']]).subarray(0, 90)],
  ] as const) {
    const cut = new Readable({ read: () => undefined });
    cut.push(start);
    const reading = refusal(readPhotoBody(call(type, cut, 500)));
    setImmediate(() => cut.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
    assert.equal(await reading, 'body_incomplete', type);
  }
});
