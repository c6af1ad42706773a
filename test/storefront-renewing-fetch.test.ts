import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renewingFetch } from '../examples/storefront/src/app/renewing-fetch.ts';

/** A service that knows one key, and the keys that were sent. */
function serviceWith(valid: string) {
  const sent: string[] = [];
  const send = async (_input: unknown, init?: RequestInit): Promise<Response> => {
    const key = new Headers(init?.headers).get('x-api-key') ?? '';
    sent.push(key);
    return new Response(init?.body ?? null, { status: key === valid ? 200 : 401 });
  };
  return { sent, send: send as typeof fetch };
}

test('renewingFetch() asks once for the new key after a restart, and repeats the requests', async () => {
  const { sent, send } = serviceWith('new');
  let asked = 0;
  const renew = async (): Promise<string> => {
    asked++;
    return 'new';
  };
  const request = renewingFetch({ key: 'old', fetch: send, renew });
  const body = '{"q":"oak"}';
  const replies = await Promise.all([request('/search', { body }), request('/search', { body })]);
  assert.deepEqual(await Promise.all(replies.map((reply) => reply.text())), [body, body]);
  assert.deepEqual([asked, sent.toSorted()], [1, ['new', 'new', 'old', 'old']]);
  assert.equal((await request('/search')).status, 200);
  assert.deepEqual([asked, sent.at(-1)], [1, 'new']);
});

test('renewingFetch() returns the refusal while there is no new key, and asks again with the next request', async () => {
  const { sent, send } = serviceWith('new');
  const keys = [null, 'old', 'new'];
  const request = renewingFetch({ key: 'old', fetch: send, renew: async () => keys.shift() ?? null });
  for (const status of [401, 401, 200]) assert.equal((await request('/search')).status, status);
  assert.deepEqual(sent, ['old', 'old', 'old', 'new']);
});
