import { ensureCapacity, createGrowableUint32 } from '../../bits/growable.ts';
import { ungrouped } from '../segments/variant-groups.ts';

/**
 * Counts products by bucket, numbered from 0. All documents of one group, in any segment, count once per bucket; a document
 * without a group counts each time it is added.
 */
export class ProductTally {
  #ungrouped: Uint32Array = new Uint32Array(16);
  /** Pairs of bucket and group, with repetitions. */
  readonly #buckets = createGrowableUint32();
  readonly #groups = createGrowableUint32();
  #groupCount = 0;

  add(bucket: number, group: number): void {
    if (group === ungrouped) {
      this.addUngrouped(bucket, 1);
      return;
    }
    this.#buckets.push(bucket);
    this.#groups.push(group);
    if (group >= this.#groupCount) this.#groupCount = group + 1;
  }

  /** Counts documents without a group. */
  addUngrouped(bucket: number, count: number): void {
    this.#ungrouped = ensureCapacity(this.#ungrouped, bucket + 1);
    this.#ungrouped[bucket]! += count;
  }

  /** The counts of the first `bucketCount` buckets. Pairs are sorted by bucket in linear time; repeated groups are then adjacent. */
  listCounts(bucketCount: number): Uint32Array {
    const counts = new Uint32Array(bucketCount);
    counts.set(this.#ungrouped.subarray(0, bucketCount));
    const pairCount = this.#buckets.length;
    if (pairCount === 0) return counts;
    const buckets = this.#buckets.data;
    const groups = this.#groups.data;
    const ends = new Uint32Array(bucketCount);
    for (let i = 0; i < pairCount; i++) ends[buckets[i]!]!++;
    for (let bucket = 1; bucket < bucketCount; bucket++) ends[bucket]! += ends[bucket - 1]!;
    const sorted = new Uint32Array(pairCount);
    for (let i = pairCount - 1; i >= 0; i--) sorted[--ends[buckets[i]!]!] = groups[i]!;
    const last = new Int32Array(this.#groupCount).fill(-1);
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      // The loop above has turned ends into starts.
      const end = bucket + 1 < bucketCount ? ends[bucket + 1]! : pairCount;
      for (let i = ends[bucket]!; i < end; i++) {
        if (last[sorted[i]!] === bucket) continue;
        last[sorted[i]!] = bucket;
        counts[bucket]!++;
      }
    }
    return counts;
  }
}
