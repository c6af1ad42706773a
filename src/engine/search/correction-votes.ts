/** What one visitor searched for in place of a word. */
export interface CorrectionVote {
  /** The visitor, after all merges. */
  readonly visitor: string;
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 1: searched for it; 2: also chose a result. */
  readonly strength: number;
  /** A hash of the visitor's address; null if unknown. */
  readonly origin: number | null;
}

/** The target that visitors agree on. */
export interface AgreedCorrection {
  readonly target: string;
  readonly visitors: number;
  /** When the last of them searched, in ms since 1970. */
  readonly at: number;
}

/** Visitors who must mean the same. */
export const correctionVisitorsMin = 5;
/** Visitors of one address that count for a target: fewer than are needed. */
const visitorsPerOriginMax = 2;
/** Share of the votes of a word that its target must have: what follows a word that is not sold may be anything. */
const shareMin = 0.5;
const halfLifeMs = 14 * 86_400_000;

/**
 * The target with most votes, if enough visitors and at least half of the votes agree on it. Votes count by their strength, half after
 * 14 days relative to newer ones. `votes`: the newest first; of a visitor, the first one counts.
 */
export function agreedCorrection(votes: readonly CorrectionVote[]): AgreedCorrection | null {
  const newest = votes[0]?.at ?? 0;
  const visitors = new Set<string>();
  const visitorsByOrigin = new Map<string, number>();
  const byTarget = new Map<string, { visitors: number; weight: number; at: number }>();
  let total = 0;
  for (const { visitor, target, at, strength, origin } of votes) {
    if (visitors.has(visitor)) continue;
    visitors.add(visitor);
    if (origin !== null) {
      const name = `${origin} ${target}`;
      const count = (visitorsByOrigin.get(name) ?? 0) + 1;
      visitorsByOrigin.set(name, count);
      if (count > visitorsPerOriginMax) continue;
    }
    const weight = strength * 0.5 ** ((newest - at) / halfLifeMs);
    const known = byTarget.get(target) ?? { visitors: 0, weight: 0, at };
    byTarget.set(target, { ...known, visitors: known.visitors + 1, weight: known.weight + weight });
    total += weight;
  }
  // Of equal weights, the target of the newest vote.
  const [best] = [...byTarget].sort(([, a], [, b]) => b.weight - a.weight);
  if (best === undefined) return null;
  const [target, { visitors: agreeing, weight, at }] = best;
  return agreeing >= correctionVisitorsMin && weight >= shareMin * total
    ? { target, visitors: agreeing, at }
    : null;
}
