import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../ports/limits.ts';
import { ByteBudget } from './byte-budget.ts';
import type { Client } from '../access/client.ts';

const client = (visitor: string, changes: Partial<Client> = {}): Client => ({
  key: 'web',
  visitor,
  connection: visitor,
  isPublic: true,
  ...changes,
});
const free = 16 * 1024;

test('ByteBudget enforces the limits of a visitor, with web keys and server keys, at n and n + 1', () => {
  for (const [isPublic, max] of [
    [true, limits.bytesInFlightOfWebVisitorMax],
    [false, limits.bytesInFlightOfVisitorMax],
  ] as const) {
    const budget = new ByteBudget();
    const account = budget.open(client('one', { isPublic }));
    assert.equal(account.spend(max + free), null);
    const other = budget.open(client('one', { isPublic }));
    assert.equal(other.spend(free), null, 'small bodies always pass');
    assert.equal(other.spend(1), 'visitor');
    assert.equal(budget.open(client('two', { isPublic })).spend(free + 1), null);
  }
});

test('ByteBudget enforces the limits of a key and of the service at n and n + 1', () => {
  const budget = new ByteBudget();
  const fill = (key: string, bytes: number): (string | null)[] => {
    const outcomes: (string | null)[] = [];
    const step = limits.bytesInFlightOfWebVisitorMax;
    for (let left = bytes; left > 0; left -= step)
      outcomes.push(budget.open(client(`${key} ${left}`, { key })).spend(Math.min(left, step) + free));
    return outcomes;
  };
  assert.ok(fill('a', limits.bytesInFlightOfKeyMax).every((outcome) => outcome === null));
  assert.equal(budget.open(client('late', { key: 'a' })).spend(free + 1), 'key');
  assert.ok(
    fill('b', limits.bytesInFlightMax - limits.bytesInFlightOfKeyMax).every((outcome) => outcome === null),
  );
  assert.equal(budget.bytes, limits.bytesInFlightMax);
  assert.equal(budget.open(client('late', { key: 'b' })).spend(free + 1), 'service');
});

test('ByteAccount.close() releases exactly the counted bytes', () => {
  const budget = new ByteBudget();
  const accounts = [1, 2, 3].map((n) => {
    const account = budget.open(client(String(n)));
    for (let i = 0; i < 10; i++) account.spend(n * 7_777);
    return account;
  });
  assert.equal(budget.bytes, 60 * 7_777 - 3 * free);
  for (const account of accounts) {
    account.close();
    account.close();
    assert.equal(account.spend(limits.bytesInFlightMax), null, 'nothing would give them back');
  }
  assert.equal(budget.bytes, 0);
});
