import type { RecommenderState } from './recommender-state.ts';
import type { SubjectHistory } from './subject-history.ts';
import { LANES } from './lane-scores.ts';
import { NOBODY } from './touch-histories.ts';
import { BOUNDS } from './weights.ts';

/** What the visit's items before the matching one count of those after it. */
const EARLIER = 0.7;
/** How fast a vote fades with the distance from the matching item, in places. */
const REACH_DECAY = 3;

/** What an item around the matching one counts, from the farthest before it to the farthest after it. */
const FACTORS = Float64Array.from({ length: 2 * BOUNDS.visitReach + 1 }, (_, at) => {
  const distance = at - BOUNDS.visitReach;
  return Math.exp(-Math.abs(distance) / REACH_DECAY) * (distance < 0 ? EARLIER : 1);
});

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
  const votes = parts.lane(LANES.visits);
  const slots = parts.keys().length;
  for (let slot = 0; slot < slots; slot++) largest = Math.max(largest, votes[slot]!);
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
  visits.meetNewest(histories, item, { mark, gain, self: self ?? NOBODY });
}

function vote(state: RecommenderState, subject: number, sim: number): void {
  const { histories } = state;
  const { parts, visits } = state.scratch;
  const match = histories.placeOf(visits.touchOf(subject));
  const end = Math.min(histories.lengthOf(subject), match + BOUNDS.visitReach + 1);
  const first = Math.max(0, match - BOUNDS.visitReach);
  const run = {
    items: histories.columns().items,
    first: histories.startOf(subject) + first,
    scores: FACTORS,
    firstScore: first - match + BOUNDS.visitReach,
    length: end - first,
  };
  parts.addRun(LANES.visits, run, sim);
}
