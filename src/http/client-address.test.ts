import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock } from './client-address.ts';

test('addressBlock() takes an IPv4 address as it is and an IPv6 address by its /64 network', () => {
  assert.equal(addressBlock('203.0.113.7'), '203.0.113.7');
  assert.equal(addressBlock('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(addressBlock('2001:db8:1:2:3:4:5:6'), addressBlock('2001:db8:1:2::9'));
  assert.notEqual(addressBlock('2001:db8:1:2::9'), addressBlock('2001:db8:1:3::9'));
  assert.equal(addressBlock('not an address'), 'not an address');
});
