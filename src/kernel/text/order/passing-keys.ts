import { createFullBitmap, hasBit, createBitmap, setBit } from '../../bits/bitmap.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';

type PassingState = Pick<SegmentState, 'segment' | 'deleted' | 'findDocument'>;

/** Number of lookups before a bitmap of all keys is built, which costs about a thousand lookups in 100,000 documents. */
const lookupsMax = 1_024;

/**
 * Returns a test by key whether a live document passes its segment's filter. Semantic search with a selective filter tests every vector:
 * 50,000 lookups in the segments took 45 ms.
 */
export function listPassingKeys(
  states: readonly PassingState[],
  filters: readonly (SegmentFilter | null)[],
): (key: number) => boolean {
  let lookups = 0;
  let passing: Uint32Array | null = null;
  return (key) => {
    if (passing === null && ++lookups > lookupsMax) passing = buildBitmap(states, filters);
    if (passing !== null) return hasBit(passing, key);
    return states.some((state, segmentNo) => {
      const document = state.findDocument(key);
      return document >= 0 && (filters[segmentNo]?.test(document) ?? true);
    });
  };
}

/** The keys of the live documents that pass, in no particular order, or null if there are more than `max`. */
export function listFewPassingKeys(
  states: readonly PassingState[],
  filters: readonly (SegmentFilter | null)[],
  max: number,
): number[] | null {
  const keys: number[] = [];
  for (const [segmentNo, { segment, deleted }] of states.entries()) {
    const allowed = filters[segmentNo]?.bitmap() ?? createFullBitmap(segment.documentCount);
    for (let word = 0; word < allowed.length; word++) {
      let bits = allowed[word]! & ~(deleted[word] ?? 0);
      for (; bits !== 0; bits &= bits - 1) {
        if (keys.length === max) return null;
        keys.push(segment.keys[(word << 5) + 31 - Math.clz32(bits & -bits)]!);
      }
    }
  }
  return keys;
}

/** The passing keys of all segments. */
function buildBitmap(
  states: readonly PassingState[],
  filters: readonly (SegmentFilter | null)[],
): Uint32Array {
  let keyMax = 0;
  for (const { segment } of states)
    for (let document = 0; document < segment.documentCount; document++)
      if (segment.keys[document]! > keyMax) keyMax = segment.keys[document]!;
  const passing = createBitmap(keyMax + 1);
  states.forEach(({ segment, deleted }, segmentNo) => {
    const { keys, documentCount } = segment;
    const filter = filters[segmentNo]?.bitmap() ?? null;
    for (let document = 0; document < documentCount; document++) {
      if (filter !== null && !hasBit(filter, document)) continue;
      if (!hasBit(deleted, document)) setBit(passing, keys[document]!);
    }
  });
  return passing;
}
