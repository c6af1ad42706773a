/** The oracle of diversification: implements the comment of `order/diversification.ts`, one position at a time. For tests only. */
import type { IndexCap } from '../query/query.ts';

/** What caps see of a product. */
export interface CappedProduct {
  /** Equal for the products of one tier. */
  readonly tier: string;
  /** By cap, the comparable values of its field. */
  readonly values: readonly ReadonlySet<string>[];
}

/** `pinned`: by position, from 1, the pinned products. Returns the unpinned products in their new order. */
export function naivelyDiversified<T>(
  ranked: readonly T[],
  pinned: ReadonlyMap<number, T>,
  caps: readonly IndexCap[],
  seen: (product: T) => CappedProduct,
): T[] {
  const list = new Map(pinned);
  const remaining = [...ranked];
  const arranged: T[] = [];
  for (let position = 1; remaining.length > 0; position++) {
    if (pinned.has(position)) continue;
    const tier = seen(remaining[0]!).tier;
    const next = remaining.slice(0, 100).filter((product) => seen(product).tier === tier);
    const allowed =
      arranged.length < 1_000
        ? next.find((product) => keepsCaps(list, product, position, caps, seen))
        : undefined;
    const product = allowed ?? remaining[0]!;
    remaining.splice(remaining.indexOf(product), 1);
    arranged.push(product);
    list.set(position, product);
  }
  return arranged;
}

/** Whether no window of positions exceeds a cap once the product `added` is at the position. */
function keepsCaps<T>(
  list: ReadonlyMap<number, T>,
  added: T,
  position: number,
  caps: readonly IndexCap[],
  seen: (product: T) => CappedProduct,
): boolean {
  return caps.every(({ max, window }, cap) =>
    [...seen(added).values[cap]!].every((value) => {
      for (let start = position - window + 1; start <= position; start++) {
        let count = 0;
        for (let at = start; at < start + window; at++) {
          const product = at === position ? added : list.get(at);
          if (product !== undefined && seen(product).values[cap]!.has(value)) count++;
        }
        if (count > max) return false;
      }
      return true;
    }),
  );
}
