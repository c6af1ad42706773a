import {
  packColumns,
  packElements,
  sortedColumns,
  type ColumnParts,
  type ElementParts,
} from './column-packer.ts';
import type { IndexDocument } from '../schema/document.ts';
import { packIdentifiers } from './identifiers.ts';
import { letterTrie } from '../dictionary/letter-trie.ts';
import { MutableSegment } from './mutable-segment.ts';
import { packSections, settingsFingerprint, type Sections } from './segment-format.ts';
import { noStem } from './segment-reader.ts';
import type { TextSettings } from '../schema/settings.ts';
import { packStrings } from '../dictionary/string-table.ts';

/** What a segment is made of, before it is laid out. Terms are sorted; group numbers are those of `bases`, sorted. */
export interface SegmentParts {
  keys: Uint32Array;
  ranks: Float64Array;
  zoneLengths: Uint16Array[];
  nameOffsets: Uint32Array;
  nameGroups: Uint32Array;
  nouns: Uint32Array;
  terms: string[];
  termGroups: Uint32Array;
  stems: string[];
  postingOffsets: Uint32Array;
  postingDocuments: Uint16Array;
  postingCounts: Uint8Array;
  columns: ColumnParts[];
  elements: ElementParts;
}

export function writeSegment(parts: SegmentParts, settings: TextSettings): SharedArrayBuffer {
  const documentCount = parts.keys.length;
  const terms = packStrings(parts.terms);
  const letters = letterTrie(terms);
  const groups = packStrings(parts.stems);
  const columns = sortedColumns(parts.columns);
  const fields = packStrings(columns.map((column) => column.field));
  const zoneLengths = new Uint16Array(documentCount * parts.zoneLengths.length);
  parts.zoneLengths.forEach((lengths, zone) => zoneLengths.set(lengths, zone * documentCount));
  const keyOrder = Uint16Array.from(parts.keys.keys()).sort((a, b) => parts.keys[a]! - parts.keys[b]!);
  const sections: Sections = {
    keys: parts.keys,
    ranks: parts.ranks,
    keyOrder,
    zoneLengths,
    nameOffsets: parts.nameOffsets,
    nameGroups: parts.nameGroups,
    nouns: parts.nouns,
    termOffsets: terms.offsets,
    termUnits: terms.units,
    termCommonPrefixes: terms.commonPrefixes,
    letterUnits: letters.units.subarray(0, letters.nodeCount),
    letterDepths: letters.depths.subarray(0, letters.nodeCount),
    letterAfter: letters.after.subarray(0, letters.nodeCount),
    letterTerms: letters.terms.subarray(0, letters.nodeCount),
    termGroups: parts.termGroups,
    groupOffsets: groups.offsets,
    groupUnits: groups.units,
    groupCommonPrefixes: groups.commonPrefixes,
    ...termsByGroup(parts.termGroups, parts.stems.length),
    postingOffsets: parts.postingOffsets,
    postingDocuments: parts.postingDocuments,
    postingCounts: parts.postingCounts,
    fieldOffsets: fields.offsets,
    fieldUnits: fields.units,
    fieldCommonPrefixes: fields.commonPrefixes,
    ...packIdentifiers(columns, settings),
    ...packColumns(columns, documentCount),
    ...packElements(parts.elements),
  };
  return packSections(sections, {
    documentCount,
    zones: parts.zoneLengths.length,
    fingerprint: settingsFingerprint(settings),
  });
}

function termsByGroup(
  termGroups: Uint32Array,
  groupCount: number,
): Pick<Sections, 'groupTermOffsets' | 'groupTerms'> {
  const groupTermOffsets = new Uint32Array(groupCount + 1);
  for (const group of termGroups) groupTermOffsets[group + 1]!++;
  for (let group = 0; group < groupCount; group++) groupTermOffsets[group + 1]! += groupTermOffsets[group]!;
  const groupTerms = new Uint32Array(termGroups.length);
  const next = groupTermOffsets.slice();
  termGroups.forEach((group, term) => (groupTerms[next[group]!++] = term));
  return { groupTermOffsets, groupTerms };
}

/** Lays out a live segment, all its documents included. */
export function buildImmutable(live: MutableSegment, settings: TextSettings): SharedArrayBuffer {
  // Sorting strings without a comparison function is several times as fast; the maps give their numbers back.
  const terms = live.terms.toSorted();
  const termOrder = terms.map((term) => live.termOf(term));
  const stems = live.stems.toSorted();
  const groupOrder = stems.map((base) => live.stemId(base));
  const newGroups = new Uint32Array(live.stems.length);
  groupOrder.forEach((group, at) => (newGroups[group] = at));
  const postings = live.postingLists.sorted(termOrder);
  const documentCount = live.documentCount;
  const nameOffsets = live.nameOffsets.slice(0, documentCount + 1);
  return writeSegment(
    {
      keys: live.keys.slice(0, documentCount),
      ranks: live.popularities.slice(0, documentCount),
      zoneLengths: live.zoneLengths.map((lengths) => lengths.subarray(0, documentCount)),
      nameOffsets,
      nameGroups: live.nameStems.slice(0, nameOffsets[documentCount]).map((group) => newGroups[group]!),
      nouns: live.headNouns
        .slice(0, documentCount)
        .map((noun) => (noun === noStem ? noStem : newGroups[noun]!)),
      terms,
      termGroups: Uint32Array.from(termOrder, (term) => newGroups[live.stemOfTerm(term)]!),
      stems,
      postingOffsets: postings.offsets,
      postingDocuments: postings.documents,
      postingCounts: postings.counts,
      columns: live.columns.fields.map((field) => {
        const column = live.columns.column(field)!;
        return {
          field,
          documents: column.documents,
          ordinals: column.ordinals,
          entryCount: column.entryCount,
          values: column.values,
          elements: column.elements,
        };
      }),
      elements: live.columns.elements,
    },
    settings,
  );
}

/** Collects documents for one segment; the same work as `freezeSegment` asks for. */
export function mutableSegmentOf(documents: Iterable<IndexDocument>, settings: TextSettings): MutableSegment {
  const live = new MutableSegment(settings);
  for (const document of documents) live.add(document);
  return live;
}
