import type { Filter } from '../../ports/search/filters.ts';
import { limits } from '../../ports/limits.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { Recommended } from '../../ports/recommendations/recommenders.ts';
import type { SearchRules } from '../../ports/search/rules.ts';
import type { TextIndex } from '../../ports/search/text.ts';
import { conjoin } from '../query/filter-conjunction.ts';
import type { CandidateSource } from './fill-list.ts';
import { pow } from '../../math/power.ts';

/** Each step multiplies a positive score by this. */
const stepFactor = 1.5;
/** Growth of the number of candidates per round. */
const growth = 4;
const candidatesMax = 10_000;

type Boosts = SearchRules['boosts'];

/**
 * A source whose scores are multiplied by 1.5 for each step of the matching boosts, and divided for buries, at most 7 steps
 * either way. The list is exact, not a re-sorted page: each round asks for the best candidates and for the best ones that a
 * boost raises, until no other candidate could enter.
 */
export function createBoostedSource(
  source: CandidateSource,
  boosts: Boosts,
  text: Pick<TextIndex, 'findMatching'>,
): CandidateSource {
  if (boosts.length === 0) return source;
  const raising = boosts.filter(({ by }) => by > 0);
  const factorMax = pow(stepFactor, limitSteps(raising.reduce((sum, { by }) => sum + by, 0)));
  const anyRaising: Filter = { kind: 'or', clauses: raising.map(({ filter }) => filter) };
  return async (conditions) => {
    for (let { limit } = conditions; ; limit = Math.min(candidatesMax, limit * growth)) {
      const plain = await source({ ...conditions, limit });
      const raised =
        raising.length === 0
          ? []
          : await source({ ...conditions, limit, filter: conjoin(conditions.filter, anyRaising) });
      // A score may depend on the other candidates: that of the whole list counts.
      const candidates = new Map([...raised, ...plain].map((entry) => [entry.item.id, entry]));
      const boosted = await withBoosts([...candidates.values()], boosts, text, conditions.local);
      const best = boosted.slice(0, conditions.limit);
      const least = best.length < conditions.limit ? -Infinity : best.at(-1)!.score;
      const hasAll = plain.length < limit || limit >= candidatesMax;
      const isCertain =
        least >= (plain.at(-1)?.score ?? -Infinity) &&
        (raised.length < limit || least >= scaleScore(raised.at(-1)?.score ?? 0, factorMax));
      if (hasAll || isCertain) return best;
    }
  };
}

async function withBoosts(
  candidates: readonly Recommended[],
  boosts: Boosts,
  text: Pick<TextIndex, 'findMatching'>,
  local: LocalValues | undefined,
): Promise<Recommended[]> {
  const steps = new Map<string, number>();
  const ids = candidates.map(({ item }) => item.id);
  for (const { filter, by } of boosts)
    for (const id of await text.findMatching(filter, ids, local)) steps.set(id, (steps.get(id) ?? 0) + by);
  return candidates
    .map((entry) => {
      const boost = pow(stepFactor, limitSteps(steps.get(entry.item.id) ?? 0));
      if (boost === 1) return entry;
      return { ...entry, score: scaleScore(entry.score, boost), facts: { ...entry.facts, boost } };
    })
    .sort((a, b) => b.score - a.score);
}

function limitSteps(steps: number): number {
  return Math.max(-limits.ruleStepsMax, Math.min(limits.ruleStepsMax, steps));
}

/** Higher for a factor above 1, also if the score is negative. */
export function scaleScore(score: number, factor: number): number {
  return score < 0 ? score / factor : score * factor;
}
