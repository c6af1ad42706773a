import assert from 'node:assert/strict';
import { on } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { answersOf, vectorOf } from './replica-answers.fixture.ts';
import { SemanticIndex, type SemanticIndexChange } from './semantic-index.ts';
import { representative } from '../../../test/support/matrix.ts';

type Step =
  | { readonly kind: 'set' | 'remove'; readonly key: number; readonly count: number; readonly stride: number }
  /** A thread crashes, and another one replaces it. */
  | { readonly kind: 'replace'; readonly replica: number }
  | { readonly kind: 'apply'; readonly replica: number; readonly share: number }
  | { readonly kind: 'release' }
  /** All replicas are dropped; the same number begins later. */
  | { readonly kind: 'alone'; readonly key: number; readonly count: number };

/** What the index answered after some of its changes. */
interface Expected {
  readonly seed: number;
  readonly answers: unknown;
}

/** A replica with the changes that it did not apply yet. */
class Follower {
  readonly index: SemanticIndex;
  readonly #pending: SemanticIndexChange[] = [];

  constructor(owner: SemanticIndex) {
    this.index = SemanticIndex.createReplica(structuredClone(owner.replicaState()));
    assert.equal(this.index.changeCount, owner.changeCount);
  }

  push(change: SemanticIndexChange): void {
    this.#pending.push(structuredClone(change));
  }

  applyUntil(changeCount: number): void {
    const changes = this.#pending.splice(0, changeCount - this.index.changeCount);
    for (const change of changes) this.index.apply(change);
    assert.equal(this.index.changeCount, changeCount);
  }
}

/** An index and its replicas, which lag; each step checks all replicas against the answers of the index at the same change. */
class Journal {
  readonly #owner: SemanticIndex;
  readonly #keysMax: number;
  readonly #replicaCount: number;
  #followers: Follower[] = [];
  /** By the number of changes. */
  #expected = new Map<number, Expected>();
  #salt = 0;

  constructor(dimensions: number, options: { sketchRowsMin: number; keysMax: number; replicaCount: number }) {
    const { sketchRowsMin, keysMax, replicaCount } = options;
    this.#owner = new SemanticIndex(dimensions, { cachedKeysMax: 12, sketchRowsMin });
    this.#keysMax = keysMax;
    this.#replicaCount = replicaCount;
    this.#begin();
  }

  get size(): number {
    return this.#owner.size;
  }

  run(step: Step): void {
    const owner = this.#owner;
    switch (step.kind) {
      case 'set':
        for (let i = 0; i < step.count; i++) this.#set(step.key + i * step.stride);
        break;
      case 'remove':
        for (let i = 0; i < step.count; i++) this.#remove(step.key + i * step.stride);
        break;
      case 'replace':
        this.#followers[step.replica % this.#replicaCount] = new Follower(owner);
        break;
      case 'apply':
        this.#apply(this.#followers[step.replica % this.#replicaCount]!, step.share);
        break;
      case 'release':
        owner.onReplicasApplied(this.#slowest().layerChangeCounts);
        break;
      case 'alone':
        owner.onChange(null);
        for (let i = 0; i < step.count; i++) {
          this.#set(step.key + i * 3);
          this.#remove(step.key + i * 5);
        }
        this.#begin();
    }
    this.#record();
    this.#check();
  }

  end(): void {
    for (const follower of this.#followers) {
      for (const count of this.#expected.keys()) {
        if (count < follower.index.changeCount) continue;
        follower.applyUntil(count);
        this.#check();
      }
    }
  }

  /** The replica that applied the fewest changes. */
  #slowest(): SemanticIndex {
    return this.#followers
      .map(({ index }) => index)
      .reduce((slowest, index) => (index.changeCount < slowest.changeCount ? index : slowest));
  }

  #begin(): void {
    this.#owner.onChange((change) => {
      for (const follower of this.#followers) follower.push(change);
    });
    this.#followers = Array.from({ length: this.#replicaCount }, () => new Follower(this.#owner));
    this.#expected = new Map();
    this.#record();
  }

  #set(key: number): void {
    // Most keys have one vector, some two or three.
    const count = [1, 1, 1, 2, 3][this.#salt % 5]!;
    const vectors = Array.from({ length: count }, () => vectorOf(this.#salt++, this.#owner.dimensions));
    this.#owner.set(key % this.#keysMax, ...vectors);
  }

  #remove(key: number): void {
    this.#owner.remove(key % this.#keysMax);
  }

  #record(): void {
    const seed = this.#expected.size % 4;
    if (!this.#expected.has(this.#owner.changeCount))
      this.#expected.set(this.#owner.changeCount, { seed, answers: answersOf(this.#owner, seed) });
  }

  #apply(follower: Follower, share: number): void {
    const later = [...this.#expected.keys()].filter((count) => count > follower.index.changeCount);
    const until = later[Math.floor(share * (later.length - 1))];
    if (until !== undefined) follower.applyUntil(until);
  }

  #check(): void {
    for (const { index } of this.#followers) {
      const { seed, answers } = this.#expected.get(index.changeCount)!;
      assert.deepEqual(answersOf(index, seed), answers);
    }
  }
}

function stepsOf(keysMax: number, countMax: number): fc.Arbitrary<Step> {
  const key = fc.nat(keysMax - 1);
  const replica = fc.nat(2);
  const kind = fc.constantFrom('set', 'set', 'remove');
  const count = fc.oneof(fc.constantFrom(1, 2, 40), fc.nat(countMax));
  const share = fc.constantFrom(0, 0.5, 1);
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind, key, count, stride: fc.constantFrom(1, 7, 1_999) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace'), replica }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('apply'), replica, share }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('release') }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('alone'), key, count: fc.nat(400) }) },
  );
}

for (const [dimensions, sketchRowsMin] of [
  [24, 60],
  [130, 1_000_000],
] as const) {
  void test(`SemanticIndex.createReplica() of ${dimensions} dimensions answers as its index did after the same changes`, () => {
    const keysMax = 5_000;
    fc.assert(
      fc.property(fc.array(stepsOf(keysMax, 1_500), { minLength: 10, maxLength: 40 }), (steps) => {
        const journal = new Journal(dimensions, { sketchRowsMin, keysMax, replicaCount: 3 });
        for (const one of steps) journal.run(one);
        journal.end();
      }),
      { seed: 20261124, numRuns: representative(5, 25) },
    );
  });
}

void test('SemanticIndex.createReplica() selects the same rows by their signs, also by a new centre', () => {
  // Fewer vectors than these are all compared.
  const [sketchRowsMin, keysMax] = [17_000, 40_000];
  fc.assert(
    fc.property(fc.array(stepsOf(keysMax, 2_000), { minLength: 10, maxLength: 20 }), (steps) => {
      const journal = new Journal(64, { sketchRowsMin, keysMax, replicaCount: 3 });
      journal.run({ kind: 'set', key: 0, count: 18_000, stride: 2 });
      for (const one of steps) journal.run(one);
      journal.run({ kind: 'set', key: 0, count: 20_000, stride: 1_999 });
      assert.ok(journal.size > 2 * sketchRowsMin - 10_000);
      for (const one of steps) journal.run(one);
      journal.end();
    }),
    { seed: 20261125, numRuns: representative(1, 2) },
  );
});

void test('SemanticIndex answers do not depend on the order of rows and on rows without a vector', () => {
  const write = (index: SemanticIndex): SemanticIndex => {
    for (let key = 0; key < 18_000; key++) index.set(key, vectorOf(key, 64));
    for (let key = 0; key < 5_000; key++) index.set((key * 7) % 18_000, vectorOf(-key, 64));
    for (let key = 0; key < 1_000; key++) index.remove(key * 17);
    return index;
  };
  const dense = write(new SemanticIndex(64, { cachedKeysMax: 12, sketchRowsMin: 16_500 }));
  const sparse = new SemanticIndex(64, { cachedKeysMax: 12, sketchRowsMin: 16_500 });
  // Rows are retired, and never released.
  sparse.onChange(() => undefined);
  write(sparse);
  for (let seed = 0; seed < 10; seed++) assert.deepEqual(answersOf(sparse, seed), answersOf(dense, seed));
});

void test('SemanticIndex.createReplica() in another thread answers as its index did, while the index changes', async () => {
  const moduleOf = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { isDeepStrictEqual } from 'node:util';
    import { parentPort, workerData } from 'node:worker_threads';
    import { answersOf } from ${moduleOf('./replica-answers.fixture.ts')};
    import { SemanticIndex } from ${moduleOf('./semantic-index.ts')};
    const index = SemanticIndex.createReplica(workerData);
    let wrong = 0;
    parentPort.on('message', ({ changes, seed, answers }) => {
      for (const change of changes) index.apply(change);
      // Repeatedly, while the index writes the next vectors.
      for (let i = 0; i < 5; i++) if (!isDeepStrictEqual(answersOf(index, seed), answers)) wrong++;
      parentPort.postMessage({ changeCounts: index.layerChangeCounts, wrong });
    });`;
  const owner = new SemanticIndex(64, { sketchRowsMin: 500 });
  let salt = 0;
  const set = (key: number): void =>
    owner.set(key, ...Array.from({ length: 1 + (salt % 3) }, () => vectorOf(salt++, 64)));
  for (let key = 0; key < 3_000; key++) set(key);
  let changes: SemanticIndexChange[] = [];
  owner.onChange((change) => changes.push(change));
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const worker = new Worker(url, { workerData: owner.replicaState() });
  const replies = on(worker, 'message');
  try {
    const sent: (readonly number[])[] = [];
    for (let batch = 0; batch < 150 || sent.length > 0;) {
      if (batch < 150 && sent.length < 8) {
        for (let i = 0; i < 60; i++) set((batch * 61 + i * 7) % (3_000 + batch * 20));
        for (let i = 0; i < 15; i++) owner.remove((batch * 17 + i * 31) % 3_000);
        worker.postMessage({ changes, seed: batch, answers: answersOf(owner, batch) });
        sent.push(owner.layerChangeCounts);
        changes = [];
        batch++;
        continue;
      }
      const [reply] = (await replies.next()).value as [{ changeCounts: number[]; wrong: number }];
      assert.deepEqual(reply, { changeCounts: sent.shift(), wrong: 0 });
      owner.onReplicasApplied(reply.changeCounts);
    }
  } finally {
    await worker.terminate();
  }
});

void test('SemanticIndex reuses rows at once without replicas, and after their release with replicas', () => {
  const index = new SemanticIndex(24);
  const memory = index.replicaState().layers[0]!.memory;
  const rewrite = (): number => {
    for (let key = 0; key < 3_000; key++) index.set(key, vectorOf(key, 24));
    for (let key = 0; key < 3_000; key += 2) index.remove(key);
    return memory.buffer.byteLength;
  };
  const bytes = rewrite();
  assert.equal(rewrite(), bytes);
  index.onChange(() => undefined);
  const retired = rewrite();
  assert.ok(retired > bytes);
  for (let i = 0; i < 5; i++) {
    index.onReplicasApplied(index.layerChangeCounts);
    assert.equal(rewrite(), retired);
  }
  index.onChange(null);
  assert.equal(rewrite(), retired);
});

void test('SemanticIndex.createReplica() answers as its owner without residuals, too', () => {
  const dimensions = 512;
  const owner = new SemanticIndex(dimensions);
  owner.onChange(() => undefined);
  for (let key = 0; key < 50; key++)
    owner.set(key, vectorOf(key, dimensions), vectorOf(key + 100, dimensions));
  const replica = SemanticIndex.createReplica(owner.replicaState());
  const query = vectorOf(7, dimensions);
  const [nearest] = replica.query(query).nearest(1, () => true);
  assert.equal(nearest?.key, 7);
  assert.ok(Math.abs(nearest.cosine - 1) < 5e-4);
  assert.deepEqual(
    replica.query(query).nearest(9, () => true),
    owner.query(query).nearest(9, () => true),
  );
});

void test('SemanticIndex.createReplica() refuses changes of its own', () => {
  const owner = new SemanticIndex(2);
  owner.set(1, Float32Array.of(1, 0));
  const replica = SemanticIndex.createReplica(owner.replicaState());
  assert.throws(() => replica.set(2, Float32Array.of(0, 1)), /replica/);
  assert.throws(() => replica.remove(1), /replica/);
});
