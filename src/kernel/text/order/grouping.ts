import { ungrouped, type Grouping } from '../segments/variant-groups.ts';
import type { Candidate, MatchOrder } from './hit-order.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';

/** Number of products; a document without a group is a product by itself. */
export function countProducts(matches: readonly SegmentMatches[], grouping: Grouping | null): number {
  let total = 0;
  const seen = new Uint8Array(grouping?.count ?? 0);
  matches.forEach(({ documents, count }, segmentNo) => {
    const groups = grouping?.columns[segmentNo];
    if (groups === undefined) {
      total += count;
      return;
    }
    for (let i = 0; i < count; i++) {
      const group = groups[documents[i]!]!;
      if (group !== ungrouped) {
        if (seen[group] === 1) continue;
        seen[group] = 1;
      }
      total++;
    }
  });
  return total;
}

/** Number of products whose every listed document was added: the list would lack them without the additions. */
export function countAddedProducts(
  added: readonly { readonly segmentNo: number; readonly document: number }[],
  matches: readonly SegmentMatches[],
  grouping: Grouping | null,
): number {
  if (grouping === null || added.length === 0) return added.length;
  const addedByGroup = new Map<number, number>();
  let ungroupedCount = 0;
  for (const { segmentNo, document } of added) {
    const group = grouping.columns[segmentNo]![document]!;
    if (group === ungrouped) ungroupedCount++;
    else addedByGroup.set(group, (addedByGroup.get(group) ?? 0) + 1);
  }
  if (addedByGroup.size === 0) return ungroupedCount;
  const listed = new Uint32Array(grouping.count);
  matches.forEach(({ documents, count }, segmentNo) => {
    const groups = grouping.columns[segmentNo]!;
    for (let i = 0; i < count; i++) {
      const group = groups[documents[i]!]!;
      if (group !== ungrouped) listed[group]!++;
    }
  });
  let products = ungroupedCount;
  for (const [group, count] of addedByGroup) if (listed[group] === count) products++;
  return products;
}

export interface Products {
  /** One match for each listed product: its best variant. */
  readonly matches: SegmentMatches[];
  /** The number of listed variants of each group. */
  readonly counts: Uint32Array;
}

/**
 * The products of the listed matches, which are those with a ranking key of at least `rankingKeyMin`. Leaves `matches`
 * unchanged.
 */
export function groupProducts(
  matches: readonly SegmentMatches[],
  rankingKeyMin: number,
  order: MatchOrder,
  grouping: Grouping,
): Products {
  const counts = new Uint32Array(grouping.count);
  const best: (Candidate | undefined)[] = [];
  const ungroupedMatches = matches.map(({ state, documents, rankingKeys, count }, segmentNo) => {
    const groups = grouping.columns[segmentNo]!;
    const kept = new Uint16Array(count);
    const keptRankingKeys = new Float64Array(count);
    let keptCount = 0;
    for (let i = 0; i < count; i++) {
      const rankingKey = rankingKeys[i]!;
      if (rankingKey < rankingKeyMin) continue;
      const document = documents[i]!;
      const group = groups[document]!;
      if (group === ungrouped) {
        kept[keptCount] = document;
        keptRankingKeys[keptCount++] = rankingKey;
        continue;
      }
      counts[group]!++;
      const bestOfGroup = best[group];
      if (bestOfGroup !== undefined && order.byRelevance && rankingKey < bestOfGroup.rankingKey) continue;
      const candidate = order.candidate(segmentNo, document, rankingKey);
      if (bestOfGroup === undefined || order.compare(candidate, bestOfGroup) < 0) best[group] = candidate;
    }
    return { state, documents: kept, rankingKeys: keptRankingKeys, count: keptCount };
  });
  const grouped = matches.map((): Candidate[] => []);
  for (const candidate of best) if (candidate !== undefined) grouped[candidate.segmentNo]!.push(candidate);
  return {
    matches: ungroupedMatches.map((segmentMatches, segmentNo) =>
      withCandidates(segmentMatches, grouped[segmentNo]!),
    ),
    counts,
  };
}

function withCandidates(segmentMatches: SegmentMatches, more: readonly Candidate[]): SegmentMatches {
  if (more.length === 0) return segmentMatches;
  // The arrays have room, as every candidate was one of the matches for which they were allocated.
  more.forEach(({ document, rankingKey }, i) => {
    segmentMatches.documents[segmentMatches.count + i] = document;
    segmentMatches.rankingKeys[segmentMatches.count + i] = rankingKey;
  });
  return { ...segmentMatches, count: segmentMatches.count + more.length };
}

/** The listed matches of a search, with their order. */
export interface ListedMatches {
  readonly matches: readonly SegmentMatches[];
  readonly rankingKeyMin: number;
  readonly order: MatchOrder;
  readonly grouping: Grouping;
}

/** For each product on a page, the number of its listed variants and the keys of the first `othersMax` other ones. */
export function listVariants(
  page: readonly Candidate[],
  othersMax: number,
  counts: Uint32Array,
  listed: ListedMatches,
): ({ count: number; others: number[] } | undefined)[] {
  const groups = page.map(({ segmentNo, document }) => listed.grouping.columns[segmentNo]![document]!);
  const members =
    othersMax === 0 ? null : collectMembers(new Set(groups.filter((group) => group !== ungrouped)), listed);
  return page.map(({ key }, i) => {
    const group = groups[i]!;
    if (group === ungrouped) return undefined;
    const all = members?.get(group) ?? [];
    const others = all.map((member) => member.key).filter((other) => other !== key);
    return { count: counts[group]!, others: others.slice(0, othersMax) };
  });
}

/** The listed matches of each wanted group, best first. */
function collectMembers(
  groupNumbers: ReadonlySet<number>,
  { matches, rankingKeyMin, order, grouping }: ListedMatches,
): Map<number, Candidate[]> {
  const members = new Map<number, Candidate[]>([...groupNumbers].map((group) => [group, []]));
  matches.forEach(({ documents, rankingKeys, count }, segmentNo) => {
    const groups = grouping.columns[segmentNo]!;
    for (let i = 0; i < count; i++) {
      if (rankingKeys[i]! < rankingKeyMin) continue;
      const list = members.get(groups[documents[i]!]!);
      list?.push(order.candidate(segmentNo, documents[i]!, rankingKeys[i]!));
    }
  });
  for (const list of members.values()) list.sort((a, b) => order.compare(a, b));
  return members;
}
