import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyKind } from '../../ports/projects.ts';
import { visitorAddress } from './common.ts';

type Asked = Parameters<typeof visitorAddress>[0];
const asked = (kind: KeyKind, more: { id?: string; origin?: string; ip?: string } = {}): Asked => {
  const { id = 'k', origin, ip = '192.0.2.1' } = more;
  return { key: { id, kind }, request: { ip, headers: { origin } } } as unknown as Asked;
};

test('visitorAddress() takes the address from a server, and the connection from a browser', () => {
  assert.equal(visitorAddress(asked('server'), '198.51.100.7'), '198.51.100.7');
  assert.equal(visitorAddress(asked('server'), null), null);
  assert.equal(visitorAddress(asked('web'), null), '192.0.2.1');
  assert.equal(visitorAddress(asked('web'), '198.51.100.7'), '192.0.2.1');
  const page = { origin: 'https://shop.example' };
  assert.equal(visitorAddress(asked('server', page), '198.51.100.7'), '192.0.2.1');
  assert.equal(visitorAddress(asked('server', { ...page, id: 'console' }), null), null);
});

test('visitorAddress() takes the addresses of one IPv6 network for one', () => {
  const of = (ip: string): string | null => visitorAddress(asked('web', { ip }), null);
  assert.equal(of('2001:db8:0:7::1'), '2001:db8:0:7::/64');
  assert.equal(of('2001:db8:0:7:ffff:1:2:3'), of('2001:db8:0:7::1'));
  assert.notEqual(of('2001:db8:0:8::1'), of('2001:db8:0:7::1'));
  assert.equal(of('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(visitorAddress(asked('server'), 'a hash of an address'), 'a hash of an address');
});
