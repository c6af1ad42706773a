import { findFirstIndex } from '../../bits/binary-search.ts';
import type { IndexCap } from '../query/query.ts';
import { readTier, computeRulesUnit } from '../scoring/ranking.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { TextSettings } from '../schema/settings.ts';
import { makeComparable, listDocumentValues } from '../segments/columns.ts';
import type { Candidate } from './hit-order.ts';
import type { PlacedPin } from './pins.ts';

/**
 * Diversification of a ranked list under caps: each position gets the first of the next `lookAhead` unlisted products, in the
 * order of the ranking, that the caps allow there. If they allow none of them, it gets the first: nothing leaves the list. A
 * product never comes before one of a better tier: with more words of the query, with more boost steps or, where some come
 * last in the list or in their tier, not among those. A list thus needs no more than the `lookAhead` products after a page, and positions are the same for
 * every page size. Pinned products keep their positions, and caps count them.
 */

/** Number of products considered for a position. */
export const lookAhead = 100;
/** Number of positions to diversify; further products follow in the order of the ranking. */
export const diversifiedMax = 1_000;

/** The data that determines the tier of a product. */
interface TierScope {
  readonly hasBoosts: boolean;
  readonly settings: TextSettings;
}

interface CapScope extends TierScope {
  readonly products: readonly SegmentMatches[];
  readonly pins: readonly PlacedPin[];
  readonly caps: readonly IndexCap[];
}

/** A number that is equal for the products of one tier with the same `isLast`. */
function computeTier({ rankingKey }: Candidate, { hasBoosts, settings }: TierScope): number {
  // The tier is the boost steps with all criteria that precede them in the key.
  return hasBoosts ? Math.floor(rankingKey / computeRulesUnit(settings)) : readTier(rankingKey);
}

/** The number of best products that decide the first `count` positions. */
export const countProductsNeeded = (count: number): number =>
  count <= diversifiedMax ? count + lookAhead : Math.max(count, diversifiedMax + lookAhead);

/**
 * The unpinned products in their diversified order. `ranked` are the best unpinned products by the order of the search, at least
 * `productsNeeded(count)` of them or all; the first `count` of the result are then final.
 */
export function diversifyProducts(
  ranked: readonly Candidate[],
  count: number,
  { products, pins, caps, ...scope }: CapScope,
): Candidate[] {
  const fields = caps.map((cap) => new CappedField(cap, products));
  for (const pin of pins) for (const field of fields) field.put(pin, pin.position);
  const pinned = new Set(pins.map(({ position }) => position));
  const listed: Candidate[] = [];
  const open: Candidate[] = [];
  let next = 0;
  let position = 1;
  while (listed.length < Math.min(count, diversifiedMax)) {
    while (open.length < lookAhead && next < ranked.length) open.push(ranked[next++]!);
    const [first] = open;
    if (first === undefined) break;
    while (pinned.has(position)) position++;
    const tier = computeTier(first, scope);
    let chosen = 0;
    for (let i = 0; i < open.length; i++) {
      const candidate = open[i]!;
      if (candidate.isLast !== first.isLast || computeTier(candidate, scope) !== tier) break;
      if (!fields.every((field) => field.allows(candidate, position))) continue;
      chosen = i;
      break;
    }
    const product = open[chosen]!;
    open.splice(chosen, 1);
    for (const field of fields) field.put(product, position);
    listed.push(product);
    position++;
  }
  return [...listed, ...open, ...ranked.slice(next)];
}

type DocumentRef = Pick<Candidate, 'segmentNo' | 'document'>;

/** The positions of each value of one capped field. */
class CappedField {
  readonly #cap: IndexCap;
  readonly #matches: readonly SegmentMatches[];
  /** Ascending positions of each value, by its comparable form. */
  readonly #positions = new Map<string, number[]>();
  /** Values by product, cached as a product is considered for many positions. */
  readonly #values = new Map<DocumentRef, readonly string[]>();

  constructor(cap: IndexCap, matches: readonly SegmentMatches[]) {
    this.#cap = cap;
    this.#matches = matches;
  }

  /** Whether no window of consecutive positions would have too many products with one value. */
  allows(product: DocumentRef, position: number): boolean {
    const { max, window } = this.#cap;
    return this.#readValues(product).every((value) => {
      const positions = this.#positions.get(value);
      if (positions === undefined) return true;
      const at = indexOfPosition(positions, position);
      // Checks each window with `max` other positions, `before` of which precede this one.
      for (let before = Math.max(0, max - (positions.length - at)); before <= Math.min(max, at); before++) {
        const first = before === 0 ? position : positions[at - before]!;
        const last = before === max ? position : positions[at + max - before - 1]!;
        if (last - first < window) return false;
      }
      return true;
    });
  }

  put(product: DocumentRef, position: number): void {
    for (const value of this.#readValues(product)) {
      const positions = this.#positions.get(value);
      if (positions === undefined) this.#positions.set(value, [position]);
      else positions.splice(indexOfPosition(positions, position), 0, position);
    }
  }

  #readValues(product: DocumentRef): readonly string[] {
    let values = this.#values.get(product);
    if (values === undefined) this.#values.set(product, (values = this.#read(product)));
    return values;
  }

  #read({ segmentNo, document }: DocumentRef): readonly string[] {
    const column = this.#matches[segmentNo]!.state.segment.getColumn(this.#cap.field);
    if (column === undefined) return [];
    return [...new Set([...listDocumentValues(column, document)].map(makeComparable))];
  }
}

const indexOfPosition = (positions: readonly number[], position: number): number =>
  findFirstIndex(0, positions.length, (at) => positions[at]! >= position);
