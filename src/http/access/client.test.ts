import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyKind } from '../../ports/access/projects.ts';
import { formatClientName, identifyClient, findVisitorNetwork, type RequestVisitor } from './client.ts';

type KeyedRequest = Parameters<typeof findVisitorNetwork>[0];
const asked = (
  kind: KeyKind,
  more: { id?: string; origin?: string; ip?: string; user?: string } = {},
): KeyedRequest => {
  const { id = 'k', origin, ip = '192.0.2.1', user = null } = more;
  const request = { ip, headers: { origin }, raw: { socket: {} } };
  return { key: { id, kind, user }, request } as unknown as KeyedRequest;
};
const formatClient = (asker: KeyedRequest, visitor?: RequestVisitor): string =>
  formatClientName(identifyClient(asker, visitor));
const unnamed: RequestVisitor = { user: null, session: null, address: null };

test('visitorAddress() uses the named address of a server key, and the connection of a browser', () => {
  assert.equal(findVisitorNetwork(asked('server'), '198.51.100.7'), '198.51.100.7');
  assert.equal(findVisitorNetwork(asked('server'), null), null);
  assert.equal(findVisitorNetwork(asked('web'), null), '192.0.2.1');
  assert.equal(findVisitorNetwork(asked('web'), '198.51.100.7'), '192.0.2.1');
  const page = { origin: 'https://shop.example' };
  assert.equal(findVisitorNetwork(asked('server', page), '198.51.100.7'), '192.0.2.1');
  assert.equal(findVisitorNetwork(asked('server', { ...page, id: 'console' }), null), null);
});

test('visitorAddress() treats the addresses of one IPv6 network as one', () => {
  const of = (ip: string): string | null => findVisitorNetwork(asked('web', { ip }), null);
  assert.equal(of('2001:db8:0:7::1'), '2001:db8:0:7::/64');
  assert.equal(of('2001:db8:0:7:ffff:1:2:3'), of('2001:db8:0:7::1'));
  assert.notEqual(of('2001:db8:0:8::1'), of('2001:db8:0:7::1'));
  assert.equal(of('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(findVisitorNetwork(asked('server'), 'a hash of an address'), 'a hash of an address');
});

test('identifyClient() distinguishes visitors of a page by network only', () => {
  const names = { user: 'u', session: 's', address: '198.51.100.7' };
  const page = formatClient(asked('web'), unnamed);
  assert.equal(formatClient(asked('web'), names), page);
  assert.notEqual(formatClient(asked('web', { ip: '192.0.2.2' }), unnamed), page);
  assert.notEqual(formatClient(asked('web', { id: 'other' }), unnamed), page);
  // A signed key's user is known, from wherever the requests come.
  const signed = formatClient(asked('web', { user: 'u' }), unnamed);
  assert.notEqual(signed, page);
  assert.equal(formatClient(asked('web', { user: 'u', ip: '192.0.2.2' }), names), signed);
});

test('identifyClient() distinguishes visitors of a shop’s server by user, session or address', () => {
  const client = (values: Partial<Record<'user' | 'session' | 'address', string>>): string =>
    formatClient(asked('server'), { ...unnamed, ...values });
  const clients = [
    {},
    { user: 'a' },
    { session: 'a' },
    { user: 'b' },
    { session: 'b' },
    { address: '192.0.2.1' },
  ];
  assert.equal(new Set(clients.map(client)).size, clients.length);
  assert.equal(client({ session: 'a', user: 'a' }), client({ session: 'a' }));
  assert.equal(client({ session: 'a', address: '192.0.2.1' }), client({ address: '192.0.2.1' }));
});
