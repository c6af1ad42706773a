import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { PasswordHasher } from './password-hashing.ts';

const { passwordChecksMax: runningMax, passwordChecksWaitingMax: waitingMax } = limits;

/** Checks that the test ends, in the order of their start. */
function heldChecks() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const checks = new PasswordHasher((password) => {
    began.push(password);
    return new Promise((resolve) => ends.push(() => resolve(Buffer.from(password))));
  });
  const hash = (password: string, network: string) => checks.hash(password, Buffer.alloc(16), network);
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await nextTurn();
  };
  return { began, ends, hash, endOne };
}

test('PasswordHasher runs two concurrently, and the waiting ones in turn by network', async () => {
  const { began, hash, endOne } = heldChecks();
  const all = [
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((password) => hash(password, 'a')),
    hash('b1', 'b'),
    hash('c1', 'c'),
  ];
  await nextTurn();
  assert.deepEqual(began, ['a1', 'a2']);
  assert.equal(began.length, runningMax);
  for (let i = 0; i < all.length; i++) await endOne();
  assert.deepEqual(began, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5']);
  assert.deepEqual((await Promise.all(all)).map(String), ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']);
});

test('PasswordHasher rejects checks beyond the queue limit, and recovers', async () => {
  const { began, ends, hash, endOne } = heldChecks();
  const taken = Array.from({ length: runningMax + waitingMax }, (_, i) => hash(`${i}`, `network ${i}`));
  await assert.rejects(
    hash('one more', 'late'),
    (error) => error instanceof VitrineError && error.code === 'overloaded',
  );
  while (ends.length > 0) await endOne();
  await Promise.all(taken);
  assert.equal(began.length, runningMax + waitingMax);
  const later = hash('later', 'late');
  await nextTurn();
  await endOne();
  assert.equal(String(await later), 'later');
});
