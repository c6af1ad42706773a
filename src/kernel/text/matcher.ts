import { hasBit, popCount } from '../bits/bitmap.ts';
import { segmentDocumentsMax } from './document.ts';
import type { QueryWord } from './query-words.ts';
import {
  nameQuery,
  newRanking,
  primaryOf,
  rankInto,
  type Finding,
  type NameQuery,
  type Ranking,
} from './ranking.ts';
import { newPostingSlice } from './segment-reader.ts';
import type { SegmentSlot } from './segment-slot.ts';
import type { TextSettings } from './settings.ts';
import type { Variant } from './variants.ts';

/** The matches of one segment: documents in any order, each once, with words found and score packed together. */
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
  /** Only documents with all words: what lacks a word for which no variant is left is passed over. */
  allWordsOnly: boolean;
  /** Variants count as one product: then no segment alone knows which levels are listed. */
  grouped: boolean;
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

/**
 * Walks the postings a variant at a time and collects, by document, which words were found, where, and their BM25F
 * sum. The arrays are as long as the largest segment and are cleaned by the list of touched documents.
 */
export class Matcher {
  readonly #found = new Uint32Array(capacity);
  readonly #inName = new Uint32Array(capacity);
  readonly #same = new Uint32Array(capacity);
  readonly #typos = new Uint8Array(capacity);
  readonly #bm25 = new Float64Array(capacity);
  readonly #touched = new Uint16Array(capacity);
  #touchedCount = 0;
  /** Weighted occurrences of the variant at work, and what of it was seen (see `sameMark`). */
  readonly #weights = new Float64Array(capacity);
  readonly #marks = new Uint16Array(capacity);
  readonly #pending = new Uint16Array(capacity);
  #pendingCount = 0;
  readonly #slice = newPostingSlice();
  readonly #rankingMade = newRanking();
  readonly #finding: Finding = { found: 0, inName: 0, same: 0, typos: 0, bm25: 0 };

  /** `allowed`: documents that pass the filter, or null for all; deleted ones are left out in any case. */
  match(context: MatchContext, slot: SegmentSlot, s: number, allowed: Uint32Array | null): SegmentMatches {
    this.#accumulate(context, slot, s, allowed);
    const query = nameQuery(context.words, context.variants, slot, s, context.headFirst);
    const documents = new Uint16Array(this.#touchedCount);
    const primaries = new Float64Array(this.#touchedCount);
    // What this segment alone has enough of at higher levels is not listed: most matches need no score.
    const lowest = this.#lowestLevel(context, query);
    let count = 0;
    for (let i = 0; i < this.#touchedCount; i++) {
      const document = this.#touched[i]!;
      if (popCount(this.#found[document]!) < lowest) continue;
      const ranking = this.#ranking(context, query, slot, document);
      documents[count] = document;
      primaries[count++] = primaryOf(ranking, context.settings);
    }
    this.#clean();
    return { slot, documents, primaries, count };
  }

  #lowestLevel(context: MatchContext, query: NameQuery): number {
    if (context.allWordsOnly) return query.wordCount;
    if (context.grouped) return 1;
    const levels = Array<number>(query.wordCount + 1).fill(0);
    for (let i = 0; i < this.#touchedCount; i++) levels[popCount(this.#found[this.#touched[i]!]!)]!++;
    return lowestLevel(levels, context.settings.listedAtLeast);
  }

  /** How the documents' scores come about; those that do not match are left out. */
  explain(
    context: MatchContext,
    slot: SegmentSlot,
    s: number,
    documents: readonly number[],
  ): Map<number, Ranking> {
    this.#accumulate(context, slot, s, null);
    const query = nameQuery(context.words, context.variants, slot, s, context.headFirst);
    const rankings = documents
      .filter((document) => this.#found[document] !== 0)
      .map((document): [number, Ranking] => [document, { ...this.#ranking(context, query, slot, document) }]);
    this.#clean();
    return new Map(rankings);
  }

  /** Valid until the next call. */
  #ranking(context: MatchContext, query: NameQuery, slot: SegmentSlot, document: number): Ranking {
    const finding = this.#finding;
    finding.found = this.#found[document]! | 0;
    finding.inName = this.#inName[document]! | 0;
    finding.same = this.#same[document]! | 0;
    finding.typos = this.#typos[document]!;
    finding.bm25 = this.#bm25[document]!;
    return rankInto(this.#rankingMade, finding, query, slot.segment, document, context.settings);
  }

  #clean(): void {
    for (let i = 0; i < this.#touchedCount; i++) {
      const document = this.#touched[i]!;
      this.#found[document] = 0;
      this.#inName[document] = 0;
      this.#same[document] = 0;
      this.#typos[document] = 0;
      this.#bm25[document] = 0;
    }
    this.#touchedCount = 0;
  }

  #accumulate(context: MatchContext, slot: SegmentSlot, s: number, allowed: Uint32Array | null): void {
    let required = 0;
    const settled = context.allWordsOnly ? settledBits(context.variants) : null;
    for (let v = 0; v < context.variants.length; v++) {
      const variant = context.variants[v]!;
      const parts = variant.parts;
      for (let part = 0; part < parts.length; part++) {
        for (const term of parts[part]![s]!)
          this.#gather(context, slot, term, variant, part, required, allowed);
      }
      this.#settle(context, variant, context.idfs[v]! * variant.factor);
      if (settled !== null) required |= settled[v]!;
    }
  }

  /** Adds a term's occurrences to what the variant has in each document. */
  #gather(
    context: MatchContext,
    slot: SegmentSlot,
    term: number,
    variant: Variant,
    part: number,
    required: number,
    allowed: Uint32Array | null,
  ): void {
    const slice = this.#slice;
    slot.segment.postings(term, slice);
    const { documents, counts } = slice;
    const { zoneLengths } = slot.segment;
    const planes = (zoneLengths.length + 1) >> 1;
    const deleted = slot.deletedCount > 0 ? slot.deleted : null;
    const same =
      variant.kind === 'exact' && this.#isWrittenSo(context, slot, term, variant.bits) ? sameMark : 0;
    const mark = (1 << part) | same;
    const markInName = mark | (1 << (part + nameShift));
    const marks = this.#marks;
    const bits = variant.bits;
    for (let i = slice.start; i < slice.end; i++) {
      const document = documents[i]!;
      const found = this.#found[document]!;
      if ((found & bits) === bits || (found & required) !== required) continue;
      if (deleted !== null && hasBit(deleted, document)) continue;
      if (allowed !== null && !hasBit(allowed, document)) continue;
      const seen = marks[document]!;
      if (seen === 0) {
        if (part > 0) continue;
        this.#pending[this.#pendingCount++] = document;
        this.#weights[document] = 0;
      }
      let weight = 0;
      for (let plane = 0; plane < planes; plane++) {
        const packed = counts[i * planes + plane]!;
        const low = packed & 15;
        const high = packed >> 4;
        if (low > 0) weight += low * context.norms[plane * 2]![zoneLengths[plane * 2]![document]!]!;
        if (high > 0) weight += high * context.norms[plane * 2 + 1]![zoneLengths[plane * 2 + 1]![document]!]!;
      }
      this.#weights[document]! += weight;
      marks[document] = seen | ((counts[i * planes]! & 15) > 0 ? markInName : mark);
    }
  }

  #isWrittenSo(context: MatchContext, slot: SegmentSlot, term: number, bit: number): boolean {
    const word = context.words.find((candidate) => candidate.bit === bit);
    return word !== undefined && slot.segment.termText(term) === word.text;
  }

  /** Turns what the variant gathered into words found and score. */
  #settle(context: MatchContext, variant: Variant, idf: number): void {
    const { saturation } = context.settings.ranking;
    const partCount = variant.parts.length;
    const partsSeen = (1 << partCount) - 1;
    const partsInName = partsSeen << nameShift;
    for (let i = 0; i < this.#pendingCount; i++) {
      const document = this.#pending[i]!;
      const mark = this.#marks[document]!;
      this.#marks[document] = 0;
      if ((mark & partsSeen) !== partsSeen) continue;
      if (this.#found[document] === 0) this.#touched[this.#touchedCount++] = document;
      const weight = this.#weights[document]! / partCount;
      this.#bm25[document]! += (idf * (saturation + 1) * weight) / (saturation + weight);
      this.#found[document]! |= variant.bits;
      if ((mark & partsInName) === partsInName) this.#inName[document]! |= variant.bits;
      if ((mark & sameMark) !== 0) this.#same[document]! |= variant.bits;
      this.#typos[document]! += variant.typos;
    }
    this.#pendingCount = 0;
  }
}

/** By variant: the words for which it is the last one. */
function settledBits(variants: readonly Variant[]): number[] {
  let later = 0;
  return variants
    .toReversed()
    .map(({ bits }) => {
      const last = bits & ~later;
      later |= bits;
      return last;
    })
    .toReversed();
}
