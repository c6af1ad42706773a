import type { RecommenderState } from './recommender-state.ts';
import type { SubjectHistory } from './subject-history.ts';
import { LANES } from './sparse-scores.ts';
import { NOBODY } from './touch-histories.ts';
import { TopScores } from './top-scores.ts';
import { roomUint32 } from './typed-columns.ts';
import { BOUNDS } from './weights.ts';

/** What the visit's items before the matching one count of those after it. */
const EARLIER = 0.7;
/** How fast a vote fades with the distance from the matching item, in places. */
const REACH_DECAY = 3;

const DISTANCE_FACTORS = Float64Array.from({ length: BOUNDS.visitReach + 1 }, (_, distance) =>
  Math.exp(-distance / REACH_DECAY),
);

/**
 * K: other subjects' histories that share items with this one vote for the items around where they last met it.
 *
 * sim = sum over shared items of e^-age idf / sqrt(length of the visit); the best 100 visits each give the items
 * within 14 places of their last matching item sim x e^(-distance / 3), x 0.7 for those before it.
 * Adds to the lane of the visits in `state.scratch.parts` and returns the largest.
 */
export function scoreVisits(state: RecommenderState, history: SubjectHistory): number {
  const { histories, scratch } = state;
  scratch.visitors.clear(histories.subjectNumbers);
  scratch.lastMatch = roomUint32(scratch.lastMatch, histories.subjectNumbers);
  scratch.counted = roomUint32(scratch.counted, histories.subjectNumbers);
  let matched = 0;
  for (const [item, age] of history.ages) {
    if (matched++ === BOUNDS.visitItems) break;
    matchVisits(state, item, Math.exp(-age), matched, history.subject);
  }
  const best = new TopScores(BOUNDS.visitsVoting);
  for (const subject of scratch.visitors.keys()) {
    const sim = scratch.visitors.get(subject) / Math.sqrt(histories.lengthOf(subject));
    best.offer(subject, sim, histories.hashOf(subject));
  }
  const { items: voters, scores } = best.drain();
  for (let rank = 0; rank < voters.length; rank++) vote(state, voters[rank]!, scores[rank]!);
  let largest = 0;
  for (const item of scratch.parts.keys()) largest = Math.max(largest, scratch.parts.get(LANES.visits, item));
  return largest;
}

/** Finds the newest 500 subjects that touched the item; `mark` is different for each item of the request. */
function matchVisits(
  state: RecommenderState,
  item: number,
  decay: number,
  mark: number,
  self: number | undefined,
): void {
  const { histories, scratch } = state;
  const gain = decay * Math.log(1 + histories.subjectCount / Math.max(1, state.transitions.count(item)));
  const touches = histories.touchesOf(item);
  let subjects = 0;
  let walked = 0;
  for (let at = touches.length - 1; at >= 0; at--) {
    const touch = touches[at]!;
    const subject = histories.subjectOf(touch);
    if (histories.isErased(touch)) continue;
    if (++walked > BOUNDS.touchesPerItem) return;
    if (subject === NOBODY || subject === self) continue;
    if (!scratch.visitors.has(subject)) {
      scratch.lastMatch[subject] = touch;
    } else if (scratch.counted[subject] === mark) {
      continue;
    } else if (isLater(state, touch, scratch.lastMatch[subject]!)) {
      scratch.lastMatch[subject] = touch;
    }
    scratch.counted[subject] = mark;
    scratch.visitors.add(subject, gain);
    if (++subjects === BOUNDS.visitsPerItem) return;
  }
}

function vote(state: RecommenderState, subject: number, sim: number): void {
  const { histories } = state;
  const { parts } = state.scratch;
  const match = histories.placeOf(state.scratch.lastMatch[subject]!);
  const end = Math.min(histories.lengthOf(subject), match + BOUNDS.visitReach + 1);
  for (let place = Math.max(0, match - BOUNDS.visitReach); place < end; place++) {
    const factor = DISTANCE_FACTORS[Math.abs(place - match)]! * (place < match ? EARLIER : 1);
    parts.add(LANES.visits, histories.itemAt(subject, place), sim * factor);
  }
}

function isLater(state: RecommenderState, touch: number, other: number): boolean {
  const { histories } = state;
  const difference = histories.timeOf(touch) - histories.timeOf(other);
  return difference > 0 || (difference === 0 && touch > other);
}
