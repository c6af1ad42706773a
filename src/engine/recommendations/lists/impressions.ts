import { evictOldest } from '../../../lib/evict-oldest.ts';
import { pow } from '../../../math/power.ts';

/** Maximum visitors, and maximum items per visitor; the least recent are evicted first. */
const visitorsMax = 20_000;
const itemsMax = 300;
const halfLifeMs = 86_400_000;
/** Smaller counts do not change a ranking and are left out. */
const countMin = 0.05;

interface ImpressionCount {
  count: number;
  /** The time of the last impression, in milliseconds since 1970. */
  at: number;
}

/**
 * Impressions per visitor that no interaction followed. They are kept in memory only, as they matter for days. Counts
 * halve every day. A visitor has one key under all names.
 */
export class Impressions {
  readonly #byVisitor = new Map<string, Map<string, ImpressionCount>>();

  record(key: string, items: readonly string[], now: number): void {
    const impressions = this.#byVisitor.get(key) ?? new Map<string, ImpressionCount>();
    for (const item of items) {
      const before = impressions.get(item);
      impressions.delete(item);
      impressions.set(item, { count: 1 + (before === undefined ? 0 : countAt(before, now)), at: now });
    }
    evictOldest(impressions, itemsMax);
    this.#put(key, impressions);
  }

  /** Removes the impressions of items that the visitor interacted with. */
  clear(key: string, items: readonly string[]): void {
    const impressions = this.#byVisitor.get(key);
    if (impressions !== undefined) for (const item of items) impressions.delete(item);
  }

  /** Sums the counts of several keys, by item. */
  sumCounts(keys: readonly string[], now: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const key of keys) {
      for (const [item, impression] of this.#byVisitor.get(key) ?? []) {
        const count = (counts.get(item) ?? 0) + countAt(impression, now);
        if (count >= countMin) counts.set(item, count);
      }
    }
    return counts;
  }

  /** Adds the impressions of `from` to those of `into`. */
  join(from: string, into: string): void {
    const joined = this.#byVisitor.get(from);
    if (joined === undefined || from === into) return;
    const impressions = this.#byVisitor.get(into) ?? new Map<string, ImpressionCount>();
    for (const [item, moved] of joined) {
      const existing = impressions.get(item);
      const at = Math.max(moved.at, existing?.at ?? 0);
      const count = countAt(moved, at) + (existing === undefined ? 0 : countAt(existing, at));
      impressions.set(item, { count, at });
    }
    evictOldest(impressions, itemsMax);
    this.#byVisitor.delete(from);
    this.#put(into, impressions);
  }

  erase(key: string): void {
    this.#byVisitor.delete(key);
  }

  #put(key: string, impressions: Map<string, ImpressionCount>): void {
    this.#byVisitor.delete(key);
    this.#byVisitor.set(key, impressions);
    evictOldest(this.#byVisitor, visitorsMax);
  }
}

function countAt({ count, at }: ImpressionCount, now: number): number {
  return count * pow(2, -Math.max(0, now - at) / halfLifeMs);
}
