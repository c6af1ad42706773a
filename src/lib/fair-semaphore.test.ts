import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSemaphore, type FairSemaphoreOptions, type SemaphoreErrors } from './fair-semaphore.ts';

const options = { activeMax: 3, activePerClientMax: 2, waitingMax: 4, waitingPerClientMax: 3 };
const full = (): Error => new Error('full');

/** A semaphore, and the work that it started: the test ends each one by name. */
function semaphore(changed: Partial<FairSemaphoreOptions> = {}) {
  const one = new FairSemaphore({ ...options, ...changed });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  /** The results of the work: its name, or the message of its error. */
  const run = async (name: string, refusals: SemaphoreErrors = { full }): Promise<string> => {
    const work = async (): Promise<string> => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    };
    return await one.run(name[0]!, work, refusals).catch((error: unknown) => (error as Error).message);
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await nextTurn();
  };
  return { run, end, started };
}

void test('FairSemaphore limits concurrent work in total and by client, and serves the rest in turn', async () => {
  const { run, end, started } = semaphore();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => run(name));
  await nextTurn();
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
  assert.deepEqual(started.slice(3), ['c1', 'a3', 'b2', 'a4']);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
});

void test('FairSemaphore limits waiting work, and rejects that of the client with the most', async () => {
  const { run, end, started } = semaphore();
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1'];
  const all = names.map((name) => run(name));
  const other = run('d1');
  await nextTurn();
  // In progress: a1, a2, b1. Three more of `a` were queued, a6 was rejected; b2 was queued, and c1 and d1 replaced the newest of `a`.
  for (let i = 0; i < started.length; i++) await end(started[i]!);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'full', 'full', 'full', 'b1', 'b2', 'c1']);
  assert.equal(await other, 'd1');
});

void test('FairSemaphore cancels work that waits too long, and continues after failed work', async () => {
  const { run, end, started } = semaphore({ activeMax: 1 });
  const first = run('a1');
  const late = { msMax: 1, error: () => new Error('late') };
  assert.equal(await run('b1', { full, late }), 'late');
  await end('a1');
  assert.equal(await first, 'a1');
  assert.deepEqual(started, ['a1']);
  const one = new FairSemaphore(options);
  const broken = one.run('a', () => Promise.reject(new Error('broken')), { full });
  await assert.rejects(broken, /broken/);
  assert.equal(await one.run('a', () => Promise.resolve(7), { full }), 7);
});
