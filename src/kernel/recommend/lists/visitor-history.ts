import type { RecommenderState } from '../counters/recommender-state.ts';
import { dayMs } from '../../bits/days.ts';
import { interactionsRead } from './purchase-times.ts';

/** A visit ends after this time without an event, and at the latest after a day. */
const visitPauseMs = 30 * 60_000;
const visitMsMax = dayMs;

/** The items of a visitor's interactions of some types, with the time of the newest one. */
export interface VisitedItems {
  readonly viewed: ReadonlyMap<number, number>;
  readonly bought: ReadonlyMap<number, number>;
}

/** The items that the subjects viewed or bought, in their newest interactions. */
export function collectVisitedItems(state: RecommenderState, subjects: readonly number[]): VisitedItems {
  const viewed = new Map<number, number>();
  const bought = new Map<number, number>();
  for (const { interaction, item, at } of iterateNewestInteractions(state, subjects)) {
    const isView = state.hasType(interaction, 'view') || state.hasType(interaction, 'click');
    const items = isView ? viewed : state.isPurchase(interaction) ? bought : null;
    if (items !== null) items.set(item, Math.max(at, items.get(item) ?? at));
  }
  return { viewed, bought };
}

/** The amount that the subjects paid from a time on, without returned items, in currency units. */
export function sumSpendingSince(
  state: RecommenderState,
  subjects: readonly number[],
  since: number,
): number {
  return subjects.reduce((sum, subject) => sum + state.bought.sumSpendingSince(subject, since), 0);
}

/** Whether the subjects have no interactions before the visit that continues at `now`. */
export function isFirstVisit(state: RecommenderState, subjects: readonly number[], now: number): boolean {
  const { histories } = state;
  const times: number[] = [];
  for (const subject of subjects) {
    const length = histories.getLength(subject);
    if (length === 0) continue;
    if (length > interactionsRead || histories.timeAt(subject, 0) < now - visitMsMax) return false;
    for (let position = 0; position < length; position++) times.push(histories.timeAt(subject, position));
  }
  let next = now;
  for (const time of times.sort((a, b) => b - a)) {
    if (next - time >= visitPauseMs) return false;
    next = time;
  }
  return true;
}

function* iterateNewestInteractions(
  { histories }: RecommenderState,
  subjects: readonly number[],
): Generator<{ readonly interaction: number; readonly item: number; readonly at: number }> {
  for (const subject of subjects) {
    const length = histories.getLength(subject);
    for (let position = length - 1; position >= Math.max(0, length - interactionsRead); position--) {
      const interaction = histories.interactionAt(subject, position);
      yield { interaction, item: histories.itemAt(subject, position), at: histories.getTime(interaction) };
    }
  }
}
