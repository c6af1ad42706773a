import { forEachBit, fullBitmap, hasBit, intersectInto, newBitmap, setBit } from '../../bits/bitmap.ts';
import type { QueryText } from '../language/query-words.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { TextSettings } from '../schema/settings.ts';
import { zonesOf } from '../schema/zones.ts';
import { countsIn, newScratchSlice } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';

const slice = newScratchSlice();

/** The documents that count. */
interface Scope {
  readonly states: readonly SegmentState[];
  /** By segment; null: all documents. */
  readonly filters: readonly (SegmentFilter | null)[];
}

/**
 * Makes the words of a purpose optional, such as "work" in "laptop for work", where the catalog has them in descriptions only. They then
 * add to the score, but a laptop without "work" in its description is as good a match as an accessory with both words.
 *
 * The words remain required if they tell products apart: a name has one of them and one of the other words ("food for cats", "Cat Food"),
 * or a name and the short fields of one document have all words ("toner for C65"). So do numbers, and words that no document has: they
 * may be mistyped, or the beginning of a word.
 */
export function withOptionalPurpose(query: QueryText, settings: TextSettings, scope: Scope): QueryText {
  const { purposeStart, words } = query;
  if (purposeStart === null) return query;
  const others = words.filter(({ start }) => start < purposeStart);
  const purpose = words.filter(({ start }) => start >= purposeStart);
  if (purpose.some(({ numeric }) => numeric)) return query;
  const [named, short] = [nameMasks(settings), shortFieldMasks(settings)];
  const stems = purpose.map(({ stem }) => stem);
  if (!stems.every((stem) => isInDocument([stem], null, scope))) return query;
  const pairs = stems.flatMap((stem) => others.map((other) => [stem, other.stem]));
  if (pairs.some((pair) => isInDocument(pair, named, scope))) return query;
  if (isInDocument([...stems, ...others.map(({ stem }) => stem)], short, scope)) return query;
  return {
    ...query,
    words: others,
    optionalWords: purpose,
    purposeStart: null,
    joins: query.joins.filter(({ end }) => end <= purposeStart),
    isCode: others.every(({ numeric }) => numeric),
  };
}

/** Whether one document has all the stems in zones of the masks (see `Expansion.counts`). */
function isInDocument(
  stems: readonly string[],
  masks: Uint8Array | null,
  { states, filters }: Scope,
): boolean {
  return states.some((state, segmentNo) => {
    const found = fullBitmap(state.segment.documentCount);
    for (const stem of stems) {
      const id = state.stemId(stem);
      if (id < 0) return false;
      intersectInto(found, documentsOf(state, id, masks));
    }
    const filter = filters[segmentNo] ?? null;
    let isFound = false;
    forEachBit(found, (document) => {
      isFound ||= !hasBit(state.deleted, document) && (filter === null || filter.test(document));
    });
    return isFound;
  });
}

function documentsOf({ segment }: SegmentState, stem: number, masks: Uint8Array | null): Uint32Array {
  const documents = newBitmap(segment.documentCount);
  for (const term of segment.termsOfStem(stem).slice()) {
    segment.postings(term, slice);
    for (let i = slice.start; i < slice.end; i++)
      if (masks === null || countsIn(slice, i, masks)) setBit(documents, slice.documents[i]!);
  }
  return documents;
}

function nameMasks(settings: TextSettings): Uint8Array {
  return masksOf(settings, (zone) => zone === 0);
}

/** All zones but those of prose: their weight depends on their length. */
function shortFieldMasks(settings: TextSettings): Uint8Array {
  return masksOf(settings, (_, { weightWhenShort }) => weightWhenShort === undefined);
}

function masksOf(
  settings: TextSettings,
  includes: (zone: number, weights: ReturnType<typeof zonesOf>[number]) => boolean,
): Uint8Array {
  const zones = zonesOf(settings);
  const masks = new Uint8Array((zones.length + 1) >> 1);
  zones.forEach((weights, zone) => {
    if (includes(zone, weights)) masks[zone >> 1]! |= 0b1111 << ((zone & 1) * 4);
  });
  return masks;
}
