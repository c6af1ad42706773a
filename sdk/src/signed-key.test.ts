import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signKey } from './signed-key.ts';

const id = '65b1f00d65b1f00d65b1f00d';
const key = `vtr_${'k'.repeat(80)}`;

test('signKey() creates an HS256 token that the key verifies', async () => {
  const token = await signKey({ id, key }, { user: 'Åsa', filter: 'tier:dealer', expiresInSeconds: 60 });
  const [header = '', payload = '', signature] = token.split('.');
  const read = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());
  assert.deepEqual(read(header), { alg: 'HS256', typ: 'JWT', kid: id });
  const { exp, ...claims } = read(payload) as Record<string, unknown>;
  assert.deepEqual(claims, { sub: 'Åsa', filter: 'tier:dealer' });
  assert.ok(Math.abs(Number(exp) - Date.now() / 1_000 - 60) < 30);
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  assert.equal(signature, expected);
});
