import { ungrouped, type Grouping } from '../segments/variant-groups.ts';
import type { Candidate, MatchOrder } from './hit-order.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';

/** Products, a document without a group being one of its own. */
export function countProducts(matches: readonly SegmentMatches[], grouping: Grouping | null): number {
  let total = 0;
  const seen = new Uint8Array(grouping?.count ?? 0);
  matches.forEach(({ documents, count }, source) => {
    const groups = grouping?.columns[source];
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

/** Products of which every listed document is an added one: those that the list would lack without them. */
export function countAddedProducts(
  added: readonly { readonly source: number; readonly document: number }[],
  matches: readonly SegmentMatches[],
  grouping: Grouping | null,
): number {
  if (grouping === null || added.length === 0) return added.length;
  const ownByGroup = new Map<number, number>();
  let alone = 0;
  for (const { source, document } of added) {
    const group = grouping.columns[source]![document]!;
    if (group === ungrouped) alone++;
    else ownByGroup.set(group, (ownByGroup.get(group) ?? 0) + 1);
  }
  if (ownByGroup.size === 0) return alone;
  const listed = new Uint32Array(grouping.count);
  matches.forEach(({ documents, count }, source) => {
    const groups = grouping.columns[source]!;
    for (let i = 0; i < count; i++) {
      const group = groups[documents[i]!]!;
      if (group !== ungrouped) listed[group]!++;
    }
  });
  let products = alone;
  for (const [group, count] of ownByGroup) if (listed[group] === count) products++;
  return products;
}

export interface Products {
  /** Of the listed matches, one for each product: the variant that stands first. */
  readonly matches: SegmentMatches[];
  /** By group: its listed variants. */
  readonly counts: Uint32Array;
}

/** The products among the listed matches, those from `primaryMin` on. The matches given are left as they are. */
export function productsOf(
  matches: readonly SegmentMatches[],
  rankingKeyMin: number,
  order: MatchOrder,
  grouping: Grouping,
): Products {
  const counts = new Uint32Array(grouping.count);
  const best: (Candidate | undefined)[] = [];
  const alone = matches.map(({ state, documents, rankingKeys, count }, source) => {
    const groups = grouping.columns[source]!;
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
      const known = best[group];
      if (known !== undefined && order.byRelevance && rankingKey < known.rankingKey) continue;
      const candidate = order.candidate(source, document, rankingKey);
      if (known === undefined || order.compare(candidate, known) < 0) best[group] = candidate;
    }
    return { state, documents: kept, rankingKeys: keptRankingKeys, count: keptCount };
  });
  const grouped = matches.map((): Candidate[] => []);
  for (const candidate of best) if (candidate !== undefined) grouped[candidate.source]!.push(candidate);
  return { matches: alone.map((own, source) => withCandidates(own, grouped[source]!)), counts };
}

function withCandidates(own: SegmentMatches, more: readonly Candidate[]): SegmentMatches {
  if (more.length === 0) return own;
  // Every candidate was among the matches that the arrays were made for: there is room.
  more.forEach(({ document, rankingKey }, i) => {
    own.documents[own.count + i] = document;
    own.rankingKeys[own.count + i] = rankingKey;
  });
  return { ...own, count: own.count + more.length };
}

/** The listed matches of a search, and how they stand. */
export interface ListedMatches {
  readonly matches: readonly SegmentMatches[];
  readonly rankingKeyMin: number;
  readonly order: MatchOrder;
  readonly grouping: Grouping;
}

/** Of each product on a page, how many variants are listed, and the first `othersMax` beside the one that is shown. */
export function variantsOf(
  page: readonly Candidate[],
  othersMax: number,
  counts: Uint32Array,
  listed: ListedMatches,
): ({ count: number; others: number[] } | undefined)[] {
  const groups = page.map(({ source, document }) => listed.grouping.columns[source]![document]!);
  const members =
    othersMax === 0 ? null : membersOf(new Set(groups.filter((group) => group !== ungrouped)), listed);
  return page.map(({ key }, i) => {
    const group = groups[i]!;
    if (group === ungrouped) return undefined;
    const all = members?.get(group) ?? [];
    const others = all.map((member) => member.key).filter((other) => other !== key);
    return { count: counts[group]!, others: others.slice(0, othersMax) };
  });
}

/** Of each of some groups the listed matches, best first. */
function membersOf(
  wanted: ReadonlySet<number>,
  { matches, rankingKeyMin, order, grouping }: ListedMatches,
): Map<number, Candidate[]> {
  const members = new Map<number, Candidate[]>([...wanted].map((group) => [group, []]));
  matches.forEach(({ documents, rankingKeys, count }, source) => {
    const groups = grouping.columns[source]!;
    for (let i = 0; i < count; i++) {
      if (rankingKeys[i]! < rankingKeyMin) continue;
      const list = members.get(groups[documents[i]!]!);
      list?.push(order.candidate(source, documents[i]!, rankingKeys[i]!));
    }
  });
  for (const list of members.values()) list.sort((a, b) => order.compare(a, b));
  return members;
}
