import type { RecommenderState } from '../counters/recommender-state.ts';
import type { SubjectHistory } from './subject-history.ts';
import { SCORE_COMPONENTS } from '../rows/multi-accumulator.ts';
import { BOUNDS } from '../counters/weights.ts';

/** What the visit's items before the matching one count of those after it. */
const EARLIER = 0.7;
/** How fast a vote fades with the distance from the matching item, in places. */
const REACH_DECAY = 3;

/** So much more than a sum is more than it whatever rounding does. */
const BEYOND_ROUNDING = 1 + 1e-6;

/** What an item around the matching one counts, from the farthest before it to the farthest after it. */
const FACTORS = Float64Array.from({ length: 2 * BOUNDS.visitReach + 1 }, (_, at) => {
  const distance = at - BOUNDS.visitReach;
  return Math.exp(-Math.abs(distance) / REACH_DECAY) * (distance < 0 ? EARLIER : 1);
});

/**
 * K: other subjects' histories that share items with this one vote for the items around where they last met one of these.
 *
 * sim = sum over shared items of e^-age idf / sqrt(length of the visit); the best 50 visits each give the items
 * within 6 places of their last matching item sim x e^(-distance / 3), x 0.7 for those before it.
 * Adds to the lane of the visits in `state.scratch.parts` and returns the largest.
 */
export function scoreSessionKnn(state: RecommenderState, history: SubjectHistory): number {
  const { histories, scratch } = state;
  const { visits, parts, voters } = scratch;
  visits.clear(histories.subjectNumbers);
  meetVisits(state, history);
  voters.clear();
  visits.offerBest(voters, BOUNDS.visitsVoting, scratch.cuts, (subject) => histories.hashOf(subject));
  const { items: chosen, scores } = voters.drain();
  const shared = new Set([...history.ages.keys()].slice(0, BOUNDS.visitItems));
  for (let rank = 0; rank < chosen.length; rank++) vote(state, shared, chosen[rank]!, scores[rank]!);
  let largest = 0;
  const votes = parts.lane(SCORE_COMPONENTS.visits);
  const slots = parts.keys().length;
  for (let slot = 0; slot < slots; slot++) largest = Math.max(largest, votes[slot]!);
  return largest;
}

/**
 * Finds the newest 500 subjects that touched each item. Once as many as vote have more than all items that are left could give,
 * nobody new can be among the best any more (MaxScore: Turtle and Flood 1995): mostly after two or three of four items.
 */
function meetVisits(state: RecommenderState, { ages, own }: SubjectHistory): void {
  const { histories, transitions, scratch } = state;
  const { visits } = scratch;
  const items = [...ages].slice(0, BOUNDS.visitItems);
  const gains = items.map(([item, age]) => {
    const idf = Math.log(1 + histories.subjectCount / Math.max(1, transitions.count(item)));
    return Math.exp(-age) * idf;
  });
  let isOpen = true;
  for (let at = 0; at < items.length; at++) {
    if (isOpen && at > 0) {
      const left = gains.slice(at).reduce((sum, gain) => sum + gain, 0);
      isOpen = !visits.haveMore(left * BEYOND_ROUNDING, BOUNDS.visitsVoting);
    }
    const gain = gains[at]!;
    visits.meetNewest(histories, items[at]![0], { gain, own, isOpen });
  }
}

function vote(state: RecommenderState, shared: ReadonlySet<number>, subject: number, sim: number): void {
  const { histories, scratch } = state;
  const { items } = histories.columns();
  const start = histories.startOf(subject);
  const length = histories.lengthOf(subject);
  let match = length - 1;
  while (match > 0 && !shared.has(items[start + match]!)) match--;
  const end = Math.min(length, match + BOUNDS.visitReach + 1);
  const first = Math.max(0, match - BOUNDS.visitReach);
  const run = {
    items,
    first: start + first,
    scores: FACTORS,
    firstScore: first - match + BOUNDS.visitReach,
    length: end - first,
  };
  scratch.parts.addRun(SCORE_COMPONENTS.visits, run, sim);
}
