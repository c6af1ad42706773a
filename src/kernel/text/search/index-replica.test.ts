import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexQuery, IndexResult } from '../query/query.ts';
import { SegmentedIndex, type IndexChange } from './segmented-index.ts';
import { commonWords, Pair, query, step } from './text-history.fixture.ts';
import { representative } from '../../../../test/support/matrix.ts';

/** What a search of the index returned after its first `changes` changes. */
interface Expected {
  readonly changes: number;
  readonly query: IndexQuery;
  readonly result: IndexResult;
}

/** Terms of deleted documents alone may be missing: a replica does not get these. */
function assertFound({ terms, ...found }: IndexResult, { terms: expected, ...result }: IndexResult): void {
  assert.deepEqual(found, result);
  const isSubset = (some: readonly unknown[], all: readonly unknown[]): boolean =>
    new Set(some.map(String)).isSubsetOf(new Set(all.map(String)));
  for (const name of ['stems', 'prefixes', 'terms', 'phrases', 'infixes'] as const)
    assert.ok(
      isSubset(terms[name], expected[name]),
      `${name}: ${terms[name].join()}, not ${expected[name].join()}`,
    );
}

const runs = representative(50, 300);

/** A history of an index, with the changes for replicas. Restoring it begins another one. */
class Journal {
  readonly pair = new Pair();
  #changes: IndexChange[] = [];
  #expected: Expected[] = [];

  constructor() {
    this.#follow();
  }

  /** False where another history begins. */
  apply(next: Parameters<Pair['apply']>[0]): boolean {
    this.pair.apply(next);
    if (next.kind !== 'restore') return true;
    this.#follow();
    return false;
  }

  expect(query: IndexQuery): void {
    const changes = this.#changes.length;
    // The copy computes the terms, before any change.
    this.#expected.push({ changes, query, result: { ...this.pair.index.search(query) } });
  }

  /** A replica of the state now; the function checks all expectations since. */
  replicate(): () => void {
    const { index } = this.pair;
    const state = structuredClone(index.readReplicaState());
    const replica = SegmentedIndex.createReplica(state, (key) => this.pair.sourceOf(key), commonWords);
    const [changes, from] = [this.#changes, this.#changes.length];
    const expected = this.#expected;
    return () => {
      let applied = from;
      for (const { changes: count, query, result } of expected) {
        if (count < from) continue;
        while (applied < count) replica.apply(structuredClone(changes[applied++]!));
        assertFound(replica.search(query), result);
      }
      while (applied < changes.length) replica.apply(structuredClone(changes[applied++]!));
      assert.equal(replica.size, index.size);
      // Fields of deleted documents alone may be missing: a replica does not get these.
      assert.deepEqual(replica.listFieldNames().difference(index.listFieldNames()), new Set());
    };
  }

  #follow(): void {
    const changes: IndexChange[] = (this.#changes = []);
    this.#expected = [];
    this.pair.index.onChange((change) => changes.push(change));
  }
}

test('SegmentedIndex.createReplica() finds what its index found after the same changes', () => {
  const action = fc.oneof(
    { weight: 4, arbitrary: fc.record({ step }) },
    { weight: 2, arbitrary: fc.record({ query }) },
    { weight: 1, arbitrary: fc.constant('replicate' as const) },
  );
  fc.assert(
    fc.property(fc.array(action, { minLength: 4, maxLength: 24 }), (actions) => {
      const journal = new Journal();
      let checks = [journal.replicate()];
      for (const one of actions) {
        if (one === 'replicate') checks.push(journal.replicate());
        else if ('query' in one) journal.expect(one.query);
        else if (!journal.apply(one.step)) {
          for (const check of checks) check();
          checks = [journal.replicate()];
        }
      }
      for (const check of checks) check();
    }),
    { seed: 20261123, numRuns: runs },
  );
});
