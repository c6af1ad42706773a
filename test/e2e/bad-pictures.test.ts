import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { derivedAvif } from '../../src/encoders/image/avif-file.fixture.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { representative, wholeOnly } from '../support/matrix.ts';
import { until } from '../support/until.ts';

/** Invalid and hostile pictures from all sources: each error is reported for its item or request, and none blocks others. */
let service: LocalService;
let host: Server;
let key = '';
let pictures: Pictures;

const photo = (): Sharp =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c62' } }).composite([
    { input: { create: { width: 20, height: 20, channels: 3, background: '#16c' } }, left: 5, top: 5 },
  ]);

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of a few kilobytes that declares `side` x `height` black pixels, possibly with fewer rows. */
function bomb(side: number, rows = side, height = side): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(side / 8))), { level: 9 });
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', new Uint8Array())];
  return Buffer.concat([magic, ...parts]);
}

/** 100 MB of zeros, compressed. */
const zeros = deflateSync(Buffer.alloc(100_000_000), { level: 9 });

/** A picture with a compressed chunk of 100 MB before its pixels. */
function withBomb(png: Buffer, type: string, before: string): Buffer {
  const chunk = pngChunk(type, Buffer.concat([Buffer.from(before, 'latin1'), zeros]));
  const headerEnd = 33;
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

/** A small picture that declares the maximum canvas size. */
async function hugeScreen(): Promise<Buffer> {
  const gif = await photo().gif().toBuffer();
  gif.writeUInt16LE(65_535, 6);
  gif.writeUInt16LE(65_535, 8);
  return gif;
}

/** A progressive picture whose last scan is repeated a thousand times, which costs decoder time. */
async function manyScans(): Promise<Buffer> {
  const jpeg = await photo().jpeg({ progressive: true }).toBuffer();
  const end = jpeg.length - 2;
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  return Buffer.concat([jpeg.subarray(0, end), ...Array<Buffer>(1_000).fill(scan), jpeg.subarray(end)]);
}

/** A picture with the resolution of a phone camera. */
async function phonePhoto(): Promise<Buffer> {
  return await photo().resize(8_064, 6_048, { fit: 'fill' }).jpeg({ quality: 40 }).toBuffer();
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';

/** A file of 1 kB that needs 0.9 GB to decode. */
async function largeAvif(side: number): Promise<Buffer> {
  return await sharp({ create: { width: side, height: side, channels: 3, background: '#369' } })
    .avif({ quality: 1, effort: 0, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

/** The expected result of each picture: `embedded`, or the error code of its item and of a photo search. */
type Pictures = Readonly<Record<string, readonly [bytes: Buffer, end: string]>>;

async function makePictures(): Promise<Pictures> {
  const jpeg = await photo().jpeg().toBuffer();
  const png = await photo().png().toBuffer();
  const frames = [...Array(20).keys()].map((i) => Buffer.alloc(30 * 30 * 3, i * 12));
  const animated = sharp(Buffer.concat(frames), {
    raw: { width: 30, height: 600, channels: 3, pageHeight: 30 },
  });
  return {
    cmyk: [await photo().toColourspace('cmyk').jpeg().toBuffer(), 'embedded'],
    sixteen: [await photo().toColourspace('rgb16').png().toBuffer(), 'embedded'],
    turned: [await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'embedded'],
    animated: [await animated.gif().toBuffer(), 'embedded'],
    large: [bomb(8_000), 'embedded'],
    'text-bomb': [withBomb(png, 'zTXt', 'Comment\0\0'), 'embedded'],
    'profile-bomb': [withBomb(png, 'iCCP', 'profile\0\0'), 'embedded'],
    'huge-screen': [await hugeScreen(), 'embedded'],
    'many-scans': [await manyScans(), 'image_broken'],
    'page-behind': [Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script></html>')]), 'embedded'],
    'zip-behind': [Buffer.concat([png, Buffer.from('PK\u0003\u0004'), Buffer.alloc(500)]), 'embedded'],
    'script-as-gif': [Buffer.from('GIF89a=1;alert(document.cookie)//'), 'image_broken'],
    'png-with-jpeg-inside': [Buffer.concat([png.subarray(0, 8), jpeg]), 'image_broken'],
    truncated: [jpeg.subarray(0, jpeg.length / 2), 'image_broken'],
    'header-only': [png.subarray(0, 30), 'image_broken'],
    'claims-more': [bomb(2_000, 1), 'image_broken'],
    bomb: [bomb(50_000, 100), 'image_too_many_pixels'],
    'one-column': [bomb(1, 64_000_000, 64_000_000), 'image_too_many_pixels'],
    'large-avif': [await largeAvif(8_000), 'image_too_many_pixels'],
    'avif-of-a-hundred': [
      await derivedAvif({ kind: 'grid', tile: [3_000, 2_000], parts: [10, 10], result: [3_002, 2_002] }),
      'image_too_many_pixels',
    ],
    'avif-under-another': [
      await derivedAvif({ kind: 'iovl', tile: [3_000, 2_000], parts: [5, 1], result: [100, 100] }),
      'image_too_many_pixels',
    ],
    'phone-photo': [await phonePhoto(), 'embedded'],
    svg: [Buffer.from(svg), 'image_unsupported'],
    'svg-behind-xml': [Buffer.from(`<?xml version="1.0"?>${svg}`), 'image_unsupported'],
    page: [Buffer.from('<!doctype html><title>Not here</title>'), 'image_unsupported'],
    pdf: [Buffer.from('%PDF-1.7\n1 0 obj\n'), 'image_unsupported'],
    zeros: [Buffer.alloc(5_000), 'image_unsupported'],
  };
}

/** The behaviour of a test host by path; some replies never end. */
const manners: Record<string, (response: ServerResponse) => void> = {
  '/empty.jpg': (response) => response.end(),
  '/gone.jpg': (response) => response.writeHead(404).end(),
  '/silent.jpg': () => undefined,
  '/slow.jpg': (response) => {
    response.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    const timer = setInterval(() => response.write('0'), 200);
    response.once('close', () => clearInterval(timer));
  },
  '/endless.jpg': (response) => {
    response.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/inside.jpg': (response) => response.writeHead(302, { location: 'http://169.254.169.254/a.jpg' }).end(),
  '/file.jpg': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/round.jpg': (response) => response.writeHead(302, { location: '/round.jpg' }).end(),
};

before(async () => {
  host = createServer((request, response) => manners[request.url ?? '']?.(response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  service = await LocalService.start({
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_PICTURE_HOSTS: hostName(),
  });
  key = await service.project('shop');
  // Encoding them takes seconds.
  pictures = await makePictures();
});
after(async () => {
  host.closeAllConnections();
  host.close();
  await service[Symbol.asyncDispose]();
});

const hostName = (): string => `127.0.0.1:${(host.address() as AddressInfo).port}`;

interface State {
  readonly status: string;
  readonly error: { code: string; detail: string } | null;
}

/** The final picture status or error code of each item. */
async function ends(imgs: Record<string, string>): Promise<Record<string, string>> {
  const data = Object.entries(imgs).map(([id, img]) => item(id, { imgs: img }));
  const sent = await service.ask<{ items: { id: string; _id: string }[] }>('POST', '/api/items', {
    key,
    body: { project: 'shop', data },
  });
  assert.equal(sent.status, 201);
  const found: Record<string, string> = {};
  for (const { id, _id } of sent.body.items) {
    await until(`${id} is not done`, async () => {
      const { body } = await service.ask<{ pictures: State[] }>('GET', `/api/items/${_id}`, { key });
      const { status, error } = body.pictures[0]!;
      found[id] = error?.code ?? (status === 'refined' ? 'embedded' : status);
      return status !== 'pending';
    });
  }
  return found;
}

test('an item reports the error of its picture, whatever the declared type', async () => {
  const asData = Object.entries(pictures).map(([id, [bytes]]) => [
    id,
    `data:image/jpeg;base64,${bytes.toString('base64')}`,
  ]);
  const expected = Object.fromEntries(Object.entries(pictures).map(([id, [, end]]) => [id, end]));
  assert.deepEqual(await ends(Object.fromEntries(asData)), expected);
});

test('a photo search with such a picture is rejected with the same message, and the next search succeeds', async () => {
  const names = representative(['truncated', 'bomb', 'svg', 'phone-photo'], Object.keys(pictures));
  for (const name of names) {
    const [bytes, end] = pictures[name]!;
    const body = { uploaded_file: bytes.toString('base64') };
    const answer = await service.ask<{ code?: string }>('POST', '/image-search/shop', { key, body });
    assert.equal(answer.status === 200 ? 'embedded' : answer.body.code, end, name);
  }
});

test(
  'a client with too many slow pictures is rejected, and another client is served',
  wholeOnly,
  async () => {
    await using busy = await LocalService.start({
      VITRINE_IMAGE_MODEL: 'vendored',
      VITRINE_TRUST_PROXY: '1',
    });
    await busy.project('shop');
    const { body: made } = await busy.ask<{ key: string }>('POST', '/admin/keys', {
      body: { kind: 'web', scopes: ['search'], projects: ['shop'] },
      headers: await busy.signIn(),
    });
    const search = async (picture: Buffer, address: string): Promise<Response> =>
      await fetch(`${busy.url}/image-search/shop`, {
        method: 'POST',
        headers: { 'x-api-key': made.key, 'content-type': 'image/*', 'x-forwarded-for': address },
        body: Uint8Array.from(picture),
      });
    const slow = await largeAvif(4_800);
    // Two are in progress and 32 queued; further ones are rejected immediately. The first ones end with the service.
    let refused = 0;
    for (let i = 0; i < 100; i++) {
      void search(slow, `2001:db8:0:1::${i}`).then(
        ({ status, headers }) => {
          if (status === 503 && Number(headers.get('retry-after')) > 0) refused += 1;
        },
        () => undefined,
      );
    }
    await until('too few searches were rejected', () => Promise.resolve(refused >= 20));
    const other = await search(await photo().jpeg().toBuffer(), '2001:db8:0:2::1');
    assert.equal(other.status, 200);
  },
);

test('an item reports the error of its picture’s host, and a slow host delays no other', async () => {
  const at = (path: string): string => `http://${hostName()}${path}`;
  const good = (await photo().jpeg().toBuffer()).toString('base64');
  const imgs = {
    empty: at('/empty.jpg'),
    gone: at('/gone.jpg'),
    endless: at('/endless.jpg'),
    inside: at('/inside.jpg'),
    file: at('/file.jpg'),
    round: at('/round.jpg'),
    decimal: 'http://2130706433/a.jpg',
    octal: 'http://0177.0.0.1/a.jpg',
    hexadecimal: 'http://0x7f000001/a.jpg',
    short: 'http://127.1/a.jpg',
    loopback: 'http://[::1]/a.jpg',
    mapped: 'http://[::ffff:7f00:1]/a.jpg',
    metadata: 'http://169.254.169.254/latest/meta-data/a.jpg',
    name: 'http://localhost/a.jpg',
    silent: at('/silent.jpg'),
    slow: at('/slow.jpg'),
    good: `data:image/jpeg;base64,${good}`,
  };
  const refused = 'fetch_refused_address';
  assert.deepEqual(await ends(imgs), {
    empty: 'image_empty',
    gone: 'fetch_status',
    endless: 'fetch_too_large',
    inside: refused,
    file: refused,
    round: 'fetch_failed',
    decimal: refused,
    octal: refused,
    hexadecimal: refused,
    short: refused,
    loopback: refused,
    mapped: refused,
    metadata: refused,
    name: 'fetch_failed',
    silent: 'fetch_timeout',
    slow: 'fetch_timeout',
    good: 'embedded',
  });
});

test('deleting a project during the processing of its pictures causes no errors', async () => {
  const leaving = await service.project('leaving');
  const pixels = await Promise.all(
    [...Array(12).keys()].map((i) =>
      photo()
        .modulate({ hue: i * 30 })
        .jpeg()
        .toBuffer(),
    ),
  );
  const data = pixels.map((bytes, i) =>
    item(`leaving-${i}`, { imgs: `data:image/jpeg;base64,${bytes.toString('base64')}` }),
  );
  const body = { project: 'leaving', data };
  const sent = await service.ask<{ items: { _id: string }[] }>('POST', '/api/items', { key: leaving, body });
  // All are embedded, so their refinement starts.
  const last = `/api/items/${sent.body.items.at(-1)!._id}`;
  for (let status = 'pending'; status === 'pending';) {
    await sleep(5);
    const { body: found } = await service.ask<{ pictures: State[] }>('GET', last, { key: leaving });
    ({ status } = found.pictures[0]!);
  }
  const before = service.output.length;
  const headers = await service.signIn();
  assert.equal((await service.ask('DELETE', '/admin/projects/leaving', { headers })).status, 200);
  // Work in progress has ended once a picture of another project is processed.
  const good = `data:image/jpeg;base64,${(await photo().jpeg().toBuffer()).toString('base64')}`;
  assert.deepEqual(await ends({ 'after-leaving': good }), { 'after-leaving': 'embedded' });
  assert.doesNotMatch(service.output.slice(before), /background work failed/);
});
