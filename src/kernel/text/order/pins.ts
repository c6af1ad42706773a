import { findLowerBound } from '../../bits/binary-search.ts';
import { visitBits, hasBit, createBitmap, setBit } from '../../bits/bitmap.ts';
import { segmentDocumentsMax } from '../schema/document.ts';
import { filterBitmap } from '../query/filters.ts';
import { ungrouped, type Grouping } from '../segments/variant-groups.ts';
import type { Candidate, MatchOrder } from './hit-order.ts';
import { placeInTier } from '../scoring/ranking.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { FilterNode, Pin } from '../query/query.ts';
import type { SegmentState } from '../segments/segment-state.ts';

/**
 * A document at a fixed position. The result of a search is the ranking without the pinned products, with each pinned one
 * inserted at its position; positions are the same for every page size. A pin beyond the end of the list moves to its end.
 */
export interface PlacedPin {
  /** Index among the pins of the query. */
  readonly pin: number;
  readonly segmentNo: number;
  readonly document: number;
  /** The ranking key of the keyword match; without a match, one below those of one word. */
  readonly rankingKey: number;
  /** The position from 1, ascending along the list of placed pins. */
  readonly position: number;
}

/** The matches of a search, as the input of pinning. */
export interface PinScope {
  readonly states: readonly SegmentState[];
  /** By segment, a bitmap of the documents that pass the filter and are not hidden, or null if all do. */
  readonly allowed: readonly (Uint32Array | null)[];
  readonly matches: readonly SegmentMatches[];
  readonly rankingKeyMin: number;
  /** The number of products in the list. */
  readonly total: number;
  readonly order: MatchOrder;
  /** By segment, the documents that come last in their tier; null if tiers are not divided. */
  readonly last: readonly Uint32Array[] | null;
  readonly grouping: Grouping | null;
  /** The field that identifies a document's product. */
  readonly groupBy: string;
}

export interface Pinned {
  /** The matches, with the pinned documents listed. */
  readonly matches: readonly SegmentMatches[];
  readonly total: number;
  readonly pins: readonly PlacedPin[];
}

/** One number for a document of any segment. */
export const packDocumentId = (segmentNo: number, document: number): number =>
  segmentNo * segmentDocumentsMax + document;

/** The number of a product: one for each group, another for each document without a group. */
export function computeProductNumber(grouping: Grouping | null, segmentNo: number, document: number): number {
  const group = grouping?.columns[segmentNo]![document] ?? ungrouped;
  return group === ungrouped ? packDocumentId(segmentNo, document) : -1 - group;
}

/** The matches with further documents listed. */
export function withDocumentsListed(
  documents: readonly DocumentRef[],
  scope: PinScope,
): Pick<Pinned, 'matches' | 'total'> {
  const rankingKeys = readRankingKeys(documents, scope.matches);
  const unlisted = documents
    .filter(
      ({ segmentNo, document }) =>
        (rankingKeys.get(packDocumentId(segmentNo, document)) ?? -1) < scope.rankingKeyMin,
    )
    .map(({ segmentNo, document }) => scope.order.candidate(segmentNo, document, 0));
  return { matches: withListed(unlisted, scope), total: scope.total + countNew(unlisted, scope) };
}

/** Lists the pinned documents that may be listed, and determines their positions. */
export function pinDocuments(pins: readonly Pin[], scope: PinScope): Pinned {
  const ofProducts = findProductDocuments(pins, scope);
  const candidates = pins.map(({ key, product, filter }) =>
    filter !== undefined ? [] : key === null ? (ofProducts.get(product) ?? []) : findKeyDocument(key, scope),
  );
  const rankingKeys = readRankingKeys(candidates.flat(), scope.matches);
  const isListed = (id: number): boolean => (rankingKeys.get(id) ?? -1) >= scope.rankingKeyMin;
  const seen = new Set<number>();
  const chosen: { pin: number; best: Candidate }[] = [];
  candidates.forEach((documents, pin) => {
    const listed = documents.filter(({ segmentNo, document }) =>
      isListed(packDocumentId(segmentNo, document)),
    );
    const [best] = (listed.length > 0 ? listed : documents)
      .map(({ segmentNo, document }) =>
        scope.order.candidate(
          segmentNo,
          document,
          rankingKeys.get(packDocumentId(segmentNo, document)) ??
            placeInTier(scope.last?.[segmentNo], document),
        ),
      )
      .sort((a, b) => scope.order.compare(a, b));
    if (best === undefined) return;
    const product = computeProductNumber(scope.grouping, best.segmentNo, best.document);
    if (seen.has(product)) return;
    seen.add(product);
    chosen.push({ pin, best });
  });
  pins.forEach(({ filter }, pin) => {
    if (filter === undefined) return;
    const best = findBestListed(filter, seen, scope);
    if (best === null) return;
    seen.add(computeProductNumber(scope.grouping, best.segmentNo, best.document));
    chosen.push({ pin, best });
  });
  // Earlier pins take precedence, also over slots.
  chosen.sort((a, b) => a.pin - b.pin);
  const unlisted = chosen
    .filter(({ pin }) => pins[pin]!.filter === undefined)
    .map(({ best }) => best)
    .filter(({ segmentNo, document }) => !isListed(packDocumentId(segmentNo, document)));
  const total = scope.total + countNew(unlisted, scope);
  const positions = pinPositions(
    chosen.map(({ pin }) => pins[pin]!.position),
    total - chosen.length,
  );
  return {
    matches: withListed(unlisted, scope),
    total,
    pins: chosen
      .map(({ pin, best: { segmentNo, document, rankingKey } }, i) => ({
        pin,
        segmentNo,
        document,
        rankingKey,
        position: positions[i]!,
      }))
      .sort((a, b) => a.position - b.position),
  };
}

interface DocumentRef {
  readonly segmentNo: number;
  readonly document: number;
}

/** The live document with the key, if it may be listed. */
function findKeyDocument(key: number, { states, allowed }: PinScope): DocumentRef[] {
  for (let segmentNo = 0; segmentNo < states.length; segmentNo++) {
    const document = states[segmentNo]!.findDocument(key);
    if (document >= 0) return isAllowed(allowed[segmentNo]!, document) ? [{ segmentNo, document }] : [];
  }
  return [];
}

/** The first listed document that satisfies the filter, of a product that is not among `without`. */
function findBestListed(
  filter: FilterNode,
  without: ReadonlySet<number>,
  { matches, rankingKeyMin, order, grouping }: PinScope,
): Candidate | null {
  let best: Candidate | null = null;
  matches.forEach(({ state, documents, rankingKeys, count }, segmentNo) => {
    const bitmap = filterBitmap(state, filter);
    for (let i = 0; i < count; i++) {
      const document = documents[i]!;
      if (rankingKeys[i]! < rankingKeyMin || !hasBit(bitmap, document)) continue;
      if (order.byRelevance && best !== null && rankingKeys[i]! < best.rankingKey) continue;
      if (without.has(computeProductNumber(grouping, segmentNo, document))) continue;
      const candidate = order.candidate(segmentNo, document, rankingKeys[i]!);
      if (best === null || order.compare(candidate, best) < 0) best = candidate;
    }
  });
  return best;
}

/** The live documents of each pinned product that may be listed. One pass over the column serves all products. */
function findProductDocuments(
  pins: readonly Pin[],
  { states, allowed, groupBy }: PinScope,
): Map<string, DocumentRef[]> {
  const products = new Map<string, DocumentRef[]>();
  for (const { key, product, filter } of pins)
    if (key === null && filter === undefined) products.set(product, []);
  if (products.size === 0 || groupBy === '') return products;
  const filter = { kind: 'documents', keys: [], field: groupBy, values: [...products.keys()] } as const;
  states.forEach((state, segmentNo) => {
    const column = state.segment.getColumn(groupBy);
    if (column === undefined) return;
    visitBits(filterBitmap(state, filter), (document) => {
      if (hasBit(state.deleted, document) || !isAllowed(allowed[segmentNo]!, document)) return;
      const { documents, entryCount } = column;
      const entry = documents === null ? document : findLowerBound(documents, document, 0, entryCount);
      const product = String(column.values[column.ordinals[entry]!]!);
      products.get(product)!.push({ segmentNo, document });
    });
  });
  return products;
}

export const isAllowed = (allowed: Uint32Array | null, document: number): boolean =>
  allowed === null || hasBit(allowed, document);

/** The ranking keys of the wanted documents that match. */
export function readRankingKeys(
  documents: readonly DocumentRef[],
  matches: readonly SegmentMatches[],
): Map<number, number> {
  const rankingKeys = new Map<number, number>();
  matches.forEach((segmentMatches, segmentNo) => {
    const bitmap = createBitmap(segmentMatches.state.segment.documentCount);
    let any = false;
    for (const each of documents) {
      if (each.segmentNo !== segmentNo) continue;
      setBit(bitmap, each.document);
      any = true;
    }
    if (!any) return;
    for (let i = 0; i < segmentMatches.count; i++) {
      if (hasBit(bitmap, segmentMatches.documents[i]!))
        rankingKeys.set(
          packDocumentId(segmentNo, segmentMatches.documents[i]!),
          segmentMatches.rankingKeys[i]!,
        );
    }
  });
  return rankingKeys;
}

/** Counts the documents, each of another product, whose product has no listed document. */
function countNew(unlisted: readonly Candidate[], { matches, rankingKeyMin, grouping }: PinScope): number {
  if (unlisted.length === 0 || grouping === null) return unlisted.length;
  const missing = new Set(
    unlisted.map(({ segmentNo, document }) => computeProductNumber(grouping, segmentNo, document)),
  );
  matches.forEach(({ documents, rankingKeys, count }, segmentNo) => {
    const groups = grouping.columns[segmentNo]!;
    for (let i = 0; i < count; i++) {
      const group = groups[documents[i]!]!;
      if (group !== ungrouped && rankingKeys[i]! >= rankingKeyMin) missing.delete(-1 - group);
    }
  });
  return missing.size;
}

/** The matches with these documents listed, last by relevance; pins then determine their positions. */
function withListed(
  unlisted: readonly Candidate[],
  { matches, rankingKeyMin, last }: PinScope,
): readonly SegmentMatches[] {
  return matches.map((segmentMatches, segmentNo) => {
    const more = unlisted.filter((candidate) => candidate.segmentNo === segmentNo);
    if (more.length === 0) return segmentMatches;
    const added = new Set(more.map(({ document }) => document));
    const documents = new Uint16Array(segmentMatches.count + more.length);
    const rankingKeys = new Float64Array(segmentMatches.count + more.length);
    let count = 0;
    for (let i = 0; i < segmentMatches.count; i++) {
      // An added document may have matched with too few words to be listed.
      if (added.has(segmentMatches.documents[i]!)) continue;
      documents[count] = segmentMatches.documents[i]!;
      rankingKeys[count++] = segmentMatches.rankingKeys[i]!;
    }
    for (const { document } of more) {
      documents[count] = document;
      rankingKeys[count++] = rankingKeyMin + placeInTier(last?.[segmentNo], document);
    }
    return { ...segmentMatches, documents, rankingKeys, count };
  });
}

/** The position of each pin in a list with this many other products. If pins share a position, each later one gets the next free one. */
function pinPositions(wanted: readonly number[], others: number): number[] {
  const next = new Map<number, number>();
  const free = (position: number): number => {
    let at = position;
    for (let after = next.get(at); after !== undefined; after = next.get(at)) at = after;
    // Path compression, so that a thousand pins to one position do not take a million steps.
    next.set(position, at + 1);
    next.set(at, at + 1);
    return at;
  };
  const distinct = wanted.map(free);
  const positions = [...distinct];
  distinct
    .map((position, pin) => ({ position, pin }))
    .sort((a, b) => a.position - b.position)
    .forEach(({ position, pin }, before) => (positions[pin] = Math.min(position, others + before + 1)));
  return positions;
}

/** The matches of the products that are not pinned. */
export function removePinned(
  products: readonly Candidate[],
  pins: readonly PlacedPin[],
  grouping: Grouping | null,
): readonly Candidate[] {
  if (pins.length === 0) return products;
  const pinned = new Set(
    pins.map(({ segmentNo, document }) => computeProductNumber(grouping, segmentNo, document)),
  );
  return products.filter(
    ({ segmentNo, document }) => !pinned.has(computeProductNumber(grouping, segmentNo, document)),
  );
}

/** The hits after `offset` in a list with pins. `others` are the first unpinned ones, enough for the page. */
export function arrangePage(
  others: readonly Candidate[],
  pins: readonly PlacedPin[],
  order: MatchOrder,
  page: { offset: number; limit: number; total: number },
): Candidate[] {
  const byPosition = new Map(pins.map((pin) => [pin.position, pin]));
  let next = page.offset - pins.filter(({ position }) => position <= page.offset).length;
  const list: Candidate[] = [];
  const end = Math.min(page.offset + page.limit, page.total);
  for (let position = page.offset + 1; position <= end; position++) {
    const pin = byPosition.get(position);
    if (pin === undefined) list.push(others[next++]!);
    else list.push({ ...order.candidate(pin.segmentNo, pin.document, pin.rankingKey), pin: pin.pin });
  }
  return list;
}

/** The position of the n-th (from 1) unpinned product. */
export function computePositionAmongPins(n: number, pins: readonly PlacedPin[]): number {
  let position = n;
  for (const pin of pins) if (pin.position <= position) position++;
  return position;
}
