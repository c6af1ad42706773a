import type { SortedStrings } from '../../bits/sorted-strings.ts';
import {
  packColumns,
  packElements,
  buildSortedColumn,
  sortColumns,
  type ColumnParts,
  type ElementParts,
} from './column-packer.ts';
import type { Vocabulary } from '../language/vocabulary.ts';
import type { IndexDocument } from '../schema/document.ts';
import type { Identifiers } from './identifiers.ts';
import { buildLetterTrie } from '../dictionary/letter-trie.ts';
import { MutableSegment } from './mutable-segment.ts';
import { packSections, hashSettings, type Sections } from './segment-format.ts';
import { noStem } from './segment-reader.ts';
import type { TextSettings } from '../schema/settings.ts';
import { packStrings, selectStrings, type WholeStringTable } from '../dictionary/string-table.ts';
import { createWholeUnits, packUnits } from '../dictionary/string-units.ts';

/** The content of a segment before packing. Terms and stems are numbered by their position in their tables. */
export interface SegmentParts {
  keys: Uint32Array;
  popularities: Float64Array;
  zoneLengths: Uint16Array[];
  nameOffsets: Uint32Array;
  nameStems: Uint32Array;
  headNouns: Uint32Array;
  terms: WholeStringTable;
  termStems: Uint32Array;
  stems: WholeStringTable;
  postingOffsets: Uint32Array;
  postingDocuments: Uint16Array;
  postingCounts: Uint8Array;
  columns: ColumnParts[];
  elements: ElementParts;
  identifiers: Identifiers;
}

export function writeSegment(parts: SegmentParts, settings: TextSettings): SharedArrayBuffer {
  const documentCount = parts.keys.length;
  const { terms, stems } = parts;
  const letters = buildLetterTrie(terms);
  const columns = sortColumns(parts.columns);
  const fields = packStrings(columns.map((column) => column.field));
  const zoneLengths = new Uint16Array(documentCount * parts.zoneLengths.length);
  parts.zoneLengths.forEach((lengths, zone) => zoneLengths.set(lengths, zone * documentCount));
  const keyOrder = Uint16Array.from(parts.keys.keys()).sort((a, b) => parts.keys[a]! - parts.keys[b]!);
  const sections: Sections = {
    keys: parts.keys,
    popularities: parts.popularities,
    keyOrder,
    zoneLengths,
    nameOffsets: parts.nameOffsets,
    nameStems: parts.nameStems,
    headNouns: parts.headNouns,
    termOffsets: terms.offsets,
    termUnits: packUnits(terms.units.low, terms.offsets[terms.count]!),
    termCommonPrefixes: terms.commonPrefixes,
    letterUnits: letters.units.subarray(0, letters.nodeCount),
    letterDepths: letters.depths.subarray(0, letters.nodeCount),
    letterAfter: letters.after.subarray(0, letters.nodeCount),
    letterTerms: letters.terms.subarray(0, letters.nodeCount),
    termStems: parts.termStems,
    stemOffsets: stems.offsets,
    stemUnits: packUnits(stems.units.low, stems.offsets[stems.count]!),
    stemCommonPrefixes: stems.commonPrefixes,
    ...groupTermsByStem(parts.termStems, stems.count),
    postingOffsets: parts.postingOffsets,
    postingDocuments: parts.postingDocuments,
    postingCounts: parts.postingCounts,
    fieldOffsets: fields.offsets,
    fieldUnits: fields.units.low,
    fieldCommonPrefixes: fields.commonPrefixes,
    ...parts.identifiers,
    ...packColumns(columns, documentCount),
    ...packElements(parts.elements),
  };
  return packSections(sections, {
    documentCount,
    zones: parts.zoneLengths.length,
    fingerprint: hashSettings(settings),
  });
}

function groupTermsByStem(
  termStems: Uint32Array,
  stemCount: number,
): Pick<Sections, 'stemTermOffsets' | 'stemTerms'> {
  const stemTermOffsets = new Uint32Array(stemCount + 1);
  for (const stem of termStems) stemTermOffsets[stem + 1]!++;
  for (let stem = 0; stem < stemCount; stem++) stemTermOffsets[stem + 1]! += stemTermOffsets[stem]!;
  const stemTerms = new Uint32Array(termStems.length);
  const next = stemTermOffsets.slice();
  termStems.forEach((stem, term) => (stemTerms[next[stem]!++] = term));
  return { stemTermOffsets, stemTerms };
}

/** Packs a mutable segment with all its documents. */
export function buildImmutable(mutable: MutableSegment, settings: TextSettings): SharedArrayBuffer {
  const isStem = new Uint8Array(mutable.stems.length);
  const isTerm = new Uint8Array(mutable.termCount);
  for (let term = 0; term < isTerm.length; term++) {
    if (mutable.documentFrequency(term) === 0) continue;
    isTerm[term] = 1;
    isStem[mutable.stemOfTerm(term)] = 1;
  }
  const termOrder = selectOrder(mutable.sortedTerms, isTerm);
  const stemOrder = selectOrder(mutable.sortedStems, isStem);
  const newStems = new Uint32Array(mutable.stems.length);
  stemOrder.forEach((stem, position) => (newStems[stem] = position));
  const postings = mutable.postingLists.sort(termOrder);
  const documentCount = mutable.documentCount;
  const nameOffsets = mutable.nameOffsets.slice(0, documentCount + 1);
  return writeSegment(
    {
      keys: mutable.keys.slice(0, documentCount),
      popularities: mutable.popularities.slice(0, documentCount),
      zoneLengths: mutable.zoneLengths.map((lengths) => lengths.subarray(0, documentCount)),
      nameOffsets,
      nameStems: mutable.nameStems.slice(0, nameOffsets[documentCount]).map((stem) => newStems[stem]!),
      headNouns: mutable.headNouns
        .slice(0, documentCount)
        .map((noun) => (noun === noStem ? noStem : newStems[noun]!)),
      terms: packSelected(mutable.sortedTerms, termOrder),
      termStems: termOrder.map((term) => newStems[mutable.stemOfTerm(term)]!),
      stems: packSelected(mutable.sortedStems, stemOrder),
      postingOffsets: postings.offsets,
      postingDocuments: postings.documents,
      postingCounts: postings.counts,
      columns: mutable.columns.fields.map((field) =>
        buildSortedColumn(field, mutable.columns.getColumn(field)!),
      ),
      elements: mutable.columns.elements,
      identifiers: mutable.identifiers,
    },
    settings,
  );
}

/** The numbers of the strings for which `isUsed` is 1, in the order of the strings. */
function selectOrder({ order }: SortedStrings, isUsed: Uint8Array): Uint32Array {
  const selected = new Uint32Array(order.length);
  let count = 0;
  for (let at = 0; at < order.length; at++) if (isUsed[order[at]!] === 1) selected[count++] = order[at]!;
  return selected.subarray(0, count);
}

function packSelected({ units, offsets, strings }: SortedStrings, order: Uint32Array): WholeStringTable {
  const all = { count: strings.length, offsets, units: createWholeUnits(units), commonPrefixes: none };
  return selectStrings(
    order.length,
    () => all,
    (at) => order[at]!,
  );
}

const none = new Uint8Array(0);

/** Collects documents for one segment, including replaced ones. */
export function buildMutableSegment(
  documents: Iterable<IndexDocument>,
  settings: TextSettings,
  vocabulary?: Vocabulary,
): MutableSegment {
  const mutable = new MutableSegment(settings, vocabulary);
  for (const document of documents) mutable.add(document);
  return mutable;
}
