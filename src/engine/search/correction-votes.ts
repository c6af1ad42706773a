import type { LearnedCorrection, StemmedWord } from '../../ports/search/learned-corrections.ts';
import { pow } from '../../math/power.ts';

/** A visitor's replacement of a word in a search. */
export interface CorrectionVote extends Omit<StemmedWord, 'stem'> {
  /** The visitor, after all merges. */
  readonly visitor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 1 if the visitor searched for it, 2 if the visitor also chose a result. */
  readonly strength: number;
  /** A hash of the visitor's address; null if unknown. */
  readonly origin: number | null;
}

/** Minimum visitors who must agree. */
export const correctionVisitorsMin = 5;
/** Maximum visitors of one address that count for a word: fewer than are needed. */
export const visitorsPerOriginMax = 2;
/** Minimum share of a word's votes for its correction: after a word without results, shoppers search for anything. */
const shareMin = 0.5;
const halfLifeMs = 14 * 86_400_000;

/** The votes for a target, in all its forms. */
interface Tally {
  /** The newest first. */
  readonly votes: CorrectionVote[];
  weight: number;
}

/**
 * The target with most votes, if enough visitors and at least half of the votes agree on it, in the spelling of most of them. Votes
 * count by their strength, half after 14 days relative to newer ones. `votes` are those of one stem, the newest first; only the
 * newest of a visitor counts.
 */
export function electCorrection(votes: readonly CorrectionVote[]): LearnedCorrection | null {
  const newest = votes[0]?.at ?? 0;
  const visitors = new Set<string>();
  const visitorsByOrigin = new Map<number, number>();
  const byTarget = new Map<string, Tally>();
  let total = 0;
  for (const vote of votes) {
    const { visitor, targetStems, at, strength, origin } = vote;
    if (visitors.has(visitor)) continue;
    visitors.add(visitor);
    if (origin !== null) {
      const count = (visitorsByOrigin.get(origin) ?? 0) + 1;
      visitorsByOrigin.set(origin, count);
      if (count > visitorsPerOriginMax) continue;
    }
    const tally = byTarget.get(targetStems) ?? { votes: [], weight: 0 };
    byTarget.set(targetStems, tally);
    const weight = strength * pow(0.5, (newest - at) / halfLifeMs);
    tally.votes.push(vote);
    tally.weight += weight;
    total += weight;
  }
  // Equal weights are ordered by their newest vote.
  const [best] = [...byTarget.values()].sort((a, b) => b.weight - a.weight);
  if (best === undefined || best.votes.length < correctionVisitorsMin || best.weight < shareMin * total)
    return null;
  return {
    word: findMostFrequent(best.votes.map(({ word }) => word)),
    target: findMostFrequent(best.votes.map(({ target }) => target)),
    visitors: best.votes.length,
    at: best.votes[0]!.at,
  };
}

/** The most frequent spelling; the first of equally frequent ones. */
function findMostFrequent(spellings: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const spelling of spellings) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0];
}
