import { findLowerBound } from '../../bits/binary-search.ts';
import { hasBit, createBitmap, popCount, setBit } from '../../bits/bitmap.ts';
import type { Expansion, TermsBySegment } from '../expansion/expansions.ts';
import type { QueryText, QueryWord } from '../language/query-words.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { TextSettings } from '../schema/settings.ts';
import { readZones } from '../schema/zones.ts';
import { hasOccurrence, createScratchSlice } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';

const slice = createScratchSlice();

/** The documents in which words are looked up. */
interface Scope {
  readonly states: readonly SegmentState[];
  /** Filters by segment; null for all documents. */
  readonly filters: readonly (SegmentFilter | null)[];
}

/**
 * Makes the words of a purpose optional, such as "work" in "laptop for work", if the catalog has them in descriptions only. They then
 * add to the score, but a laptop without "work" in its description is as good a match as an accessory with both words.
 *
 * The words remain required if they tell products apart: a name has one of them and one of the other words ("food for cats", "Cat Food"),
 * or a name and the short fields of one document have all words ("toner for C65"). Synonyms and compounds of a word count as the word. Also
 * required are numbers, words that have a synonym together with a word before the preposition, and words that no document has: they may
 * be mistyped, or the beginning of a word.
 *
 * `literal` are the expansions of all words as written (see `expandLiterally`).
 */
export function withOptionalPurpose(
  query: QueryText,
  literal: readonly Expansion[],
  settings: TextSettings,
  scope: Scope,
): QueryText {
  const { purposeStart, words } = query;
  if (purposeStart === null) return query;
  const others = words.filter(({ start }) => start < purposeStart);
  const purpose = words.filter(({ start }) => start >= purposeStart);
  if (purpose.some(({ numeric }) => numeric)) return query;
  if (!purpose.every((word) => hasAll([findTermsAsWritten(word, literal)], null, scope))) return query;
  const bits = joinBits(others);
  const crossing = literal.filter(
    (expansion) => (expansion.bits & bits) !== 0 && (expansion.bits & ~bits) !== 0,
  );
  if (crossing.some(({ parts }) => hasAll(parts, null, scope))) return query;
  const collectTerms = (some: readonly QueryWord[]): TermsBySegment => collectWordTerms(some, literal, scope);
  if (hasAll([collectTerms(others), collectTerms(purpose)], buildNameMasks(settings), scope)) return query;
  const termsOfEach = words.map((word) => collectTerms([word]));
  if (hasAll(termsOfEach, buildShortFieldMasks(settings), scope)) return query;
  return {
    ...query,
    words: others,
    optionalWords: [...purpose, ...query.optionalWords],
    purposeStart: null,
    joins: query.joins.filter(({ end }) => end <= purposeStart),
    isCode: others.every(({ numeric }) => numeric),
  };
}

const joinBits = (words: readonly QueryWord[]): number => words.reduce((bits, { bit }) => bits | bit, 0);

function findTermsAsWritten({ bit }: QueryWord, literal: readonly Expansion[]): TermsBySegment {
  return literal.find(({ kind, bits }) => kind === 'exact' && bits === bit)!.parts[0]!;
}

/** The terms of any of the words, without synonyms of several words. */
function collectWordTerms(
  words: readonly QueryWord[],
  literal: readonly Expansion[],
  { states }: Scope,
): TermsBySegment {
  const bits = joinBits(words);
  const singleWordExpansions = literal.filter(
    (expansion) =>
      (expansion.bits & bits) !== 0 && popCount(expansion.bits) === 1 && expansion.parts.length === 1,
  );
  return states.map((_, segmentNo) => singleWordExpansions.flatMap(({ parts }) => parts[0]![segmentNo]!));
}

/** Whether one document has one of the terms of each entry, in zones of the masks (see `Expansion.counts`). */
function hasAll(
  required: readonly TermsBySegment[],
  masks: Uint8Array | null,
  { states, filters }: Scope,
): boolean {
  return states.some((state, segmentNo) => {
    const filter = filters[segmentNo] ?? null;
    const isCounted = (document: number): boolean =>
      !hasBit(state.deleted, document) && (filter === null || filter.test(document));
    const lists = required.map((terms) => terms[segmentNo]!);
    if (lists.some(({ length }) => length === 0)) return false;
    const [rarest, ...others] = lists
      .map((terms) => ({ terms, frequency: countDocuments(state, terms) }))
      .sort((a, b) => a.frequency - b.frequency);
    if (others.length === 0) return findDocumentsWithTerms(state, rarest!.terms, masks, isCounted);
    let documents = listDocuments(state, rarest!.terms, masks);
    for (const { terms } of others) documents = intersectWithTerms(documents, state, terms, masks);
    return documents.some(isCounted);
  });
}

function countDocuments({ segment }: SegmentState, terms: readonly number[]): number {
  return terms.reduce((sum, term) => sum + segment.documentFrequency(term), 0);
}

/** Whether a document that passes has one of the terms. */
function findDocumentsWithTerms(
  { segment }: SegmentState,
  terms: readonly number[],
  masks: Uint8Array | null,
  passes: (document: number) => boolean,
): boolean {
  return terms.some((term) => {
    segment.readPostings(term, slice);
    for (let i = slice.start; i < slice.end; i++)
      if ((masks === null || hasOccurrence(slice, i, masks)) && passes(slice.documents[i]!)) return true;
    return false;
  });
}

/** The documents with one of the terms; one with several is repeated. */
function listDocuments(
  { segment }: SegmentState,
  terms: readonly number[],
  masks: Uint8Array | null,
): readonly number[] {
  const documents: number[] = [];
  for (const term of terms) {
    segment.readPostings(term, slice);
    for (let i = slice.start; i < slice.end; i++)
      if (masks === null || hasOccurrence(slice, i, masks)) documents.push(slice.documents[i]!);
  }
  return documents;
}

/** Documents are looked up one by one if they are fewer than this share of the postings. */
const lookupShare = 1 / 16;

/** The documents among `documents` that have one of the terms. */
function intersectWithTerms(
  documents: readonly number[],
  { segment }: SegmentState,
  terms: readonly number[],
  masks: Uint8Array | null,
): readonly number[] {
  if (documents.length === 0) return documents;
  const bitmap = createBitmap(segment.documentCount);
  for (const term of terms) {
    segment.readPostings(term, slice);
    const { start, end } = slice;
    const hasWord = (i: number): boolean => masks === null || hasOccurrence(slice, i, masks);
    if (documents.length < (end - start) * lookupShare) {
      for (const document of documents) {
        const at = findLowerBound(slice.documents, document, start, end);
        if (at < end && slice.documents[at] === document && hasWord(at)) setBit(bitmap, document);
      }
    } else for (let i = start; i < end; i++) if (hasWord(i)) setBit(bitmap, slice.documents[i]!);
  }
  return documents.filter((document) => hasBit(bitmap, document));
}

function buildNameMasks(settings: TextSettings): Uint8Array {
  return buildMasks(settings, (zone) => zone === 0);
}

/** Masks of all zones except those of prose, whose weight depends on their length. */
function buildShortFieldMasks(settings: TextSettings): Uint8Array {
  return buildMasks(settings, (_, { weightWhenShort }) => weightWhenShort === undefined);
}

function buildMasks(
  settings: TextSettings,
  includes: (zone: number, weights: ReturnType<typeof readZones>[number]) => boolean,
): Uint8Array {
  const zones = readZones(settings);
  const masks = new Uint8Array((zones.length + 1) >> 1);
  zones.forEach((weights, zone) => {
    if (includes(zone, weights)) masks[zone >> 1]! |= 0b1111 << ((zone & 1) * 4);
  });
  return masks;
}
