import { hasBit, newBitmap, setBit } from '../../bits/bitmap.ts';
import { growableUint32 } from '../../bits/growable.ts';
import { mergeColumns, type MergeSource } from './column-merger.ts';
import { segmentDocumentsMax, type IndexDocument } from '../schema/document.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { settingsFingerprint } from './segment-format.ts';
import { newPostingSlice, noStem } from './segment-reader.ts';
import type { TextSettings } from '../schema/settings.ts';
import { zoneCount } from '../schema/zones.ts';
import { allStrings } from '../dictionary/string-table.ts';
import { buildImmutable, mutableSegmentOf, writeSegment } from './segment-writer.ts';

/**
 * Builds an immutable segment; a pure function, fit for a worker. Of documents with the same key the last counts.
 * @throws RangeError for more than `segmentDocumentsMax` documents.
 */
export function buildSegment(documents: Iterable<IndexDocument>, settings: TextSettings): SharedArrayBuffer {
  const live = mutableSegmentOf(documents, settings);
  if (live.documentCount > segmentDocumentsMax) {
    throw new RangeError(
      `Cannot build a text segment of more than ${segmentDocumentsMax} documents: current value is ${live.documentCount}`,
    );
  }
  const buffer = buildImmutable(live, settings);
  const replaced = newBitmap(live.documentCount);
  let replacedCount = 0;
  for (let document = 0; document < live.documentCount; document++) {
    if (live.documentOf(live.keys[document]!) === document) continue;
    setBit(replaced, document);
    replacedCount++;
  }
  return replacedCount === 0 ? buffer : mergeSegments([buffer], [replaced], settings);
}

/**
 * Merges segments without their deleted documents (a bitmap each); a pure function. Documents keep their order.
 * @throws RangeError where more than `segmentDocumentsMax` documents are left; SegmentFormatError for a bad buffer.
 */
export function mergeSegments(
  buffers: readonly (SharedArrayBuffer | ArrayBuffer)[],
  deleted: readonly Uint32Array[],
  settings: TextSettings,
): SharedArrayBuffer {
  const fingerprint = settingsFingerprint(settings);
  let documentCount = 0;
  const sources = buffers.map((buffer, i): MergeSource => {
    const segment = new ImmutableSegment(buffer, fingerprint);
    const newIds = new Int32Array(segment.documentCount).fill(-1);
    for (let document = 0; document < newIds.length; document++) {
      if (!hasBit(deleted[i]!, document)) newIds[document] = documentCount++;
    }
    return { segment, newIds };
  });
  if (documentCount > segmentDocumentsMax) {
    throw new RangeError(
      `Cannot merge text segments of more than ${segmentDocumentsMax} documents: current value is ${documentCount}`,
    );
  }
  const terms = mergeTerms(sources, (zoneCount(settings) + 1) >> 1);
  return writeSegment(
    {
      ...mergeDocuments(sources, documentCount, zoneCount(settings), terms.newGroups),
      ...terms.parts,
      ...mergeColumns(sources),
    },
    settings,
  );
}

function mergeDocuments(
  sources: readonly MergeSource[],
  documentCount: number,
  zones: number,
  newGroups: readonly Int32Array[],
) {
  const keys = new Uint32Array(documentCount);
  const ranks = new Float64Array(documentCount);
  const zoneLengths = Array.from({ length: zones }, () => new Uint16Array(documentCount));
  const nameOffsets = new Uint32Array(documentCount + 1);
  const nameGroups = growableUint32();
  const nouns = new Uint32Array(documentCount);
  sources.forEach(({ segment, newIds }, s) => {
    newIds.forEach((to, from) => {
      if (to < 0) return;
      keys[to] = segment.keys[from]!;
      ranks[to] = segment.popularities[from]!;
      zoneLengths.forEach((lengths, zone) => (lengths[to] = segment.zoneLengths[zone]![from]!));
      const noun = segment.headNouns[from]!;
      nouns[to] = noun === noStem ? noStem : newGroups[s]![noun]!;
      for (let i = segment.nameOffsets[from]!; i < segment.nameOffsets[from + 1]!; i++) {
        nameGroups.push(newGroups[s]![segment.nameStems[i]!]!);
      }
      nameOffsets[to + 1] = nameGroups.length;
    });
  });
  return {
    keys,
    ranks,
    zoneLengths,
    nameOffsets,
    nouns,
    nameGroups: nameGroups.data.slice(0, nameGroups.length),
  };
}

/** The union of sorted lists, and for each list where its entries went (-1 where `keep` refused). */
function uniteSorted(
  lists: readonly string[][],
  keep: (list: number, index: number) => boolean,
): { union: string[]; places: Int32Array[] } {
  const kept = new Set<string>();
  lists.forEach((list, l) => list.forEach((string, i) => keep(l, i) && kept.add(string)));
  const union = [...kept].sort();
  const placeOf = new Map(union.map((string, i) => [string, i]));
  const places = lists.map((list) => Int32Array.from(list, (string) => placeOf.get(string) ?? -1));
  return { union, places };
}

function mergeTerms(sources: readonly MergeSource[], planes: number) {
  const slice = newPostingSlice();
  const survivors = sources.map(({ segment, newIds }) =>
    Uint32Array.from({ length: segment.termCount }, (_, term) => {
      segment.postings(term, slice);
      let count = 0;
      for (let i = slice.start; i < slice.end; i++) if (newIds[slice.documents[i]!]! >= 0) count++;
      return count;
    }),
  );
  const terms = uniteSorted(
    sources.map(({ segment }) => allStrings(segment.terms)),
    (s, term) => survivors[s]![term]! > 0,
  );
  const usedGroups = sources.map(({ segment }, s) => {
    const used = new Uint8Array(segment.groups.count);
    survivors[s]!.forEach((count, term) => {
      if (count > 0) used[segment.stemOfTerm(term)] = 1;
    });
    return used;
  });
  const groups = uniteSorted(
    sources.map(({ segment }) => allStrings(segment.groups)),
    (s, group) => usedGroups[s]![group] === 1,
  );
  const termCount = terms.union.length;
  const termGroups = new Uint32Array(termCount);
  const postingOffsets = new Uint32Array(termCount + 1);
  sources.forEach(({ segment }, s) => {
    survivors[s]!.forEach((count, term) => {
      if (count === 0) return;
      const to = terms.places[s]![term]!;
      postingOffsets[to + 1]! += count;
      termGroups[to] = groups.places[s]![segment.stemOfTerm(term)]!;
    });
  });
  for (let term = 0; term < termCount; term++) postingOffsets[term + 1]! += postingOffsets[term]!;
  const postingDocuments = new Uint16Array(postingOffsets[termCount]!);
  const postingCounts = new Uint8Array(postingDocuments.length * planes);
  const next = postingOffsets.slice();
  sources.forEach(({ segment, newIds }, s) => {
    survivors[s]!.forEach((count, term) => {
      if (count === 0) return;
      segment.postings(term, slice);
      const place = terms.places[s]![term]!;
      for (let i = slice.start; i < slice.end; i++) {
        const document = newIds[slice.documents[i]!]!;
        if (document < 0) continue;
        const to = next[place]!++;
        postingDocuments[to] = document;
        for (let plane = 0; plane < planes; plane++) {
          postingCounts[to * planes + plane] = slice.counts[i * planes + plane]!;
        }
      }
    });
  });
  return {
    newGroups: groups.places,
    parts: {
      terms: terms.union,
      stems: groups.union,
      termGroups,
      postingOffsets,
      postingDocuments,
      postingCounts,
    },
  };
}
