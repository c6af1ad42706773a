import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyKind } from '../../ports/projects.ts';
import { visitorAddress } from './common.ts';

type Asked = Parameters<typeof visitorAddress>[0];
const asked = (kind: KeyKind): Asked => ({ key: { kind }, request: { ip: '192.0.2.1' } }) as unknown as Asked;

test('visitorAddress() believes a server what it names, and a page nothing but its connection', () => {
  assert.equal(visitorAddress(asked('server'), '198.51.100.7'), '198.51.100.7');
  assert.equal(visitorAddress(asked('server'), null), null);
  assert.equal(visitorAddress(asked('web'), null), '192.0.2.1');
  assert.equal(visitorAddress(asked('web'), '198.51.100.7'), '192.0.2.1');
});
