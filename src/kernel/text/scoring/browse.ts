import { fullBitmap } from '../../bits/bitmap.ts';
import { segmentDocumentsMax } from '../schema/document.ts';
import type { SegmentSlot } from '../segments/segment-slot.ts';
import type { SegmentMatches } from './matcher.ts';

/** Where there are no words, nothing has a score: of all documents of any segment. */
const unscored = new Float64Array(segmentDocumentsMax);

/** The live documents of a segment, those that are allowed: what a search without words lists. */
export function browse(slot: SegmentSlot, allowed: Uint32Array | null): SegmentMatches {
  const { documentCount } = slot.segment;
  const passing = allowed ?? fullBitmap(documentCount);
  const documents = new Uint16Array(documentCount);
  let count = 0;
  for (let word = 0; word < passing.length; word++) {
    let bits = passing[word]! & ~(slot.deleted[word] ?? 0);
    while (bits !== 0) {
      documents[count++] = (word << 5) + 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
    }
  }
  return { slot, documents, primaries: unscored.subarray(0, count), count };
}
