import type { Filter } from '../../ports/search/filters.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { ListConditions, Recommended, Recommenders } from '../../ports/recommendations/recommenders.ts';
import type { ItemSet } from '../../ports/search/rules.ts';
import { requestSlices, type WorkSlices } from '../../lib/work-slices.ts';
import { ConstrainedList, type ExcludedCandidate, type ListConstraints } from './list-constraints.ts';
import { pow } from '../../math/power.ts';

/** Returns its best candidates under the conditions, best first; fewer than the limit only if there are no more. */
export type CandidateSource = (conditions: ListConditions) => Promise<Recommended[]>;

/** A source with its name in replies. */
export interface NamedCandidateSource<Name extends string = string> {
  readonly name: Name;
  readonly source: CandidateSource;
}

export interface FillOptions {
  readonly limit: number;
  readonly filter: Filter | null;
  /** Items hidden by rules. */
  readonly hidden: readonly ItemSet[];
  /** Shop's ids of excluded items, with the products of their variants. */
  readonly exclude: ReadonlySet<string>;
  readonly products: readonly string[];
  readonly soldOut: boolean;
  readonly shape: ListConstraints;
  /** Impressions without an interaction by item, and the share of the score that each takes; null means off. */
  readonly rotation: { readonly rate: number; readonly shown: ReadonlyMap<string, number> } | null;
  readonly explain: boolean;
  readonly local?: LocalValues;
}

interface SourceReport<Name extends string> {
  readonly name: Name;
  readonly candidates: number;
  readonly taken: number;
}

export interface FilledList<Name extends string> {
  /** Entries of the main source, then of each fallback source in order. */
  readonly entries: readonly Recommended[];
  /** The first fallback source that contributed. */
  readonly fallback: Name | null;
  readonly sources: readonly SourceReport<Name>[];
  readonly leftOut: readonly ExcludedCandidate[];
}

/** Candidates of the first round as a multiple of the limit, if there are constraints, and growth per further round. */
const overfetchFactor = 10;
const growth = 4;
/** Maximum of candidates per list, for caps that exclude nearly all. */
const candidatesMax = 10_000;

/** Comparisons of two items between two pauses: about ten milliseconds. */
const unitsMax = 60_000;

/** Fills a list from its main source, then from fallback sources in order; without duplicates, at most `limit` items. */
export async function fillList<Name extends string>(
  main: NamedCandidateSource<Name>,
  fillers: readonly NamedCandidateSource<Name>[],
  options: FillOptions,
  slices = requestSlices(unitsMax),
): Promise<FilledList<Name>> {
  const empty = new ConstrainedList(options.shape, options.limit, options.products);
  let { list, report, leftOut } = await fillFrom(main, empty, options, { left: candidatesMax, slices });
  const sources = [report];
  const allLeftOut = [...leftOut];
  let fallback: Name | null = null;
  let left = candidatesMax - report.candidates;
  // A minimum relevance prefers a short list to fallbacks.
  for (const filler of options.shape.minRelevance > 0 ? [] : fillers) {
    if (list.missing <= 0) break;
    ({ list, report, leftOut } = await fillFrom(filler, list, options, { left, slices }));
    left -= report.candidates;
    if (report.taken > 0) fallback ??= filler.name;
    sources.push(report);
    allLeftOut.push(...leftOut);
  }
  return { entries: list.entries, fallback, sources, leftOut: allLeftOut };
}

async function fillFrom<Name extends string>(
  { name, source }: NamedCandidateSource<Name>,
  before: ConstrainedList,
  options: FillOptions,
  { left: candidatesLeft, slices }: { left: number; slices: WorkSlices },
): Promise<{ list: ConstrainedList; report: SourceReport<Name>; leftOut: ExcludedCandidate[] }> {
  const { missing, entries, mayExclude } = before;
  const inList = new Set(entries.map(({ item }) => item.id));
  const exclude = inList.size === 0 ? options.exclude : options.exclude.union(inList);
  let limit = missing * (mayExclude || options.rotation !== null ? overfetchFactor : 1);
  const limitMax = Math.max(limit, candidatesLeft);
  for (;;) {
    const { soldOut, explain, filter, hidden, local } = options;
    const candidates = await source({
      limit,
      exclude,
      hidden,
      soldOut,
      explain,
      ...(filter === null ? {} : { filter }),
      ...(local === undefined ? {} : { local }),
    });
    const scaled = scaleBelow(entries.at(-1)?.score, candidates);
    const list = before.copy();
    const leftOut = await slices.run(list.fill(rotate(scaled, options)));
    // An unrequested candidate scores at most the last requested one: it could outrank an item that rotation moved down.
    const isCertain = list.missing === 0 && (list.entries.at(-1)?.score ?? 0) >= (scaled.at(-1)?.score ?? 0);
    if (candidates.length < limit || limit >= limitMax || isCertain) {
      return {
        list,
        report: { name, candidates: candidates.length, taken: missing - list.missing },
        leftOut,
      };
    }
    limit = Math.min(limitMax, limit * growth);
  }
}

/** Multiplies scores by (1 - rate)^impressions. */
function rotate(candidates: readonly Recommended[], { rotation }: FillOptions): readonly Recommended[] {
  if (rotation === null || rotation.shown.size === 0) return candidates;
  return candidates
    .map((entry) => {
      const impressions = rotation.shown.get(entry.item.id) ?? 0;
      return impressions === 0
        ? entry
        : { ...entry, score: entry.score * pow(1 - rotation.rate, impressions) };
    })
    .sort((a, b) => b.score - a.score);
}

/** Scales fallback scores below the list's last score, as sources have different scales. */
function scaleBelow(last: number | undefined, more: readonly Recommended[]): readonly Recommended[] {
  const first = more[0]?.score ?? 0;
  if (last === undefined || first <= last) return more;
  return more.map((entry) => ({ ...entry, score: (entry.score * last) / first }));
}

/** Sources of fallbacks. */
export function fallbackSources(recommenders: Recommenders): {
  trending: NamedCandidateSource<'trending'>;
  popular: NamedCandidateSource<'popular'>;
  content: NamedCandidateSource<'content'>;
} {
  return {
    trending: {
      name: 'trending',
      source: (conditions) => recommenders.trending({ among: null, windowHours: null, conditions }),
    },
    popular: { name: 'popular', source: (conditions) => recommenders.popular({ conditions }) },
    content: { name: 'content', source: (conditions) => recommenders.newest({ conditions }) },
  };
}
