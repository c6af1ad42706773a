import type { EventTypes } from './event-types.ts';
import type { InteractionHistories } from './interaction-histories.ts';
import type { TransitionRows } from './transition-rows.ts';
import { backUnits, forwardUnits } from './transition-sums.ts';
import { recommenderBounds } from './weights.ts';

const transitionWindow = recommenderBounds.transitionWindow;

/**
 * Updates the rows after an interaction was inserted at a position of a history: the transitions to and from it are
 * new, and those across it are one position longer.
 */
export function applyTransitionDeltas(
  rows: TransitionRows,
  histories: InteractionHistories,
  types: EventTypes,
  { subject, position }: { subject: number; position: number },
): void {
  const start = histories.getStart(subject);
  const at = start + position;
  const first = Math.max(start, at - transitionWindow);
  const last = Math.min(start + histories.getLength(subject) - 1, at + transitionWindow);
  const { items, types: eventTypes } = histories.columns();
  const { weights } = types;
  const update = (earlier: number, later: number, before: number): void => {
    const isSelf = items[earlier] === items[later];
    if (isSelf && !types.haveSameName(eventTypes[earlier]!, eventTypes[later]!)) return;
    const weight = weights[eventTypes[earlier]!]! * weights[eventTypes[later]!]!;
    const now = later - earlier;
    const forward = unitsAt(forwardUnits, weight, now) - unitsAt(forwardUnits, weight, before);
    const backward = unitsAt(backUnits, weight, now) - unitsAt(backUnits, weight, before);
    rows.addTransition(items[earlier]!, items[later]!, forward, backward);
  };
  for (let other = at - 1; other >= first; other--) update(other, at, 0);
  for (let other = at + 1; other <= last; other++) update(at, other, 0);
  for (let earlier = at - 1; earlier >= first; earlier--) {
    for (let later = at + 1; later <= Math.min(last, earlier + transitionWindow + 1); later++)
      update(earlier, later, later - earlier - 1);
  }
}

/** The units at a distance: 0 at distance 0, which is no transition, and beyond the window. */
function unitsAt(
  units: (weight: number, distance: number) => number,
  weight: number,
  distance: number,
): number {
  return distance === 0 || distance > transitionWindow ? 0 : units(weight, distance);
}
