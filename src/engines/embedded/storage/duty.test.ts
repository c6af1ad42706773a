import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lease } from '../../../ports/shared-log.ts';
import { Duty } from './duty.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('Duty asks once at a time, calls whoever is there yet, and one that fails keeps nobody from being called', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const answer = Promise.withResolvers<Lease | null>();
  let asked = 0;
  const faults: unknown[] = [];
  const acquire = (): Promise<Lease | null> => (asked++, answer.promise);
  await using duty = new Duty({ acquire }, (error) => faults.push(error));
  const called: string[] = [];
  const [gone, faulty, last] = [{}, {}, {}];
  duty.onMine(gone, () => called.push('gone'));
  duty.onMine(faulty, () => {
    throw new Error('closed');
  });
  duty.onMine(last, () => called.push('last'));
  duty.forget(gone);
  for (let i = 0; i < 10; i++) t.mock.timers.tick(5_000);
  answer.resolve({ fence: 1, held: true, release: async () => undefined });
  await turn();
  assert.equal(asked, 1);
  assert.equal(duty.mine, true);
  assert.deepEqual(called, ['last']);
  assert.equal(faults.length, 1);
});
