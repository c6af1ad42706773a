import { bitmapWordCount, popCount } from '../bits/bitmap.ts';
import { segmentDocumentsMax } from './document.ts';
import { ungrouped, type Grouping } from './group-numbers.ts';
import { hasPhrase } from './ranking.ts';
import { countsIn, newPostingSlice } from './segment-reader.ts';
import type { SegmentSlot } from './segment-slot.ts';
import { phraseGroups, type Variant } from './variants.ts';
import { addLevels, countWith, withAtLeast } from './word-levels.ts';

/** Documents of one segment, ascending, as a list and as a bitmap that also gives a document's place in the list. */
export interface FoundDocuments {
  documents: Uint16Array;
  bitmap: Uint32Array;
  /** For every word of the bitmap that is not 0: how many documents stand before it. */
  before: Uint16Array;
}

/** Where in the list a document stands of which the bit is set. */
export function placeOf({ bitmap, before }: FoundDocuments, document: number): number {
  const index = document >>> 5;
  return before[index]! + popCount(bitmap[index]! & ((1 << (document & 31)) - 1));
}

/** The same for documents that are named, ascending and each once. */
export function foundDocuments(documents: Uint16Array): FoundDocuments {
  const bitmap = new Uint32Array(wordsMax);
  const before = new Uint16Array(wordsMax);
  documents.forEach((document, i) => {
    const index = document >>> 5;
    if (bitmap[index] === 0) before[index] = i;
    bitmap[index]! |= 1 << (document & 31);
  });
  return { documents, bitmap, before };
}

const wordsMax = bitmapWordCount(segmentDocumentsMax);
const everything = new Uint32Array(wordsMax).fill(0xffffffff);

/** What is known of one segment: for each word of the query a bitmap of the documents that have it. */
interface Sheet {
  slot: SegmentSlot;
  /** 32-bit words of each bitmap in use. */
  length: number;
  bitmaps: Uint32Array[];
  /** Whether any document has the word, by word. */
  any: boolean[];
  /** Documents that are alive and pass the filter. */
  mask: Uint32Array;
}

/**
 * Tells which documents have how many of a query's words, before anything is scored: a bit a document and word, 8 kB a
 * word and segment, which stay in the fastest cache. Most of what has one word of several is never listed, so that
 * scores are made of what is listed alone. Ways to find a word are added step by step, until enough is found.
 */
export class WordFinder {
  #wordCount = 0;
  #sheets: Sheet[] = [];
  #groups: Grouping | null = null;
  /** Bitmaps of earlier queries, all clear. */
  readonly #clear: Uint32Array[] = [];
  readonly #parts = [new Uint32Array(wordsMax), new Uint32Array(wordsMax)] as const;
  readonly #wanted = new Uint32Array(wordsMax);
  readonly #before = new Uint16Array(wordsMax);
  readonly #listed = new Uint16Array(segmentDocumentsMax);
  readonly #slice = newPostingSlice();

  /** Forgets the query before. `allowed`: by slot the documents that pass the filter, or null for all. */
  begin(
    slots: readonly SegmentSlot[],
    allowed: readonly (Uint32Array | null)[],
    wordCount: number,
    groups: Grouping | null,
  ): void {
    this.#groups = groups;
    for (const { bitmaps, any, length } of this.#sheets) {
      bitmaps.forEach((bitmap, word) => this.#clear.push(any[word]! ? bitmap.fill(0, 0, length) : bitmap));
    }
    this.#wordCount = wordCount;
    this.#sheets = slots.map((slot, s): Sheet => {
      const length = bitmapWordCount(slot.segment.documentCount);
      return {
        slot,
        length,
        bitmaps: Array.from({ length: wordCount }, () => this.#clear.pop() ?? new Uint32Array(wordsMax)),
        any: Array<boolean>(wordCount).fill(false),
        mask: maskOf(slot, allowed[s]!, length),
      };
    });
  }

  /** Adds what further variants find. */
  add(variants: readonly Variant[]): void {
    for (let s = 0; s < this.#sheets.length; s++) {
      for (const variant of variants) this.#addVariant(this.#sheets[s]!, s, variant);
    }
  }

  #addVariant(sheet: Sheet, s: number, variant: Variant): void {
    const { parts, bits } = variant;
    if (parts.some((part) => part[s]!.length === 0)) return;
    if (parts.length === 1) {
      for (let word = 0; word < this.#wordCount; word++) {
        if ((bits & (1 << word)) === 0) continue;
        sheet.any[word] = true;
        for (const term of parts[0]![s]!) this.#mark(sheet.slot, term, sheet.bitmaps[word]!, variant.counts);
      }
      return;
    }
    // A document must have a term of each part.
    const [all, next] = this.#parts;
    parts.forEach((part, p) => {
      const target = p === 0 ? all : next;
      for (const term of part[s]!) this.#mark(sheet.slot, term, target, variant.counts);
      if (p === 0) return;
      for (let i = 0; i < sheet.length; i++) all[i]! &= next[i]!;
      next.fill(0, 0, sheet.length);
    });
    const phrase = phraseGroups(variant, sheet.slot, s);
    if (phrase !== null) keepPhrases(all, sheet, phrase);
    for (let word = 0; word < this.#wordCount; word++) {
      if ((bits & (1 << word)) === 0) continue;
      sheet.any[word] = true;
      const bitmap = sheet.bitmaps[word]!;
      for (let i = 0; i < sheet.length; i++) bitmap[i]! |= all[i]!;
    }
    all.fill(0, 0, sheet.length);
  }

  #mark(slot: SegmentSlot, term: number, bitmap: Uint32Array, counts: Uint8Array | null): void {
    const slice = this.#slice;
    slot.segment.postings(term, slice);
    const { documents, end } = slice;
    for (let i = slice.start; i < end; i++) {
      const document = documents[i]!;
      if (counts !== null && !countsIn(slice, i, counts)) continue;
      bitmap[document >>> 5]! |= 1 << (document & 31);
    }
  }

  /** Number of documents, or groups, with all words. */
  countAllWords(): number {
    if (this.#groups !== null) return this.#countGroupsFrom(this.#wordCount, this.#groups)[this.#wordCount]!;
    let count = 0;
    for (const { bitmaps, any, mask, length } of this.#sheets) {
      if (any.every(Boolean)) count += countWith(bitmaps, mask, length, this.#wordCount);
    }
    return count;
  }

  /** Number of documents, or groups, by how many words they have; those with none are not counted. */
  countLevels(): number[] {
    if (this.#groups !== null) return this.#countGroupsFrom(1, this.#groups);
    const levels = Array<number>(this.#wordCount + 1).fill(0);
    for (const { bitmaps, any, mask, length } of this.#sheets) {
      if (any.some(Boolean)) addLevels(bitmaps, mask, length, levels);
    }
    return levels;
  }

  /** By level, `lowest` and above. From the highest down: a group counts where the best of its documents is met. */
  #countGroupsFrom(lowest: number, groups: Grouping): number[] {
    const levels = Array<number>(this.#wordCount + 1).fill(0);
    const counted = new Uint8Array(groups.count);
    for (let level = this.#wordCount; level >= lowest; level--) {
      this.#sheets.forEach((sheet, s) => {
        if (sheet.any.filter(Boolean).length < level) return;
        levels[level]! += countGroups(sheet, level, groups.columns[s]!, counted);
      });
    }
    return levels;
  }

  /** The documents of a segment that have at least so many words, 1 or more. All but the list is valid until the next call. */
  withWords(s: number, least: number): FoundDocuments {
    const sheet = this.#sheets[s]!;
    // Made anew a segment and query, these alone would keep the garbage collector busy.
    const bitmap = this.#wanted.fill(0);
    const before = this.#before;
    const documents = this.#listed;
    let count = 0;
    if (sheet.any.filter(Boolean).length >= least) {
      for (let i = 0; i < sheet.length; i++) {
        let rest = withAtLeast(sheet.bitmaps, i, least) & sheet.mask[i]!;
        if (rest === 0) continue;
        bitmap[i] = rest;
        before[i] = count;
        while (rest !== 0) {
          documents[count++] = (i << 5) + 31 - Math.clz32(rest & -rest);
          rest &= rest - 1;
        }
      }
    }
    return { documents: documents.slice(0, count), bitmap, before };
  }
}

/** Clears the bits of documents of which the name has not the words side by side. */
function keepPhrases(bitmap: Uint32Array, { slot, length }: Sheet, phrase: readonly number[][]): void {
  for (let i = 0; i < length; i++) {
    for (let rest = bitmap[i]!; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      if (!hasPhrase(phrase, slot.segment, (i << 5) + 31 - Math.clz32(bit))) bitmap[i]! &= ~bit;
    }
  }
}

function maskOf(slot: SegmentSlot, allowed: Uint32Array | null, length: number): Uint32Array {
  if (slot.deletedCount === 0) return allowed ?? everything;
  const mask = (allowed ?? everything).slice(0, length);
  const { deleted } = slot;
  for (let i = 0; i < Math.min(length, deleted.length); i++) mask[i]! &= ~deleted[i]!;
  return mask;
}

/** Documents without a group that have just so many words, and groups not counted yet. */
function countGroups(sheet: Sheet, level: number, groups: Int32Array, counted: Uint8Array): number {
  const { bitmaps, mask, length } = sheet;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const higher = level < bitmaps.length ? withAtLeast(bitmaps, i, level + 1) : 0;
    let documents = withAtLeast(bitmaps, i, level) & mask[i]! & ~higher;
    for (; documents !== 0; documents &= documents - 1) {
      const group = groups[(i << 5) + 31 - Math.clz32(documents & -documents)]!;
      if (group !== ungrouped) {
        if (counted[group] === 1) continue;
        counted[group] = 1;
      }
      count++;
    }
  }
  return count;
}
