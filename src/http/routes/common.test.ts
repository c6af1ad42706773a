import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitorAddress } from './common.ts';

type Asked = Parameters<typeof visitorAddress>[0];
const asked = (origins: readonly string[] | null): Asked =>
  ({ key: { origins }, request: { ip: '192.0.2.1' } }) as unknown as Asked;

test('visitorAddress() believes a server what it names, and a page nothing but its connection', () => {
  assert.equal(visitorAddress(asked(null), '198.51.100.7'), '198.51.100.7');
  assert.equal(visitorAddress(asked(null), null), null);
  assert.equal(visitorAddress(asked(['https://shop.example']), null), '192.0.2.1');
  assert.equal(visitorAddress(asked(['https://shop.example']), '198.51.100.7'), '192.0.2.1');
});
