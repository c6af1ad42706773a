import type { RecommenderState } from './recommender-state.ts';
import type { SubjectHistory } from './subject-history.ts';
import { LANES } from './sparse-scores.ts';
import { NOBODY } from './touch-histories.ts';
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
  const { visits, parts, voters } = scratch;
  visits.clear(histories.subjectNumbers);
  let matched = 0;
  for (const [item, age] of history.ages) {
    if (matched++ === BOUNDS.visitItems) break;
    matchVisits(state, item, Math.exp(-age), matched, history.subject);
  }
  voters.clear();
  for (let slot = 0; slot < visits.count; slot++) {
    const sum = visits.sumAt(slot);
    // Were the visit as short as can be, it would still not be among the best.
    if (sum < voters.floor) continue;
    const subject = visits.subjectAt(slot);
    const sim = sum / Math.sqrt(histories.lengthOf(subject));
    if (sim >= voters.floor) voters.offer(subject, sim, histories.hashOf(subject));
  }
  const { items: chosen, scores } = voters.drain();
  for (let rank = 0; rank < chosen.length; rank++) vote(state, chosen[rank]!, scores[rank]!);
  let largest = 0;
  const slots = parts.keys().length;
  for (let slot = 0; slot < slots; slot++) largest = Math.max(largest, parts.at(LANES.visits, slot));
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
  const { visits } = scratch;
  const gain = decay * Math.log(1 + histories.subjectCount / Math.max(1, state.transitions.count(item)));
  const postings = histories.postingsOf(item);
  let subjects = 0;
  let walked = 0;
  for (let at = postings.length - 2; at >= 0; at -= 2) {
    const subject = postings[at + 1]!;
    if (subject === NOBODY && histories.isErased(postings[at]!)) continue;
    if (++walked > BOUNDS.touchesPerItem) return;
    if (subject === NOBODY || subject === self) continue;
    if (!visits.meet(subject, postings[at]!, mark, gain, histories)) continue;
    if (++subjects === BOUNDS.visitsPerItem) return;
  }
}

function vote(state: RecommenderState, subject: number, sim: number): void {
  const { histories } = state;
  const { parts, visits } = state.scratch;
  const { items } = histories.columns();
  const start = histories.startOf(subject);
  const match = histories.placeOf(visits.touchOf(subject));
  const end = Math.min(histories.lengthOf(subject), match + BOUNDS.visitReach + 1);
  for (let place = Math.max(0, match - BOUNDS.visitReach); place < end; place++) {
    const factor = DISTANCE_FACTORS[Math.abs(place - match)]! * (place < match ? EARLIER : 1);
    parts.add(LANES.visits, items[start + place]!, sim * factor);
  }
}
