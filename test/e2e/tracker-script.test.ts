import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { LocalService } from '../support/local-service.ts';
import { root } from '../support/service.ts';

/** `GET /tracker.js`, for pages of shops on other origins. */
let service: LocalService;

// `tools/test.mjs` has built the script.
before(async () => {
  service = await LocalService.start();
});
after(() => service[Symbol.asyncDispose]());

const built = (): string => readFileSync(join(root, 'tracker', 'dist', 'vitrine-tracker.js'), 'utf8');

test('GET /tracker.js is the built script, which any page may use and keep for an hour', async () => {
  const reply = await fetch(`${service.url}/tracker.js`);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(reply.headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(reply.headers.get('access-control-allow-origin'), '*');
  assert.equal(await reply.text(), built());
});

test('GET /tracker.js is compressed', async () => {
  const { coding, bytes } = await new Promise<{ coding: string | undefined; bytes: Buffer }>(
    (resolve, reject) => {
      get(`${service.url}/tracker.js`, { headers: { 'accept-encoding': 'br' } }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () =>
          resolve({ coding: reply.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        );
      }).on('error', reject);
    },
  );
  assert.equal(coding, 'br');
  assert.equal(brotliDecompressSync(bytes).toString(), built());
  assert.ok(bytes.length < built().length / 2, `${bytes.length} bytes`);
});

test('HEAD /tracker.js has no body, and other methods are refused', async () => {
  const head = await fetch(`${service.url}/tracker.js`, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
  const post = await fetch(`${service.url}/tracker.js`, { method: 'POST' });
  assert.equal(post.status, 405);
  assert.equal(post.headers.get('allow'), 'GET, HEAD');
});
