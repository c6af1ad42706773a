import { evictOldest } from '../../lib/evict-oldest.ts';

/** Visitors remembered, and items of each: of both, those longest unseen are forgotten first. */
const visitorsMax = 20_000;
const itemsMax = 300;
const halfLifeMs = 86_400_000;
/** A count this small changes no order any more. */
const countMin = 0.05;

interface Impression {
  count: number;
  /** When it was counted last; milliseconds since 1970. */
  at: number;
}

/**
 * What was shown to whom and not taken up since, in memory: it is a matter of days, and a restart forgets it. Counts halve
 * in a day. A visitor is known by a key, the same one by whichever name they come.
 */
export class Impressions {
  readonly #byVisitor = new Map<string, Map<string, Impression>>();

  record(key: string, items: readonly string[], now: number): void {
    const shown = this.#byVisitor.get(key) ?? new Map<string, Impression>();
    for (const item of items) {
      const before = shown.get(item);
      shown.delete(item);
      shown.set(item, { count: 1 + (before === undefined ? 0 : countAt(before, now)), at: now });
    }
    evictOldest(shown, itemsMax);
    this.#keep(key, shown);
  }

  /** What the visitor did something with was not shown in vain. */
  clear(key: string, items: readonly string[]): void {
    const shown = this.#byVisitor.get(key);
    if (shown !== undefined) for (const item of items) shown.delete(item);
  }

  /** The sums over the keys. */
  to(keys: readonly string[], now: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const key of keys) {
      for (const [item, showing] of this.#byVisitor.get(key) ?? []) {
        const count = (counts.get(item) ?? 0) + countAt(showing, now);
        if (count >= countMin) counts.set(item, count);
      }
    }
    return counts;
  }

  /** What was shown to `from` was shown to `into`. */
  join(from: string, into: string): void {
    const joined = this.#byVisitor.get(from);
    if (joined === undefined || from === into) return;
    const shown = this.#byVisitor.get(into) ?? new Map<string, Impression>();
    for (const [item, one] of joined) {
      const other = shown.get(item);
      const at = Math.max(one.at, other?.at ?? 0);
      const count = countAt(one, at) + (other === undefined ? 0 : countAt(other, at));
      shown.set(item, { count, at });
    }
    evictOldest(shown, itemsMax);
    this.#byVisitor.delete(from);
    this.#keep(into, shown);
  }

  erase(key: string): void {
    this.#byVisitor.delete(key);
  }

  #keep(key: string, shown: Map<string, Impression>): void {
    this.#byVisitor.delete(key);
    this.#byVisitor.set(key, shown);
    evictOldest(this.#byVisitor, visitorsMax);
  }
}

function countAt({ count, at }: Impression, now: number): number {
  return count * 2 ** (-Math.max(0, now - at) / halfLifeMs);
}
