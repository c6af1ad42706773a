import type { RecommenderState } from '../counters/recommender-state.ts';
import { BOUNDS } from '../counters/weights.ts';

/** What a request knows of its visitor: items touched, the newest first (age 0), at most fifty. */
export interface SubjectHistory {
  readonly items: readonly number[];
  /** Item -> its smallest age. */
  readonly ages: ReadonlyMap<number, number>;
  /** The subject's own number, whose visit is no evidence for itself. */
  readonly subject: number | undefined;
}

/**
 * The history of a request: the user's own, with the session's items (oldest first) on top of it. Where the session's
 * first items are the history's last ones, they were sent as events too and count once.
 */
export function readHistory(
  state: RecommenderState,
  user: string | undefined,
  session: readonly number[] = [],
): SubjectHistory {
  return historyOf(state, user === undefined ? undefined : state.findSubject({ user }), session);
}

/** As {@link readHistory}, by the number of a user or a visit. */
export function historyOf(
  state: RecommenderState,
  subject: number | undefined,
  session: readonly number[] = [],
): SubjectHistory {
  const known = subject === undefined ? [] : newestItems(state, subject);
  const recent = session.slice(-BOUNDS.historyWindow);
  const fresh = recent.slice(overlap(known, recent)).reverse();
  const items = [...fresh, ...known].slice(0, BOUNDS.historyWindow);
  const ages = new Map<number, number>();
  items.forEach((item, age) => {
    if (!ages.has(item)) ages.set(item, age);
  });
  return { items, ages, subject };
}

/** A subject's newest items. A product viewed, put into the cart and bought in a row is one need and one entry. */
function newestItems(state: RecommenderState, subject: number): number[] {
  const { histories } = state;
  const items: number[] = [];
  const length = histories.lengthOf(subject);
  let newerType = -1;
  for (let place = length - 1; place >= 0 && length - place <= BOUNDS.historyWindow; place--) {
    const item = histories.itemAt(subject, place);
    const type = histories.typeAt(subject, place);
    if (items.at(-1) !== item || type === newerType) items.push(item);
    newerType = type;
  }
  return items;
}

/** How many of the session's first items (oldest first) are the known history's newest (newest first). */
function overlap(known: readonly number[], session: readonly number[]): number {
  for (let length = Math.min(known.length, session.length); length > 0; length--) {
    let same = true;
    for (let at = 0; at < length && same; at++) same = session[at] === known[length - 1 - at];
    if (same) return length;
  }
  return 0;
}
