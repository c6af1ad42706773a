import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteBoundedCache } from './byte-bounded-cache.ts';

test('ByteBoundedCache evicts the oldest unused entry when the bytes are exceeded', () => {
  const lru = new ByteBoundedCache<string, string>(6, (value) => value.length);
  lru.set('a', 'aa');
  lru.set('b', 'bb');
  lru.set('c', 'cc');
  assert.equal(lru.get('a'), 'aa');
  lru.set('d', 'd');
  assert.equal(lru.get('b'), undefined);
  assert.equal(lru.get('a'), 'aa');
  assert.equal(lru.bytes, 5);
});

test('ByteBoundedCache.set() replaces an entry and counts its bytes once', () => {
  const lru = new ByteBoundedCache<string, string>(10, (value) => value.length);
  lru.set('a', 'aaaa');
  lru.set('a', 'a');
  assert.equal(lru.bytes, 1);
  lru.delete('a');
  assert.equal(lru.bytes, 0);
});

test('ByteBoundedCache does not store an entry larger than its limit', () => {
  const lru = new ByteBoundedCache<string, string>(3, (value) => value.length);
  lru.set('a', 'aaaa');
  assert.equal(lru.get('a'), undefined);
  assert.equal(lru.bytes, 0);
});
