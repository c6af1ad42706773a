import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError } from '../common/connection-error.ts';
import { choosePrimary, TimelineFence } from './primary-choice.ts';
import type { ServerIdentity } from './session.ts';

const server = (name: string, timeline: number | null, more: Partial<ServerIdentity> = {}) => ({
  name,
  identity: { systemId: timeline === null ? null : 'one', timeline, startedAt: name, ...more },
});
const isDivided = (error: unknown): boolean =>
  error instanceof ConnectionError && error.failure === 'divided';

test('choosePrimary() prefers the server that was promoted last', () => {
  assert.equal(choosePrimary([server('a', 1), server('b', 3), server('c', 2)]).name, 'b');
  assert.equal(choosePrimary([server('a', 1)]).name, 'a');
});

test('choosePrimary() refuses two servers of which neither is newer, but not two names of one', () => {
  assert.throws(() => choosePrimary([server('a', 2), server('b', 2)]), isDivided);
  assert.throws(() => choosePrimary([server('a', 1), server('b', 2, { systemId: 'other' })]), isDivided);
  assert.equal(choosePrimary([server('a', 2), server('b', 2, { startedAt: 'a' })]).name, 'a');
});

test('choosePrimary() takes the first node of a database without timelines', () => {
  assert.equal(choosePrimary([server('a', null), server('b', null)]).name, 'a');
});

test('TimelineFence refuses a primary older than one in use, not another database', () => {
  const fence = new TimelineFence();
  fence.check(server('a', 1).identity);
  fence.record(server('b', 2).identity);
  fence.record(server('a', 1).identity);
  assert.throws(
    () => fence.check(server('a', 1).identity),
    (error) => error instanceof ConnectionError && error.failure === 'outdated',
  );
  fence.check(server('b', 2).identity);
  fence.check(server('a', 1, { systemId: 'other' }).identity);
  fence.check(server('a', null).identity);
});
