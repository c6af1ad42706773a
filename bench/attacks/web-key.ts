import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Attacker } from './attack.ts';
import { openSocket, post, requestHead, send } from './attack.ts';
import { avif, tallPng } from './pictures.ts';

/** How long idle connections stay open. */
const heldMs = 20_000;
const photoBytes = 14_000_000;

const everything = {
  q: 'black chair',
  limit: 100,
  facets: ['brand', 'category', 'color', 'size', 'price'],
  explain: true,
  typos: true,
};

const words = (count: number): string[] => Array.from({ length: count }, (_, i) => `word${i}`);

/** Opens connections, sends the same bytes on each, and keeps them open without reading. */
async function hold(attacker: Attacker, connections: number, bytes: string | Buffer): Promise<number[]> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(attacker.url)));
  for (const socket of sockets) socket.write(bytes);
  await sleep(heldMs);
  for (const socket of sockets) socket.destroy();
  return [];
}

/** Pipelines requests on one connection and returns the reply statuses. */
async function pipeline(attacker: Attacker, request: string, count: number): Promise<number[]> {
  const socket = await openSocket(attacker.url);
  const statuses: number[] = [];
  let rest = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    const parts = `${rest}${data}`.split('HTTP/1.1 ');
    for (const part of parts.slice(1)) statuses.push(Number(part.slice(0, 3)));
    rest = data.slice(-12).includes('HTTP') ? data.slice(-12) : '';
  });
  socket.resume();
  socket.write(request.repeat(count));
  while (statuses.length < count && !socket.destroyed) await sleep(50);
  socket.destroy();
  return statuses;
}

const search = (body: unknown) => async (attacker: Attacker) => [
  await post(attacker, `/search/${attacker.project}`, body, attacker.webKey),
];
const searches = (count: number, body: object) => async (attacker: Attacker) => [
  await post(
    attacker,
    '/search',
    { project: attacker.project, searches: Array.from({ length: count }, () => body) },
    attacker.webKey,
  ),
];
const photo = (body: unknown) => async (attacker: Attacker) => [
  await post(attacker, `/image-search/${attacker.project}`, body, attacker.webKey),
];
const pictures = (picture: () => Promise<Buffer>, clients: number) => async (attacker: Attacker) => {
  const body = await picture();
  const ask = (): Promise<number> =>
    send(attacker.url, `/image-search/${attacker.project}`, {
      body,
      type: 'image/png',
      key: attacker.webKey,
    });
  return Promise.all(Array.from({ length: clients }, ask));
};

/** Requests that anyone can send with the web key of a page. */
export const webKeyAttacks: readonly Attack[] = [
  {
    name: '`diversity` with 120,000 digits',
    run: async (attacker) => [
      await post(
        attacker,
        '/rec/trendings',
        { index: attacker.project, diversity: `${'1'.repeat(120_000)}x` },
        attacker.webKey,
      ),
    ],
  },
  { name: 'a photo of 60,000 "="', run: photo({ uploaded_file: `${'='.repeat(60_000)}x` }) },
  {
    name: '20 searches with 9,900 spaces in a category filter',
    run: searches(20, { q: 'chair', filters: `category:"a>b${' '.repeat(9_900)}x"` }),
  },
  { name: 'four photos of 8000 x 8000, 1 kB each', run: pictures(() => avif(8_000), 4) },
  { name: 'a photo of 1 x 64,000,000', run: pictures(async () => tallPng(64_000_000), 1) },
  {
    name: '100 connections with 50 unread searches each',
    run: (attacker) =>
      hold(
        attacker,
        100,
        requestHead('GET', `/search/${attacker.project}?q=a&limit=200&facets=*`, attacker.webKey).repeat(50),
      ),
  },
  {
    name: '200 pipelined searches',
    run: (attacker) =>
      pipeline(
        attacker,
        requestHead('GET', `/search/${attacker.project}?q=a&limit=200&facets=*`, attacker.webKey),
        200,
      ),
  },
  {
    name: '100 incomplete bodies of 14 MB',
    run: (attacker) =>
      hold(
        attacker,
        100,
        Buffer.concat([
          Buffer.from(
            requestHead('POST', `/image-search/${attacker.project}`, attacker.webKey, [
              'content-type: application/json',
              `content-length: ${photoBytes + 100}`,
            ]),
          ),
          Buffer.alloc(photoBytes, 32),
        ]),
      ),
  },
  { name: '20 searches with all options', run: searches(20, everything) },
  {
    name: '20 searches with ten facets of 1,000 values',
    run: searches(20, {
      q: '',
      facets: [
        'brand',
        'category',
        'color',
        'size',
        'price',
        'sku',
        'id',
        'name',
        'popularity',
        'description',
      ].map((field) => `${field}(limit=1000)`),
    }),
  },
  {
    name: 'a user list with `limit` 100',
    run: async (attacker) => [
      await post(
        attacker,
        '/reco/user-recommendations',
        { index: attacker.project, user: 'buyer-1', limit: 100, explain: true, diversity: 1 },
        attacker.webKey,
      ),
    ],
  },
  {
    name: '300 concurrent user lists with `limit` 100',
    run: (attacker) =>
      Promise.all(
        Array.from({ length: 300 }, (_, i) =>
          post(
            attacker,
            '/reco/user-recommendations',
            { index: attacker.project, user: `buyer-${i}`, limit: 100, explain: true, diversity: 1 },
            attacker.webKey,
          ),
        ),
      ),
  },
  {
    name: 'a filter with 500 alternatives',
    run: search({
      q: '',
      filters: words(500)
        .map((word, i) => `${['brand', 'color', 'size', 'name'][i % 4]}:${word}`)
        .join(' OR '),
    }),
  },
  {
    name: '500 ranges on a field with numeric texts',
    run: search({
      q: '',
      filters: Array.from({ length: 500 }, (_, i) => `ean>${1_000_000 + i}`).join(' OR '),
    }),
  },
  { name: 'a photo of 14 MB in base64', run: photo({ uploaded_file: 'A'.repeat(photoBytes) }) },
  {
    name: 'eight sorts at offset 9,000',
    run: search({
      q: '',
      offset: 9_000,
      limit: 100,
      sort: ['brand', 'category', 'color', 'size', 'price', 'name', 'sku', 'id'].map(
        (field) => `${field}:asc`,
      ),
    }),
  },
  {
    name: 'a body with 200,000 keys',
    run: (attacker) =>
      post(
        attacker,
        `/search/${attacker.project}`,
        `{${Array.from({ length: 200_000 }, (_, i) => `"k${i.toString(36)}":1`).join()}}`,
        attacker.webKey,
      ).then((status) => [status]),
  },
];
