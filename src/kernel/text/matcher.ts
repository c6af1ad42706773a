import { popCount } from '../bits/bitmap.ts';
import { segmentDocumentsMax } from './document.ts';
import type { QueryWord } from './query-words.ts';
import {
  hasPhrase,
  nameQuery,
  newRanking,
  primaryOf,
  rankInto,
  type Finding,
  type NameQuery,
  type Ranking,
} from './ranking.ts';
import { countsIn, newPostingSlice } from './segment-reader.ts';
import type { SegmentSlot } from './segment-slot.ts';
import type { TextSettings } from './settings.ts';
import { phraseGroups, type Variant } from './variants.ts';
import { foundDocuments, placeOf, type FoundDocuments } from './word-finder.ts';

/** The matches of one segment: documents, each once, with words found and score packed together. */
export interface SegmentMatches {
  slot: SegmentSlot;
  documents: Uint16Array;
  primaries: Float64Array;
  count: number;
}

/** What all segments of a search have in common. */
export interface MatchContext {
  words: readonly QueryWord[];
  /** In the order in which they are tried: a word found by one is not looked for by the next. */
  variants: readonly Variant[];
  /** By variant. */
  idfs: readonly number[];
  norms: readonly Float64Array[];
  settings: TextSettings;
  /** Whether names begin with their product noun. */
  headFirst: boolean;
}

/** The level down to which documents are listed: whole levels from the top until there are `listedAtLeast`. */
export function lowestLevel(levels: readonly number[], listedAtLeast: number): number {
  let listedCount = 0;
  for (let level = levels.length - 1; level > 0; level--) {
    listedCount += levels[level]!;
    if (listedCount >= listedAtLeast) return level;
  }
  return 0;
}

const capacity = segmentDocumentsMax;

/**
 * What is noted of a document while a variant is gathered: bit p that it has part p, bit p + `nameShift` that it has it
 * in its name, and that a word stands there as it was written.
 */
const nameShift = 8;
const sameMark = 1 << 15;

/** Where a list is so many times longer than what is wanted of it, it is searched instead of read. */
const probeFactor = 16;

/** The first entry from `start` up to `end` that is not below `document`, found by steps that double. */
function firstNotBelow(documents: Uint16Array, start: number, end: number, document: number): number {
  let low = start;
  let step = 1;
  while (low + step < end && documents[low + step]! < document) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How a document's score comes about, and which words it has, as their bits. */
interface Explained {
  ranking: Ranking;
  found: number;
}

/**
 * Walks the postings a variant at a time and collects, for each of the documents that were found, which words it has,
 * where, and their BM25F sum. Documents are counted by their place in the list of found ones, so that the few that most
 * queries list lie side by side.
 */
export class Matcher {
  readonly #found = new Uint32Array(capacity);
  readonly #inName = new Uint32Array(capacity);
  readonly #same = new Uint32Array(capacity);
  readonly #typos = new Uint8Array(capacity);
  readonly #bm25 = new Float64Array(capacity);
  /** Weighted occurrences of the variant at work, and what of it was seen (see `sameMark`). */
  readonly #weights = new Float64Array(capacity);
  readonly #marks = new Uint16Array(capacity);
  readonly #pending = new Uint16Array(capacity);
  #pendingCount = 0;
  readonly #slice = newPostingSlice();
  readonly #rankingMade = newRanking();
  readonly #finding: Finding = { found: 0, inName: 0, same: 0, typos: 0, bm25: 0 };

  /** Scores the documents that were found. */
  match(context: MatchContext, slot: SegmentSlot, s: number, found: FoundDocuments): SegmentMatches {
    const { documents } = found;
    const primaries = new Float64Array(documents.length);
    if (documents.length > 0) {
      this.#accumulate(context, slot, s, found);
      const query = nameQuery(context.words, context.variants, slot, s, context.headFirst);
      for (let i = 0; i < documents.length; i++) {
        primaries[i] = primaryOf(this.#ranking(context, query, slot, documents[i]!, i), context.settings);
      }
    }
    return { slot, documents, primaries, count: documents.length };
  }

  /** How the documents' scores come about; those that do not match are left out. */
  explain(
    context: MatchContext,
    slot: SegmentSlot,
    s: number,
    documents: readonly number[],
  ): Map<number, Explained> {
    const found = foundDocuments(Uint16Array.from(documents).sort());
    this.#accumulate(context, slot, s, found);
    const query = nameQuery(context.words, context.variants, slot, s, context.headFirst);
    const rankings = new Map<number, Explained>();
    found.documents.forEach((document, i) => {
      if (this.#found[i] === 0) return;
      const ranking = { ...this.#ranking(context, query, slot, document, i) };
      rankings.set(document, { ranking, found: this.#found[i]! | 0 });
    });
    return rankings;
  }

  /** Of the document at place `i`. Valid until the next call. */
  #ranking(context: MatchContext, query: NameQuery, slot: SegmentSlot, document: number, i: number): Ranking {
    const finding = this.#finding;
    finding.found = this.#found[i]! | 0;
    finding.inName = this.#inName[i]! | 0;
    finding.same = this.#same[i]! | 0;
    finding.typos = this.#typos[i]!;
    finding.bm25 = this.#bm25[i]!;
    return rankInto(this.#rankingMade, finding, query, slot.segment, document, context.settings);
  }

  #accumulate(context: MatchContext, slot: SegmentSlot, s: number, found: FoundDocuments): void {
    const count = found.documents.length;
    for (const sums of [this.#found, this.#inName, this.#same, this.#typos, this.#bm25])
      sums.fill(0, 0, count);
    for (let v = 0; v < context.variants.length; v++) {
      const variant = context.variants[v]!;
      const { parts } = variant;
      for (let part = 0; part < parts.length; part++) {
        for (const term of parts[part]![s]!) this.#gather(context, slot, term, variant, part, found);
      }
      this.#settle(context, slot, s, v, found);
    }
  }

  /** Adds a term's occurrences to what the variant has in each document that was found. */
  #gather(
    context: MatchContext,
    slot: SegmentSlot,
    term: number,
    variant: Variant,
    part: number,
    found: FoundDocuments,
  ): void {
    const slice = this.#slice;
    slot.segment.postings(term, slice);
    const { documents, end } = slice;
    const { documents: wanted, bitmap } = found;
    const { bits } = variant;
    const same = variant.kind === 'exact' && this.#isWrittenSo(context, slot, term, bits);
    const mark = (1 << part) | (same ? sameMark : 0);
    if (wanted.length * probeFactor < end - slice.start) {
      let from = slice.start;
      for (let place = 0; place < wanted.length; place++) {
        const document = wanted[place]!;
        from = firstNotBelow(documents, from, end, document);
        if (from < end && documents[from] === document) {
          this.#take(context, slot, from, document, place, variant, part, mark);
        }
      }
      return;
    }
    for (let i = slice.start; i < end; i++) {
      const document = documents[i]!;
      if (((bitmap[document >>> 5]! >>> (document & 31)) & 1) === 1) {
        this.#take(context, slot, i, document, placeOf(found, document), variant, part, mark);
      }
    }
  }

  /** Adds entry `i` of the postings to what the variant has in its document. */
  #take(
    context: MatchContext,
    slot: SegmentSlot,
    i: number,
    document: number,
    place: number,
    { bits, counts: masks }: Variant,
    part: number,
    mark: number,
  ): void {
    if ((this.#found[place]! & bits) === bits) return;
    if (masks !== null && !countsIn(this.#slice, i, masks)) return;
    const seen = this.#marks[place]!;
    if (seen === 0) {
      if (part > 0) return;
      this.#pending[this.#pendingCount++] = place;
      this.#weights[place] = 0;
    }
    const { counts } = this.#slice;
    const { zoneLengths } = slot.segment;
    const planes = (zoneLengths.length + 1) >> 1;
    let weight = 0;
    for (let plane = 0; plane < planes; plane++) {
      const packed = counts[i * planes + plane]! & (masks?.[plane] ?? 0xff);
      const low = packed & 15;
      const high = packed >> 4;
      if (low > 0) weight += low * context.norms[plane * 2]![zoneLengths[plane * 2]![document]!]!;
      if (high > 0) weight += high * context.norms[plane * 2 + 1]![zoneLengths[plane * 2 + 1]![document]!]!;
    }
    this.#weights[place]! += weight;
    const inName = (counts[i * planes]! & (masks?.[0] ?? 0xff) & 15) > 0 ? 1 << (part + nameShift) : 0;
    this.#marks[place] = seen | mark | inName;
  }

  #isWrittenSo(context: MatchContext, slot: SegmentSlot, term: number, bit: number): boolean {
    const word = context.words.find((candidate) => candidate.bit === bit);
    return word !== undefined && slot.segment.termText(term) === word.text;
  }

  /** Turns what variant `v` gathered into words found and score. */
  #settle(
    context: MatchContext,
    slot: SegmentSlot,
    s: number,
    v: number,
    { documents }: FoundDocuments,
  ): void {
    const variant = context.variants[v]!;
    const idf = context.idfs[v]! * variant.factor;
    const { saturation } = context.settings.ranking;
    const partCount = variant.parts.length;
    const wordCount = popCount(variant.bits);
    const partsSeen = (1 << partCount) - 1;
    const partsInName = partsSeen << nameShift;
    const phrase = phraseGroups(variant, slot, s);
    for (let i = 0; i < this.#pendingCount; i++) {
      const place = this.#pending[i]!;
      const mark = this.#marks[place]!;
      this.#marks[place] = 0;
      if ((mark & partsSeen) !== partsSeen) continue;
      if (phrase !== null && !hasPhrase(phrase, slot.segment, documents[place]!)) continue;
      const weight = this.#weights[place]! / partCount;
      const found = this.#found[place]!;
      // What stands for several words of which some were found counts for the others.
      const share = found === 0 || wordCount === 1 ? 1 : popCount(variant.bits & ~found) / wordCount;
      this.#bm25[place]! += (share * idf * (saturation + 1) * weight) / (saturation + weight);
      this.#found[place] = found | variant.bits;
      if ((mark & partsInName) === partsInName) this.#inName[place]! |= variant.bits;
      if ((mark & sameMark) !== 0) this.#same[place]! |= variant.bits;
      this.#typos[place]! += variant.typos;
    }
    this.#pendingCount = 0;
  }
}
