import { hasBit, createBitmap, setBit } from '../../bits/bitmap.ts';
import { listMarkedIndices } from '../../bits/marked-indices.ts';
import { createGrowableUint32 } from '../../bits/growable.ts';
import { mergeColumns, mergeIdentifiers, type MergeSource } from './column-merger.ts';
import { segmentDocumentsMax, type IndexDocument } from '../schema/document.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import type { Vocabulary } from '../language/vocabulary.ts';
import { hashSettings } from './segment-format.ts';
import { createPostingSlice, noStem } from './segment-reader.ts';
import type { TextSettings } from '../schema/settings.ts';
import { countZones } from '../schema/zones.ts';
import { selectStrings, unpackStrings, type WholeStringTable } from '../dictionary/string-table.ts';
import { uniteStrings } from '../dictionary/string-union.ts';
import { buildImmutable, buildMutableSegment, writeSegment } from './segment-writer.ts';

/**
 * Builds an immutable segment; a pure function but for the `vocabulary`, which grows, and fit for a worker. The last of several documents
 * with one key counts.
 * @throws RangeError for more than `segmentDocumentsMax` documents.
 */
export function buildSegment(
  documents: Iterable<IndexDocument>,
  settings: TextSettings,
  vocabulary?: Vocabulary,
): SharedArrayBuffer {
  const segment = buildMutableSegment(documents, settings, vocabulary);
  if (segment.documentCount > segmentDocumentsMax) {
    throw new RangeError(
      `Cannot build a text segment as it must have at most ${segmentDocumentsMax} documents: current value is ${segment.documentCount}`,
    );
  }
  const buffer = buildImmutable(segment, settings);
  const replaced = createBitmap(segment.documentCount);
  let replacedCount = 0;
  for (let document = 0; document < segment.documentCount; document++) {
    if (segment.findDocument(segment.keys[document]!) === document) continue;
    setBit(replaced, document);
    replacedCount++;
  }
  return replacedCount === 0 ? buffer : mergeSegments([buffer], [replaced], settings);
}

/**
 * Merges segments without their deleted documents (a bitmap each); a pure function. Documents keep their order.
 * @throws RangeError if more than `segmentDocumentsMax` documents remain.
 * @throws SegmentFormatError if a buffer is not of this format version and these settings.
 */
export function mergeSegments(
  buffers: readonly (SharedArrayBuffer | ArrayBuffer)[],
  deleted: readonly Uint32Array[],
  settings: TextSettings,
): SharedArrayBuffer {
  const fingerprint = hashSettings(settings);
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
      `Cannot merge text segments as they must have at most ${segmentDocumentsMax} documents: current value is ${documentCount}`,
    );
  }
  const terms = mergeTerms(sources, (countZones(settings) + 1) >> 1);
  return writeSegment(
    {
      ...mergeDocuments(sources, documentCount, countZones(settings), terms.newStems),
      ...terms.parts,
      ...mergeColumns(sources),
      identifiers: mergeIdentifiers(sources),
    },
    settings,
  );
}

function mergeDocuments(
  sources: readonly MergeSource[],
  documentCount: number,
  zones: number,
  newStems: readonly Uint32Array[],
) {
  const keys = new Uint32Array(documentCount);
  const popularities = new Float64Array(documentCount);
  const zoneLengths = Array.from({ length: zones }, () => new Uint16Array(documentCount));
  const nameOffsets = new Uint32Array(documentCount + 1);
  const nameStems = createGrowableUint32();
  const headNouns = new Uint32Array(documentCount);
  sources.forEach(({ segment, newIds }, s) => {
    newIds.forEach((to, from) => {
      if (to < 0) return;
      keys[to] = segment.keys[from]!;
      popularities[to] = segment.popularities[from]!;
      zoneLengths.forEach((lengths, zone) => (lengths[to] = segment.zoneLengths[zone]![from]!));
      const noun = segment.headNouns[from]!;
      headNouns[to] = noun === noStem ? noStem : newStems[s]![noun]!;
      for (let i = segment.nameOffsets[from]!; i < segment.nameOffsets[from + 1]!; i++) {
        nameStems.push(newStems[s]![segment.nameStems[i]!]!);
      }
      nameOffsets[to + 1] = nameStems.length;
    });
  });
  return {
    keys,
    popularities,
    zoneLengths,
    nameOffsets,
    headNouns,
    nameStems: nameStems.data.slice(0, nameStems.length),
  };
}

/** The union of the entries for which `isKept` is 1, with the new position of each. Positions of other entries are undefined. */
function uniteKept(tables: readonly WholeStringTable[], isKept: readonly Uint8Array[]) {
  const entries = isKept.map(listMarkedIndices);
  const kept = tables.map((table, t) =>
    entries[t]!.length === table.count
      ? table
      : selectStrings(
          entries[t]!.length,
          () => table,
          (at) => entries[t]![at]!,
        ),
  );
  const { union, positions } = uniteStrings(kept);
  const byEntry = tables.map(({ count }, t) => {
    if (entries[t]!.length === count) return positions[t]!;
    const spread = new Uint32Array(count);
    entries[t]!.forEach((entry, at) => (spread[entry] = positions[t]![at]!));
    return spread;
  });
  return { union, positions: byEntry };
}

/** The number of remaining documents of each term. */
function countRemaining({ segment, newIds }: MergeSource): Uint32Array {
  const counts = new Uint32Array(segment.termCount);
  const isWhole = !newIds.includes(-1);
  const slice = createPostingSlice();
  for (let term = 0; term < counts.length; term++) {
    if (isWhole) {
      counts[term] = segment.documentFrequency(term);
      continue;
    }
    segment.readPostings(term, slice);
    let count = 0;
    for (let i = slice.start; i < slice.end; i++) if (newIds[slice.documents[i]!]! >= 0) count++;
    counts[term] = count;
  }
  return counts;
}

function mergeTerms(sources: readonly MergeSource[], planes: number) {
  const slice = createPostingSlice();
  const survivors = sources.map(countRemaining);
  const remaining = sources.map(({ segment }, s) => {
    const isTerm = new Uint8Array(segment.termCount);
    const isStem = new Uint8Array(segment.stems.count);
    const counts = survivors[s]!;
    for (let term = 0; term < counts.length; term++) {
      if (counts[term] === 0) continue;
      isTerm[term] = 1;
      isStem[segment.stemOfTerm(term)] = 1;
    }
    return { isTerm, isStem };
  });
  const terms = uniteKept(
    sources.map(({ segment }) => unpackStrings(segment.terms)),
    remaining.map(({ isTerm }) => isTerm),
  );
  const stems = uniteKept(
    sources.map(({ segment }) => unpackStrings(segment.stems)),
    remaining.map(({ isStem }) => isStem),
  );
  const termCount = terms.union.count;
  const termStems = new Uint32Array(termCount);
  const postingOffsets = new Uint32Array(termCount + 1);
  sources.forEach(({ segment }, s) => {
    survivors[s]!.forEach((count, term) => {
      if (count === 0) return;
      const to = terms.positions[s]![term]!;
      postingOffsets[to + 1]! += count;
      termStems[to] = stems.positions[s]![segment.stemOfTerm(term)]!;
    });
  });
  for (let term = 0; term < termCount; term++) postingOffsets[term + 1]! += postingOffsets[term]!;
  const postingDocuments = new Uint16Array(postingOffsets[termCount]!);
  const postingCounts = new Uint8Array(postingDocuments.length * planes);
  const next = postingOffsets.slice();
  sources.forEach(({ segment, newIds }, s) => {
    survivors[s]!.forEach((count, term) => {
      if (count === 0) return;
      segment.readPostings(term, slice);
      const { documents, counts, start, end } = slice;
      const position = terms.positions[s]![term]!;
      let to = next[position]!;
      for (let i = start; i < end; i++) {
        const document = newIds[documents[i]!]!;
        if (document < 0) continue;
        postingDocuments[to] = document;
        for (let plane = 0; plane < planes; plane++) {
          postingCounts[to * planes + plane] = counts[i * planes + plane]!;
        }
        to++;
      }
      next[position] = to;
    });
  });
  return {
    newStems: stems.positions,
    parts: {
      terms: terms.union,
      stems: stems.union,
      termStems,
      postingOffsets,
      postingDocuments,
      postingCounts,
    },
  };
}
