import { forEachEntry } from './columns.ts';
import type { FieldValue } from './document.ts';
import type { Candidate, MatchOrder } from './hit-order.ts';
import type { SegmentMatches } from './matcher.ts';
import { wordsOfPrimary } from './ranking.ts';
import type { SegmentSlot } from './segment-slot.ts';

/** The group of a document that has none: it stands for itself. */
export const ungrouped = -1;

/**
 * Variants of one product are documents with the same value in one field. A search matches and filters variants, and
 * lists, counts and pages products: each stands where the best of its matching variants stands.
 *
 * Groups are numbered over all segments, so that a product counts once wherever its variants lie.
 */
export class GroupNumbers {
  readonly #field: string;
  readonly #numbers = new Map<string, number>();
  readonly #columns = new WeakMap<SegmentSlot, GroupColumn>();

  constructor(field: string) {
    this.#field = field;
  }

  /** Null where no document has a group, so that catalogs without variants pay nothing. */
  of(slots: readonly SegmentSlot[]): Grouping | null {
    if (!slots.some(({ segment }) => segment.column(this.#field) !== undefined)) return null;
    const columns = slots.map((slot) => this.#columnOf(slot));
    return { columns, count: this.#numbers.size };
  }

  #columnOf(slot: SegmentSlot): Int32Array {
    let known = this.#columns.get(slot);
    if (known === undefined) {
      known = { groups: new Int32Array(0), documentCount: 0 };
      this.#columns.set(slot, known);
    }
    const { documentCount } = slot.segment;
    if (known.documentCount < documentCount) {
      if (known.groups.length < documentCount) {
        const grown = new Int32Array(slot.sealed ? documentCount : documentCount * 2).fill(ungrouped);
        grown.set(known.groups);
        known.groups = grown;
      }
      this.#fill(slot, known.groups, known.documentCount);
      known.documentCount = documentCount;
    }
    return known.groups;
  }

  /** Of several values of a document the first counts. */
  #fill(slot: SegmentSlot, groups: Int32Array, from: number): void {
    const column = slot.segment.column(this.#field);
    if (column === undefined) return;
    const numbers = new Int32Array(column.values.length).fill(ungrouped);
    forEachEntry(column, (document, ordinal) => {
      if (document < from || groups[document] !== ungrouped) return;
      if (numbers[ordinal] === ungrouped) numbers[ordinal] = this.#numberOf(column.values[ordinal]!);
      groups[document] = numbers[ordinal]!;
    });
  }

  #numberOf(value: FieldValue): number {
    const name = String(value);
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

interface GroupColumn {
  groups: Int32Array;
  documentCount: number;
}

export interface Grouping {
  /** By source (the index of a segment's matches), then by document: its group, or `ungrouped`. */
  readonly columns: readonly Int32Array[];
  /** Groups are numbered below this. */
  readonly count: number;
}

/** Products by the number of words that the best of their variants has. */
export function countGroupLevels(
  matches: readonly SegmentMatches[],
  wordCount: number,
  grouping: Grouping,
): number[] {
  const levels = Array<number>(wordCount + 1).fill(0);
  /** By group: its level so far plus 1, 0 where it is not met yet. */
  const seen = new Uint8Array(grouping.count);
  matches.forEach(({ documents, primaries, count }, source) => {
    const groups = grouping.columns[source]!;
    for (let i = 0; i < count; i++) {
      const level = wordsOfPrimary(primaries[i]!);
      const group = groups[documents[i]!]!;
      if (group !== ungrouped) {
        const before = seen[group]!;
        if (before > level) continue;
        if (before > 0) levels[before - 1]!--;
        seen[group] = level + 1;
      }
      levels[level]!++;
    }
  });
  return levels;
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
  primaryMin: number,
  order: MatchOrder,
  grouping: Grouping,
): Products {
  const counts = new Uint32Array(grouping.count);
  const best: (Candidate | undefined)[] = [];
  const alone = matches.map(({ slot, documents, primaries, count }, source) => {
    const groups = grouping.columns[source]!;
    const kept = new Uint16Array(count);
    const keptPrimaries = new Float64Array(count);
    let keptCount = 0;
    for (let i = 0; i < count; i++) {
      const primary = primaries[i]!;
      if (primary < primaryMin) continue;
      const document = documents[i]!;
      const group = groups[document]!;
      if (group === ungrouped) {
        kept[keptCount] = document;
        keptPrimaries[keptCount++] = primary;
        continue;
      }
      counts[group]!++;
      const known = best[group];
      if (known !== undefined && order.byRelevance && primary < known.primary) continue;
      const candidate = order.candidate(source, document, primary);
      if (known === undefined || order.compare(candidate, known) < 0) best[group] = candidate;
    }
    return { slot, documents: kept, primaries: keptPrimaries, count: keptCount };
  });
  const grouped = matches.map((): Candidate[] => []);
  for (const candidate of best) if (candidate !== undefined) grouped[candidate.source]!.push(candidate);
  return { matches: alone.map((own, source) => withCandidates(own, grouped[source]!)), counts };
}

function withCandidates(own: SegmentMatches, more: readonly Candidate[]): SegmentMatches {
  if (more.length === 0) return own;
  // Every candidate was among the matches that the arrays were made for: there is room.
  more.forEach(({ document, primary }, i) => {
    own.documents[own.count + i] = document;
    own.primaries[own.count + i] = primary;
  });
  return { ...own, count: own.count + more.length };
}

/** The listed matches of a search, and how they stand. */
export interface ListedMatches {
  readonly matches: readonly SegmentMatches[];
  readonly primaryMin: number;
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
  { matches, primaryMin, order, grouping }: ListedMatches,
): Map<number, Candidate[]> {
  const members = new Map<number, Candidate[]>([...wanted].map((group) => [group, []]));
  matches.forEach(({ documents, primaries, count }, source) => {
    const groups = grouping.columns[source]!;
    for (let i = 0; i < count; i++) {
      if (primaries[i]! < primaryMin) continue;
      const list = members.get(groups[documents[i]!]!);
      list?.push(order.candidate(source, documents[i]!, primaries[i]!));
    }
  });
  for (const list of members.values()) list.sort((a, b) => order.compare(a, b));
  return members;
}
