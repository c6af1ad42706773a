import { forEachBit, hasBit, newBitmap, setBit } from '../../bits/bitmap.ts';
import { segmentDocumentsMax } from '../schema/document.ts';
import { firstEntry } from '../segments/matched-documents.ts';
import { filterBitmap } from '../query/filters.ts';
import { ungrouped, type Grouping } from '../segments/variant-groups.ts';
import type { Candidate, MatchOrder } from './hit-order.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { Pin } from '../query/query.ts';
import type { SegmentState } from '../segments/segment-state.ts';

/**
 * Documents that stand at places of their own. The list of a search is what its order gives, without the pinned products;
 * each pinned one stands at its place among these, so that the places of a list of n are the same on every page of every
 * length. A pin beyond the end of the list is as far back as the list reaches.
 */
export interface PlacedPin {
  /** Index among the pins of the query. */
  readonly pin: number;
  readonly source: number;
  readonly document: number;
  /** As the words of the query found it; 0 where they did not. */
  readonly rankingKey: number;
  /** From 1. Ascending along the list of placed pins. */
  readonly place: number;
}

/** The matches of a search, and what is to be known of them. */
export interface PinScope {
  readonly states: readonly SegmentState[];
  /** By slot: what passes the filter and is not hidden; null where everything does. */
  readonly allowed: readonly (Uint32Array | null)[];
  readonly matches: readonly SegmentMatches[];
  readonly rankingKeyMin: number;
  /** Products in the list. */
  readonly total: number;
  readonly order: MatchOrder;
  readonly grouping: Grouping | null;
  /** The field that names a document's product. */
  readonly groupBy: string;
}

export interface Pinned {
  /** With the pinned documents among those listed. */
  readonly matches: readonly SegmentMatches[];
  readonly total: number;
  readonly pins: readonly PlacedPin[];
}

/** One number for a document of any source. */
export const idOf = (source: number, document: number): number => source * segmentDocumentsMax + document;

/** What a place holds: a number for each group, another for each document without one. */
export function productOf(grouping: Grouping | null, source: number, document: number): number {
  const group = grouping?.columns[source]![document] ?? ungrouped;
  return group === ungrouped ? idOf(source, document) : -1 - group;
}

/** The matches with further documents among those listed. */
export function withDocumentsListed(
  named: readonly Named[],
  found: PinScope,
): Pick<Pinned, 'matches' | 'total'> {
  const rankingKeys = rankingKeysOf(named, found.matches);
  const unlisted = named
    .filter(({ source, document }) => (rankingKeys.get(idOf(source, document)) ?? -1) < found.rankingKeyMin)
    .map(({ source, document }) => found.order.candidate(source, document, 0));
  return { matches: withListed(unlisted, found), total: found.total + countNew(unlisted, found) };
}

/** Lists the pinned documents that may be listed, and says where each stands. */
export function pinDocuments(pins: readonly Pin[], found: PinScope): Pinned {
  const ofProducts = productDocuments(pins, found);
  const candidates = pins.map(({ key, product }) =>
    key === null ? (ofProducts.get(product) ?? []) : keyDocument(key, found),
  );
  const rankingKeys = rankingKeysOf(candidates.flat(), found.matches);
  const isListed = (id: number): boolean => (rankingKeys.get(id) ?? -1) >= found.rankingKeyMin;
  const seen = new Set<number>();
  const chosen: { pin: number; best: Candidate }[] = [];
  candidates.forEach((own, pin) => {
    const listed = own.filter(({ source, document }) => isListed(idOf(source, document)));
    const [best] = (listed.length > 0 ? listed : own)
      .map(({ source, document }) =>
        found.order.candidate(source, document, rankingKeys.get(idOf(source, document)) ?? 0),
      )
      .sort((a, b) => found.order.compare(a, b));
    if (best === undefined) return;
    const product = productOf(found.grouping, best.source, best.document);
    if (seen.has(product)) return;
    seen.add(product);
    chosen.push({ pin, best });
  });
  const unlisted = chosen
    .map(({ best }) => best)
    .filter(({ source, document }) => !isListed(idOf(source, document)));
  const total = found.total + countNew(unlisted, found);
  const places = placesOf(
    chosen.map(({ pin }) => pins[pin]!.position),
    total - chosen.length,
  );
  return {
    matches: withListed(unlisted, found),
    total,
    pins: chosen
      .map(({ pin, best: { source, document, rankingKey } }, i) => ({
        pin,
        source,
        document,
        rankingKey,
        place: places[i]!,
      }))
      .sort((a, b) => a.place - b.place),
  };
}

interface Named {
  readonly source: number;
  readonly document: number;
}

/** The live document with the key, if it may be listed. */
function keyDocument(key: number, { states, allowed }: PinScope): Named[] {
  for (let source = 0; source < states.length; source++) {
    const document = states[source]!.documentOf(key);
    if (document >= 0) return passes(allowed[source]!, document) ? [{ source, document }] : [];
  }
  return [];
}

/** By product that a pin names: its live documents that may be listed. All are looked for at once, as a look goes over a column. */
function productDocuments(
  pins: readonly Pin[],
  { states, allowed, groupBy }: PinScope,
): Map<string, Named[]> {
  const products = new Map<string, Named[]>();
  for (const { key, product } of pins) if (key === null) products.set(product, []);
  if (products.size === 0 || groupBy === '') return products;
  const named = { kind: 'documents', keys: [], field: groupBy, values: [...products.keys()] } as const;
  states.forEach((state, source) => {
    const column = state.segment.column(groupBy);
    if (column === undefined) return;
    forEachBit(filterBitmap(state, named), (document) => {
      if (hasBit(state.deleted, document) || !passes(allowed[source]!, document)) return;
      const { documents, entryCount } = column;
      const entry = documents === null ? document : firstEntry(documents, entryCount, document);
      const product = String(column.values[column.ordinals[entry]!]!);
      products.get(product)!.push({ source, document });
    });
  });
  return products;
}

export const passes = (allowed: Uint32Array | null, document: number): boolean =>
  allowed === null || hasBit(allowed, document);

/** Of those of the documents that match, the primary. */
export function rankingKeysOf(
  wanted: readonly Named[],
  matches: readonly SegmentMatches[],
): Map<number, number> {
  const rankingKeys = new Map<number, number>();
  matches.forEach((own, source) => {
    const bitmap = newBitmap(own.state.segment.documentCount);
    let any = false;
    for (const each of wanted) {
      if (each.source !== source) continue;
      setBit(bitmap, each.document);
      any = true;
    }
    if (!any) return;
    for (let i = 0; i < own.count; i++) {
      if (hasBit(bitmap, own.documents[i]!))
        rankingKeys.set(idOf(source, own.documents[i]!), own.rankingKeys[i]!);
    }
  });
  return rankingKeys;
}

/** How many of the documents, each of a product of its own, are of products without any listed document. */
function countNew(unlisted: readonly Candidate[], { matches, rankingKeyMin, grouping }: PinScope): number {
  if (unlisted.length === 0 || grouping === null) return unlisted.length;
  const missing = new Set(unlisted.map(({ source, document }) => productOf(grouping, source, document)));
  matches.forEach(({ documents, rankingKeys, count }, source) => {
    const groups = grouping.columns[source]!;
    for (let i = 0; i < count; i++) {
      const group = groups[documents[i]!]!;
      if (group !== ungrouped && rankingKeys[i]! >= rankingKeyMin) missing.delete(-1 - group);
    }
  });
  return missing.size;
}

/** The matches with these documents listed, last by relevance: their place is another matter. */
function withListed(
  unlisted: readonly Candidate[],
  { matches, rankingKeyMin }: PinScope,
): readonly SegmentMatches[] {
  return matches.map((own, source) => {
    const more = unlisted.filter((candidate) => candidate.source === source);
    if (more.length === 0) return own;
    const added = new Set(more.map(({ document }) => document));
    const documents = new Uint16Array(own.count + more.length);
    const rankingKeys = new Float64Array(own.count + more.length);
    let count = 0;
    for (let i = 0; i < own.count; i++) {
      // One that matched with too few words to be listed.
      if (added.has(own.documents[i]!)) continue;
      documents[count] = own.documents[i]!;
      rankingKeys[count++] = own.rankingKeys[i]!;
    }
    for (const { document } of more) {
      documents[count] = document;
      rankingKeys[count++] = rankingKeyMin;
    }
    return { ...own, documents, rankingKeys, count };
  });
}

/** By pin: its place in a list with so many others. The first that wants a place has it, another one the next free place. */
function placesOf(positions: readonly number[], others: number): number[] {
  const next = new Map<number, number>();
  const free = (place: number): number => {
    let at = place;
    for (let after = next.get(at); after !== undefined; after = next.get(at)) at = after;
    // What was passed on the way is remembered, so that a thousand pins to one place cost no million steps.
    next.set(place, at + 1);
    next.set(at, at + 1);
    return at;
  };
  const wanted = positions.map(free);
  const places = [...wanted];
  wanted
    .map((place, pin) => ({ place, pin }))
    .sort((a, b) => a.place - b.place)
    .forEach(({ place, pin }, before) => (places[pin] = Math.min(place, others + before + 1)));
  return places;
}

/** The places after `offset` of a list with pins: `best` are its best, of which at least so many are not pinned. */
export function pageWithPins(
  best: readonly Candidate[],
  pins: readonly PlacedPin[],
  order: MatchOrder,
  grouping: Grouping | null,
  page: { offset: number; limit: number; total: number },
): Candidate[] {
  const pinned = new Set(pins.map(({ source, document }) => productOf(grouping, source, document)));
  const others = best.filter(({ source, document }) => !pinned.has(productOf(grouping, source, document)));
  const byPlace = new Map(pins.map((pin) => [pin.place, pin]));
  let next = page.offset - pins.filter(({ place }) => place <= page.offset).length;
  const list: Candidate[] = [];
  for (let place = page.offset + 1; place <= Math.min(page.offset + page.limit, page.total); place++) {
    const pin = byPlace.get(place);
    if (pin === undefined) list.push(others[next++]!);
    else list.push({ ...order.candidate(pin.source, pin.document, pin.rankingKey), pin: pin.pin });
  }
  return list;
}

/** The place of the n-th (from 1) of those that are not pinned. */
export function placeAmongPins(n: number, pins: readonly PlacedPin[]): number {
  let place = n;
  for (const pin of pins) if (pin.place <= place) place++;
  return place;
}
