import type { Visitor } from '../../ports/events.ts';
import type { RecommenderState } from '../../kernel/recommend/counters/recommender-state.ts';
import { justBought } from '../../kernel/recommend/lists/just-bought.ts';
import { readPurchases } from '../../kernel/recommend/lists/purchase-times.ts';
import { visitorNames } from './visitor-names.ts';

/** Shop's ids of the visitor's purchases. `now`: ms since 1970. */
export function boughtIds(state: RecommenderState, visitor: Visitor, now: number): ReadonlySet<string> {
  return readIds(state, readPurchases(state, state.subjectsOf(visitorNames(visitor)), now).keys());
}

/** Those of {@link boughtIds} that were just bought, and not as a habit. */
export function justBoughtIds(state: RecommenderState, visitor: Visitor, now: number): ReadonlySet<string> {
  return readIds(state, justBought(state, { ...visitorNames(visitor), now }));
}

/** Shop's ids of items that the visitor rejected. */
export function rejectedIds(state: RecommenderState, visitor: Visitor): ReadonlySet<string> {
  return readIds(state, state.rejectedBy(visitorNames(visitor)));
}

function readIds(state: RecommenderState, items: Iterable<number>): ReadonlySet<string> {
  return new Set(Array.from(items, (item) => state.idOf(item)));
}
