import { createBitmap, hasBit, setBit } from '../../bits/bitmap.ts';
import type { Expansion } from '../expansion/expansions.ts';
import { findTranslatedField } from '../schema/translations.ts';
import type { SegmentState } from '../segments/segment-state.ts';

/** Whether the own name of a document has what an expansion matched in its name, which may be a translation. */
export type OwnNameTest = (document: number) => boolean;

/**
 * The test of a prefix in a segment; null if all names are documents' own, and for other expansions. A prefix that begins a word of a
 * translated name only does not count as in the name: a shopper who types "ja" sees jackets before slides, which are "Tobogán de jardín" in
 * Spanish.
 */
export function createOwnNameTest(
  { prefixes, parts }: Pick<Expansion, 'prefixes' | 'parts'>,
  state: SegmentState,
  segmentNo: number,
): OwnNameTest | null {
  const { segment } = state;
  if (prefixes === null || !segment.fields.some((field) => findTranslatedField(field) !== null)) return null;
  const stems = createBitmap(segment.termCount);
  for (const term of parts[0]![segmentNo]!) setBit(stems, segment.stemOfTerm(term));
  const joins = listJoins(prefixes, state);
  const { nameStems, nameOffsets } = segment;
  return (document) => {
    const end = nameOffsets[document + 1]!;
    for (let at = nameOffsets[document]!; at < end; at++) if (hasBit(stems, nameStems[at]!)) return true;
    if (joins.size === 0) return false;
    for (let at = nameOffsets[document]!; at + 1 < end; at++) {
      const rests = joins.get(nameStems[at]!);
      if (rests === undefined) continue;
      const next = segment.stemText(nameStems[at + 1]!);
      if (rests.some((rest) => next.startsWith(rest))) return true;
    }
    return false;
  };
}

/** By the stems that a prefix begins with, what is left of it: "T-shirt" is found by "tsh". */
function listJoins(prefixes: readonly string[], state: SegmentState): ReadonlyMap<number, readonly string[]> {
  const joins = new Map<number, string[]>();
  for (const prefix of prefixes)
    for (let length = 1; length < prefix.length; length++) {
      const stem = state.stemId(prefix.slice(0, length));
      if (stem < 0) continue;
      const rests = joins.get(stem) ?? [];
      joins.set(stem, rests);
      rests.push(prefix.slice(length));
    }
  return joins;
}
