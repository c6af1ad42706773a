import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSemaphore, type FairSemaphoreOptions, type SemaphoreErrors } from './fair-semaphore.ts';

const options = { inHandMax: 3, inHandPerClientMax: 2, waitingMax: 4, waitingPerClientMax: 3 };
const full = (): Error => new Error('full');

/** A gate, and what of its work has begun; each ends when the test says so. */
function gate(changed: Partial<FairSemaphoreOptions> = {}) {
  const one = new FairSemaphore({ ...options, ...changed });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** How the work ended: with its name, or the message of its error. */
  const run = async (name: string, refusals: SemaphoreErrors = { full }): Promise<string> => {
    const work = async (): Promise<string> => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    };
    return await one.run(name[0]!, work, refusals).catch((error: unknown) => (error as Error).message);
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await nextTurn();
  };
  return { run, end, begun };
}

void test('FairSemaphore runs so much work at once, of one client less, and the rest by turns', async () => {
  const { run, end, begun } = gate();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => run(name));
  await nextTurn();
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
  assert.deepEqual(begun.slice(3), ['c1', 'a3', 'b2', 'a4']);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
});

void test('FairSemaphore lets as much wait as may, and refuses the client with the most', async () => {
  const { run, end, begun } = gate();
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1'];
  const all = names.map((name) => run(name));
  const other = run('d1');
  await nextTurn();
  // In progress: a1, a2, b1. Three more of `a` were queued, a6 was rejected; b2 was queued, and c1 and d1 replaced the newest of `a`.
  for (let i = 0; i < begun.length; i++) await end(begun[i]!);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'full', 'full', 'full', 'b1', 'b2', 'c1']);
  assert.equal(await other, 'd1');
});

void test('FairSemaphore gives work up that has no turn in time, and goes on after work that fails', async () => {
  const { run, end, begun } = gate({ inHandMax: 1 });
  const first = run('a1');
  const late = { msMax: 1, error: () => new Error('late') };
  assert.equal(await run('b1', { full, late }), 'late');
  await end('a1');
  assert.equal(await first, 'a1');
  assert.deepEqual(begun, ['a1']);
  const one = new FairSemaphore(options);
  const broken = one.run('a', () => Promise.reject(new Error('broken')), { full });
  await assert.rejects(broken, /broken/);
  assert.equal(await one.run('a', () => Promise.resolve(7), { full }), 7);
});
