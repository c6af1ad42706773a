import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import { recommenderBounds } from '../counters/weights.ts';

/** The history of a request's visitor: items with interactions, newest first (age 0), at most fifty. */
export interface SubjectHistory {
  readonly items: readonly number[];
  /** Item -> its smallest age. */
  readonly ages: ReadonlyMap<number, number>;
  /** The visitor's own subjects, one or two: excluded from session-kNN. */
  readonly subjects: readonly number[];
}

export interface HistoryRequest extends VisitorNames {
  /** Items currently seen in this session, oldest first. */
  readonly seen?: readonly number[];
}

/**
 * The history of a request: the visitor's stored history, preceded by the items currently seen. If the first of
 * these equal the newest stored items, they were also sent as events and count once.
 */
export function readHistory(state: RecommenderState, request: HistoryRequest): SubjectHistory {
  return readSubjectHistory(state, state.findSubjects(request), request.seen);
}

/** Reads a history like {@link readHistory}, by the numbers of the visitor's subjects. */
export function readSubjectHistory(
  state: RecommenderState,
  subjects: readonly number[],
  seen: readonly number[] = [],
): SubjectHistory {
  const known = collectNewestItems(state, subjects);
  const recent = seen.slice(-recommenderBounds.historyWindow);
  const fresh = recent.slice(overlap(known, recent)).reverse();
  const items = [...fresh, ...known].slice(0, recommenderBounds.historyWindow);
  const ages = new Map<number, number>();
  items.forEach((item, age) => {
    if (!ages.has(item)) ages.set(item, age);
  });
  return { items, ages, subjects: subjects };
}

/** The newest items of the subjects. A product viewed, put into the cart and bought in a row is one need and one entry. */
function collectNewestItems(state: RecommenderState, subjects: readonly number[]): number[] {
  const { histories } = state;
  const items: number[] = [];
  const lengths = subjects.map((subject) => histories.getLength(subject));
  let newerType = -1;
  for (let read = 0; read < recommenderBounds.historyWindow; read++) {
    let newest = -1;
    for (let at = 0; at < subjects.length; at++) {
      if (lengths[at]! > 0 && (newest < 0 || readTime(at) > readTime(newest))) newest = at;
    }
    if (newest < 0) break;
    const position = --lengths[newest]!;
    const item = histories.itemAt(subjects[newest]!, position);
    const type = histories.typeAt(subjects[newest]!, position);
    if (items.at(-1) !== item || state.isSameType(type, newerType)) items.push(item);
    newerType = type;
  }
  return items;

  function readTime(at: number): number {
    return histories.timeAt(subjects[at]!, lengths[at]! - 1);
  }
}

/** The number of leading items in `seen` (oldest first) that equal the newest stored ones (newest first). */
function overlap(known: readonly number[], seen: readonly number[]): number {
  for (let length = Math.min(known.length, seen.length); length > 0; length--) {
    let same = true;
    for (let at = 0; at < length && same; at++) same = seen[at] === known[length - 1 - at];
    if (same) return length;
  }
  return 0;
}
