import type { MeanDifference, ReplayedList, ReplaySummary } from '../../ports/configuration/replays.ts';
import type { ComparedLists } from './compared-lists.ts';
import type { JudgedChoice, ReplayGroup } from './replay-groups.ts';
import { computeChoiceNdcg, computeClusteredMean } from './ranking-metrics.ts';

/** Changed lists that are kept. */
const listsMax = 50;

/** A figure of one impression before and after. */
interface Sample {
  readonly cluster: string;
  readonly before: number;
  readonly after: number;
  readonly weight: number;
}

/** Sums up the lists of a replay. */
export class ReplayFigures {
  #impressions = 0;
  #skipped = 0;
  #changed = 0;
  #from = Infinity;
  #to = 0;
  #judged = 0;
  readonly #chosenFirst: Sample[] = [];
  readonly #clicks: Sample[] = [];
  readonly #revenue: Sample[] = [];
  readonly #withoutResults: Sample[] = [];
  readonly #lists: ReplayedList[] = [];

  addSkipped({ count }: ReplayGroup): void {
    this.#skipped += count;
  }

  add(group: ReplayGroup, lists: ComparedLists): void {
    const { impression, count, judged } = group;
    this.#impressions += count;
    this.#from = Math.min(this.#from, impression.at);
    this.#to = Math.max(this.#to, group.lastAt);
    if (lists.isChanged) this.#changed += count;
    if (impression.kind === 'search') this.#addWithoutResults(group, lists);
    for (const { visitor, choices } of judged) {
      this.#judged++;
      this.#chosenFirst.push({
        cluster: visitor,
        before: rateFirst(choices, lists.ranksBefore),
        after: rateFirst(choices, lists.ranksAfter),
        weight: 1,
      });
      addSample(
        this.#clicks,
        visitor,
        choices.map((choice) => ({ ...choice, gain: 1 })),
        lists,
        1,
      );
      const bought = choices.map((choice) => ({ ...choice, gain: choice.amount }));
      const amount = bought.reduce((sum, { gain }) => sum + gain, 0);
      if (amount > 0) addSample(this.#revenue, visitor, bought, lists, amount);
    }
    if (lists.isChanged) this.#addList(group, lists);
  }

  summarize(startedAt: number, finishedAt: number): ReplaySummary {
    const all = this.#impressions;
    return {
      startedAt,
      finishedAt,
      impressions: all,
      skipped: this.#skipped,
      from: all === 0 ? startedAt : this.#from,
      to: all === 0 ? startedAt : this.#to,
      changed: all === 0 ? 0 : this.#changed / all,
      withoutResults: compareMeans(this.#withoutResults) ?? { before: 0, after: 0, low: null, high: null },
      chosenFirst: compareMeans(this.#chosenFirst),
      clicks: compareMeans(this.#clicks),
      revenue: compareMeans(this.#revenue),
      judged: this.#judged,
      visitors: new Set(this.#clicks.map(({ cluster }) => cluster)).size,
    };
  }

  /** The changed lists that were shown most. */
  lists(): ReplayedList[] {
    return this.#lists.sort((a, b) => b.impressions - a.impressions).slice(0, listsMax);
  }

  #addWithoutResults({ visitors }: ReplayGroup, { before, after }: ComparedLists): void {
    const rate = (isFound: boolean): number => (isFound ? 0 : 1);
    for (const [cluster, weight] of visitors)
      this.#withoutResults.push({
        cluster,
        before: rate(before.isFound),
        after: rate(after.isFound),
        weight,
      });
  }

  #addList({ impression, count, judged }: ReplayGroup, lists: ComparedLists): void {
    const choices = judged.flatMap((judgement) => judgement.choices);
    this.#lists.push({
      query: impression.query,
      filters: impression.filters,
      collection: impression.collection,
      placement: impression.placement,
      impressions: count,
      ...lists.shown,
      rulesBefore: lists.before.rules,
      rulesAfter: lists.after.rules,
      rankBefore: computeMeanRank(choices, lists.ranksBefore),
      rankAfter: computeMeanRank(choices, lists.ranksAfter),
    });
    // The list grows to twenty times its size between two cuts, so that sorting is rare.
    if (this.#lists.length > 20 * listsMax) this.#lists.splice(0, Infinity, ...this.lists());
  }
}

const createRankLookup =
  (ranks: ReadonlyMap<string, number>) =>
  ({ item, product }: JudgedChoice): number | null =>
    ranks.get(item) ?? ranks.get(product) ?? null;

function addSample(
  samples: Sample[],
  cluster: string,
  choices: readonly (JudgedChoice & { readonly gain: number })[],
  { ranksBefore, ranksAfter }: ComparedLists,
  weight: number,
): void {
  const before = computeChoiceNdcg(choices, createRankLookup(ranksBefore));
  const after = computeChoiceNdcg(choices, createRankLookup(ranksAfter));
  if (before !== null && after !== null) samples.push({ cluster, before, after, weight });
}

/** 1 if one of the choices stands first, else 0. */
function rateFirst(choices: readonly JudgedChoice[], ranks: ReadonlyMap<string, number>): number {
  const findRank = createRankLookup(ranks);
  return choices.some((choice) => findRank(choice) === 1) ? 1 : 0;
}

function computeMeanRank(
  choices: readonly JudgedChoice[],
  ranks: ReadonlyMap<string, number>,
): number | null {
  const shownRanks = choices.flatMap((choice) => createRankLookup(ranks)(choice) ?? []);
  return shownRanks.length === 0 ? null : shownRanks.reduce((sum, rank) => sum + rank, 0) / shownRanks.length;
}

/** The weighted means, with an interval of their difference. */
function compareMeans(samples: readonly Sample[]): MeanDifference | null {
  const weights = samples.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return null;
  const computeMean = (name: 'before' | 'after'): number =>
    samples.reduce((sum, sample) => sum + sample.weight * sample[name], 0) / weights;
  const interval = computeClusteredMean(
    samples.map(({ cluster, before, after, weight }) => ({ cluster, weight, value: after - before })),
  );
  return {
    before: computeMean('before'),
    after: computeMean('after'),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  };
}
