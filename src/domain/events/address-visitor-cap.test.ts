import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressVisitorCap, addressVisitorsMax } from './address-visitor-cap.ts';

const dayMs = 86_400_000;
const view = (visitor: string, id = 'a', at = 0) => ({
  user: null,
  session: visitor,
  items: [{ id, quantity: 1, price: null }],
  at,
});

test('AddressVisitorCap.rankOf() ranks the first five visitors per address, item and day', () => {
  const crowds = new AddressVisitorCap();
  const crowded = (visitor: string, address: string, id = 'a', at = 0): boolean =>
    crowds.rankOf(view(visitor, id, at), address) === addressVisitorsMax;
  for (let visitor = 0; visitor < 5; visitor++) assert.equal(crowded(`v${visitor}`, '192.0.2.1'), false);
  assert.equal(crowded('v5', '192.0.2.1'), true);
  assert.equal(crowded('v0', '192.0.2.1'), false, 'who counted already');
  assert.equal(crowded('v5', '192.0.2.2'), false, 'from elsewhere');
  assert.equal(crowded('v5', '192.0.2.1', 'b'), false, 'another item');
  assert.equal(crowded('v5', '192.0.2.1', 'a', dayMs), false, 'another day');
});
