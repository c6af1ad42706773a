import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressPairCap, addressPairCaps } from './address-pair-cap.ts';

const dayMs = 86_400_000;
const event = (
  type: string,
  ...ids: string[]
): { type: string; items: { id: string; quantity: number; price: null }[] } => ({
  type,
  items: ids.map((id) => ({ id, quantity: 1, price: null })),
});

test('AddressPairCap.capItems() counts an address as one visitor of an item in 30 days', () => {
  const cap = new AddressPairCap();
  const capped = (type: string, id: string, address: string, at = 0): boolean =>
    cap.capItems(event(type, id), address, at).has(id);
  assert.deepEqual(
    ['view', 'cart', 'click', 'own type'].map((type) => capped(type, 'a', '192.0.2.1')),
    [false, false, true, true],
  );
  assert.deepEqual(
    [1, 2].map(() => capped('purchase', 'a', '192.0.2.1')),
    [false, true],
  );
  assert.equal(capped('view', 'b', '192.0.2.1'), false, 'another item');
  assert.equal(capped('view', 'a', '192.0.2.2'), false, 'another address');
  assert.equal(capped('view', 'a', '192.0.2.1', 29 * dayMs), true);
  assert.equal(capped('view', 'a', '192.0.2.1', 30 * dayMs), false, 'the next window');
});

test('AddressPairCap.capItems() marks the items of an order that were bought before, and no others', () => {
  const cap = new AddressPairCap();
  cap.capItems(event('purchase', 'a', 'b', 'a'), '192.0.2.1', 0);
  assert.deepEqual([...cap.capItems(event('purchase', 'b', 'c'), '192.0.2.1', 0)], ['b']);
});

test('AddressPairCap.capItems() counts at most ten orders and 200 other interactions of an address', () => {
  const cap = new AddressPairCap();
  const sizes = (type: string, count: number): number[] =>
    Array.from(
      { length: count },
      (_, sent) => cap.capItems(event(type, `${type}-${sent}`), '192.0.2.1', 0).size,
    );
  for (const [type, max] of [
    ['purchase', addressPairCaps.purchases],
    ['view', addressPairCaps.others],
  ] as const)
    assert.deepEqual(sizes(type, max + 1), [...Array.from({ length: max }, () => 0), 1], type);
});

test('AddressPairCap evicts the least recently seen addresses, but never the sender', () => {
  const cap = new AddressPairCap({ keysMax: 10 });
  const ids = Array.from({ length: 50 }, (_, n) => `i${n}`);
  const bought = (address: string, ...own: string[]): number =>
    cap.capItems(event('purchase', ...own), address, 0).size;
  for (const address of ['old', 'new']) assert.equal(bought(address, 'a'), 0);
  assert.equal(bought('old', 'a'), 1);
  assert.equal(bought('big', ...ids), 0);
  assert.equal(bought('big', ...ids), 50, 'the sender is known');
  assert.equal(bought('new', 'a'), 0, 'evicted');
});
