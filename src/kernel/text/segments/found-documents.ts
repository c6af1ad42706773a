import { countBitmapWords, popCount } from '../../bits/bitmap.ts';
import { segmentDocumentsMax } from '../schema/document.ts';

/** Number of 32-bit words of a bitmap over the documents of the largest segment. */
export const segmentWordsMax = countBitmapWords(segmentDocumentsMax);

/** Documents of one segment, ascending, as a list and as a bitmap that maps a document to its position in the list. */
export interface FoundDocuments {
  documents: Uint16Array;
  bitmap: Uint32Array;
  /** The number of documents before each word of the bitmap that is not 0. */
  before: Uint16Array;
}

/** The position in the list of a document whose bit is set. */
export function countBefore({ bitmap, before }: FoundDocuments, document: number): number {
  const index = document >>> 5;
  return before[index]! + popCount(bitmap[index]! & ((1 << (document & 31)) - 1));
}

/** Makes found documents of an ascending list without duplicates. */
export function createFoundDocuments(documents: Uint16Array): FoundDocuments {
  const bitmap = new Uint32Array(segmentWordsMax);
  for (const document of documents) bitmap[document >>> 5]! |= 1 << (document & 31);
  return readBitmap(bitmap, segmentWordsMax);
}

const documentBuffer = new Uint16Array(segmentDocumentsMax);
const beforeBuffer = new Uint16Array(segmentWordsMax);

/** The documents whose bit is set in the first `length` words. All but the list is valid until the next call. */
export function readBitmap(bitmap: Uint32Array, length: number): FoundDocuments {
  let count = 0;
  for (let i = 0; i < length; i++) if (bitmap[i] !== 0) count = addWord(bitmap, i, count);
  return { documents: documentBuffer.slice(0, count), bitmap, before: beforeBuffer };
}

/** The same for a bitmap with few bits; `used` has a bit for each of its words that is not 0. */
export function readSparseBitmap(bitmap: Uint32Array, used: Uint32Array): FoundDocuments {
  let count = 0;
  for (let u = 0; u < used.length; u++) {
    for (let rest = used[u]!; rest !== 0; rest &= rest - 1)
      count = addWord(bitmap, (u << 5) + 31 - Math.clz32(rest & -rest), count);
  }
  return { documents: documentBuffer.slice(0, count), bitmap, before: beforeBuffer };
}

/** Lists the documents of the word at index `i` after `count` earlier ones; returns the new count. */
function addWord(bitmap: Uint32Array, i: number, count: number): number {
  beforeBuffer[i] = count;
  for (let rest = bitmap[i]!; rest !== 0; rest &= rest - 1)
    documentBuffer[count++] = (i << 5) + 31 - Math.clz32(rest & -rest);
  return count;
}
