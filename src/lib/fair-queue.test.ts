import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';
import { createRandom } from './seeded-random.ts';

interface Work {
  readonly client: string;
  readonly name: string;
}

const limits = { countMax: 6, countPerClientMax: 4 } as const;

function queue(options: Partial<FairQueueOptions> = {}): FairQueue<Work> {
  return new FairQueue<Work>({ ...limits, ...options });
}

/** Work named by its client and a number: `a1`. */
const work = (name: string): Work => ({ client: name[0]!, name });

function pushed(to: FairQueue<Work>, ...names: readonly string[]): (string | null)[] {
  return names.map((name) => to.push(name[0]!, work(name))[0]?.name ?? null);
}

/** The order in which work is served, each with the cost of its client. */
function served(from: FairQueue<Work>, costs: Readonly<Record<string, number>> = {}): string[] {
  const names: string[] = [];
  for (let next = from.take(); next !== undefined; next = from.take()) {
    names.push(next.name);
    from.finish(next.client, costs[next.client] ?? 1);
  }
  return names;
}

void test('FairQueue serves clients in turn, and the work of each in order', () => {
  const one = queue();
  pushed(one, 'a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  assert.deepEqual(served(one), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  assert.equal(one.length, 0);
});

void test('FairQueue serves clients with cheaper work more often, and new clients next', () => {
  const one = queue();
  pushed(one, 'a1', 'a2', 'a3', 'b1', 'b2', 'b3');
  assert.deepEqual(served(one, { a: 3, b: 1 }), ['a1', 'b1', 'b2', 'b3', 'a2', 'a3']);
  pushed(one, 'a1', 'a2', 'b1', 'b2');
  for (const name of ['a1', 'b1']) {
    assert.equal(one.take()?.name, name);
    one.finish(name[0]!, 1_000);
  }
  pushed(one, 'c1');
  assert.equal(one.take()?.name, 'c1');
});

void test('FairQueue rejects work above the limit of a client, independent of others', () => {
  const one = queue();
  assert.deepEqual(pushed(one, 'a1', 'a2', 'a3', 'a4', 'a5', 'b1'), [null, null, null, null, 'a5', null]);
  assert.equal(one.length, 5);
});

void test('FairQueue evicts the newest work of the client with the most when it is full', () => {
  const one = queue();
  assert.deepEqual(pushed(one, 'a1', 'a2', 'a3', 'b1', 'b2', 'c1'), Array<null>(6).fill(null));
  assert.deepEqual(pushed(one, 'd1'), ['a3']);
  // The client has as many as others: its own newest work is rejected.
  assert.deepEqual(pushed(one, 'b3'), ['b3']);
  assert.deepEqual(served(one), ['a1', 'b1', 'c1', 'd1', 'a2', 'b2']);
});

void test('FairQueue limits the total size of waiting work', () => {
  const one = queue({ sizeMax: 10 });
  const push = (name: string, size: number): string[] =>
    one.push(name[0]!, work(name), size).map((dropped) => dropped.name);
  assert.deepEqual(push('a1', 6), []);
  assert.deepEqual(push('b1', 4), []);
  assert.deepEqual(push('b2', 1), ['a1']);
  assert.deepEqual(push('c1', 6), ['c1']);
  assert.deepEqual(push('c1', 5), []);
  assert.equal(one.length, 3);
  // Evicting the newest work of `b` was not enough.
  assert.deepEqual(push('d1', 4), ['b2', 'c1']);
  assert.equal(one.length, 2);
});

void test('FairQueue limits the concurrent work of a client', () => {
  const one = queue();
  pushed(one, 'a1', 'a2', 'a3');
  assert.deepEqual([one.take(2)?.name, one.take(2)?.name, one.take(2)], ['a1', 'a2', undefined]);
  pushed(one, 'b1');
  assert.equal(one.take(1)?.name, 'b1');
  one.finish('a', 1);
  assert.equal(one.take(1), undefined);
  assert.equal(one.take(2)?.name, 'a3');
});

void test('FairQueue.putBack(), remove() and drain() keep the order of the rest', () => {
  const one = queue();
  pushed(one, 'a1', 'a2', 'b1', 'b2');
  const first = one.take()!;
  one.putBack('a', first);
  assert.equal(one.length, 4);
  const gone = work('a9');
  one.push('a', gone);
  one.remove('a', gone);
  one.remove('a', gone);
  assert.deepEqual(served(one), ['a1', 'b1', 'a2', 'b2']);
  pushed(one, 'a1', 'b1', 'a2');
  assert.deepEqual(
    one.drain().map(({ name }) => name),
    ['a1', 'a2', 'b1'],
  );
  assert.equal(one.length, 0);
});

void test('FairQueue gives clients the same share, and a series of new clients does not overtake all others', () => {
  const seed = 11;
  const random = createRandom(seed);
  const one = queue({ countMax: 100, countPerClientMax: 50 });
  const costs: Record<string, number> = { a: 20, b: 5, c: 1 };
  const spent: Record<string, number> = { a: 0, b: 0, c: 0 };
  for (let i = 0; i < 3_000; i++) {
    for (const client of ['a', 'b', 'c'])
      while (one.push(client, work(client)).length === 0 && random() < 0.9);
    const next = one.take()!;
    const cost = costs[next.client]! * (0.5 + random());
    spent[next.client]! += cost;
    one.finish(next.client, cost);
  }
  const shares = Object.values(spent).map(
    (cost) => (3 * cost) / Object.values(spent).reduce((a, b) => a + b),
  );
  for (const share of shares) assert(share > 0.95 && share < 1.05, `seed ${seed}: ${shares.join(' ')}`);
  // A client that was just served, and a series of others with one piece of work each.
  const rows = queue({ countMax: 100, countPerClientMax: 50 });
  rows.push('a', work('a1'));
  rows.push('a', work('a2'));
  let newcomers = 0;
  for (const seen: string[] = []; !seen.includes('a2'); newcomers++) {
    rows.push(`new ${newcomers}`, { client: `new ${newcomers}`, name: 'new' });
    const next = rows.take()!;
    rows.finish(next.client, 1);
    seen.push(next.name);
    assert(newcomers < 20, 'a2 waits for ever');
  }
});
