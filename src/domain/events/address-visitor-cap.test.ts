import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressVisitorCap, addressItemsMax, addressVisitorsMax } from './address-visitor-cap.ts';

const dayMs = 86_400_000;
const view = (visitor: string, id = 'a') => ({
  user: null,
  session: visitor,
  items: [{ id, quantity: 1, price: null }],
});

test('AddressVisitorCap.rankVisitor() ranks the first five visitors per address, item and day', () => {
  const crowds = new AddressVisitorCap();
  const crowded = (visitor: string, address: string, id = 'a', at = 0): boolean =>
    crowds.rankVisitor(view(visitor, id), address, at) === addressVisitorsMax;
  for (let visitor = 0; visitor < 5; visitor++) assert.equal(crowded(`v${visitor}`, '192.0.2.1'), false);
  assert.equal(crowded('v5', '192.0.2.1'), true);
  assert.equal(crowded('v0', '192.0.2.1'), false, 'who counted already');
  assert.equal(crowded('v5', '192.0.2.2'), false, 'from elsewhere');
  assert.equal(crowded('v5', '192.0.2.1', 'b'), false, 'another item');
  assert.equal(crowded('v5', '192.0.2.1', 'a', dayMs), false, 'another day');
});

test('AddressVisitorCap.rankVisitor() keeps the ranks of an address that sends many items', () => {
  const cap = new AddressVisitorCap();
  for (let visitor = 0; visitor < 5; visitor++) cap.rankVisitor(view(`v${visitor}`), '192.0.2.1', 0);
  for (let sent = 1; sent < addressItemsMax; sent++)
    assert.equal(cap.rankVisitor(view('v0', `i${sent}`), '192.0.2.1', 0), 0);
  assert.equal(cap.rankVisitor(view('v0', 'one more'), '192.0.2.1', 0), addressVisitorsMax);
  assert.equal(cap.rankVisitor(view('v5'), '192.0.2.1', 0), addressVisitorsMax);
  assert.equal(cap.rankVisitor(view('v0', 'one more'), '192.0.2.2', 0), 0, 'another address');
  assert.equal(cap.rankVisitor(view('v0', 'one more'), '192.0.2.1', dayMs), 0, 'another day');
});
