import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { createClient } from './index.ts';

it('createClient() asks for the key of each request, and rejects with the failure of that', async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['x-api-key']);
    response.setHeader('content-type', 'application/json').end('{"items":[]}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let made = 0;
    const client = createClient({ url, key: async () => `signed-${++made}` });
    await client.search('p', { q: 'a' });
    await client.search('p', { q: 'b' });
    assert.deepEqual(keys, ['signed-1', 'signed-2']);
    const signedOut = new Error('signed out');
    const without = createClient({ url, key: () => Promise.reject(signedOut) });
    await assert.rejects(without.search('p', { q: 'c' }), signedOut);
    assert.equal(keys.length, 2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
