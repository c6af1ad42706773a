import type { RecommenderState } from '../counters/recommender-state.ts';
import { isBeyondAddressCap } from '../counters/event-types.ts';
import type { SubjectHistory } from './subject-history.ts';
import { scoreComponents } from '../rows/multi-accumulator.ts';
import { recommenderBounds } from '../counters/weights.ts';
import { exp } from '../../../math/exponential.ts';
import { log } from '../../../math/logarithm.ts';

/** The weight of a history's items before the matching one, relative to those after it. */
const earlierWeight = 0.7;
/** The decay of a vote with the distance from the matching item, in positions. */
const reachDecay = 3;

/** A factor that exceeds any rounding error of a sum. */
const beyondRounding = 1 + 1e-6;

/** The weights of the items around the matching one, from the farthest before it to the farthest after it. */
const voteWeights = Float64Array.from({ length: 2 * recommenderBounds.visitReach + 1 }, (_, at) => {
  const distance = at - recommenderBounds.visitReach;
  return exp(-Math.abs(distance) / reachDecay) * (distance < 0 ? earlierWeight : 1);
});

/**
 * Session-kNN score K: histories of other subjects that share items with this one vote for the items around their
 * last shared item.
 *
 * sim = sum over shared items of e^-age idf / sqrt(length of the history); the best 50 histories each give the items
 * within 6 positions of their last shared item sim x e^(-distance / 3), x 0.7 for those before it.
 * Adds to the component `visits` of `state.scratch.parts` and returns the largest score.
 */
export function scoreSessionKnn(state: RecommenderState, history: SubjectHistory): number {
  const { histories, scratch } = state;
  const { visits, parts, voters } = scratch;
  visits.clear(histories.subjectNumberEnd);
  collectSubjects(state, history);
  voters.clear();
  visits.offerBest(voters, recommenderBounds.visitsVoting, scratch.cuts, (subject) =>
    histories.getHash(subject),
  );
  const { items: nearest, scores } = voters.drain();
  const shared = new Set([...history.ages.keys()].slice(0, recommenderBounds.visitItems));
  for (let rank = 0; rank < nearest.length; rank++) vote(state, shared, nearest[rank]!, scores[rank]!);
  let largest = 0;
  const votes = parts.lane(scoreComponents.visits);
  const slots = parts.keys().length;
  for (let slot = 0; slot < slots; slot++) largest = Math.max(largest, votes[slot]!);
  return largest;
}

/**
 * Collects the newest 500 subjects with an interaction per item. Once enough subjects have more than all remaining
 * items could add, no new subject can be among the best (MaxScore: Turtle and Flood 1995); mostly after two or three
 * of four items.
 */
function collectSubjects(state: RecommenderState, { ages, subjects }: SubjectHistory): void {
  const { histories, transitions, scratch } = state;
  const { visits } = scratch;
  const items = [...ages].slice(0, recommenderBounds.visitItems);
  const gains = items.map(([item, age]) => {
    const idf = log(1 + histories.subjectCount / Math.max(1, transitions.count(item)));
    return exp(-age) * idf;
  });
  let isOpen = true;
  for (let at = 0; at < items.length; at++) {
    if (isOpen && at > 0) {
      const left = gains.slice(at).reduce((sum, gain) => sum + gain, 0);
      isOpen = !visits.haveMore(left * beyondRounding, recommenderBounds.visitsVoting);
    }
    const gain = gains[at]!;
    visits.addNewest(histories, items[at]![0], { gain, own: subjects, isOpen });
  }
}

function vote(state: RecommenderState, shared: ReadonlySet<number>, subject: number, sim: number): void {
  const { histories, scratch } = state;
  const { items, types } = histories.columns();
  const start = histories.getStart(subject);
  const length = histories.getLength(subject);
  const isCapped = (position: number): boolean => isBeyondAddressCap(types[start + position]!);
  let match = length - 1;
  while (match > 0 && (!shared.has(items[start + match]!) || isCapped(match))) match--;
  const end = Math.min(length, match + recommenderBounds.visitReach + 1);
  let first = Math.max(0, match - recommenderBounds.visitReach);
  // Items are nearly always one run: interactions beyond the cap of their address get no vote.
  for (let position = first; position <= end; position++) {
    if (position < end && !isCapped(position)) continue;
    const run = {
      items,
      first: start + first,
      scores: voteWeights,
      firstScore: first - match + recommenderBounds.visitReach,
      length: position - first,
    };
    scratch.parts.addRun(scoreComponents.visits, run, sim);
    first = position + 1;
  }
}
