import { hashFnv1a } from '../../bits/hashing.ts';
import type { TextSettings } from '../schema/settings.ts';

/**
 * The format of a segment: one buffer with a header, a table of sections (offset and length in bytes), and the sections on
 * 8-byte boundaries. Loading creates views and copies nothing. The byte order is that of the machine; the magic number
 * reveals a foreign one.
 *
 *   word 0 magic | 1 format version | 2 documents | 3 zones | 4 settings | 5 sections | 6 bytes in all | 7 free
 */

export const segmentMagic = 0x54584956;
export const segmentFormatVersion = 8;
export const headerWordCount = 8;

/** The order of the sections is part of the format. */
export const sectionTypes = {
  keys: Uint32Array,
  popularities: Float64Array,
  /** Documents in the order of their keys. */
  keyOrder: Uint16Array,
  /** Lengths by zone, then by document. */
  zoneLengths: Uint16Array,
  nameOffsets: Uint32Array,
  nameStems: Uint32Array,
  headNouns: Uint32Array,
  termOffsets: Uint32Array,
  /** Packed by `packUnits()`, like all units except those of fields and lists. */
  termUnits: Uint8Array,
  termCommonPrefixes: Uint8Array,
  /** See `LetterTrie`; stored in the segment, as building it would delay the first search with a typo. */
  letterUnits: Uint16Array,
  letterDepths: Uint8Array,
  letterAfter: Uint32Array,
  letterTerms: Uint32Array,
  termStems: Uint32Array,
  stemOffsets: Uint32Array,
  stemUnits: Uint8Array,
  stemCommonPrefixes: Uint8Array,
  stemTermOffsets: Uint32Array,
  stemTerms: Uint32Array,
  postingOffsets: Uint32Array,
  postingDocuments: Uint16Array,
  postingCounts: Uint8Array,
  fieldOffsets: Uint32Array,
  fieldUnits: Uint16Array,
  fieldCommonPrefixes: Uint8Array,
  /** See `identifiers.ts`; ascending. */
  identifierHashes: Uint32Array,
  identifierDocuments: Uint16Array,
  columnMeta: Uint32Array,
  columnDocuments: Uint16Array,
  columnOrdinals16: Uint16Array,
  columnOrdinals32: Uint32Array,
  columnNumbers: Float64Array,
  columnStringOffsets: Uint32Array,
  columnStringUnits: Uint8Array,
  listOffsets: Uint32Array,
  listUnits: Uint16Array,
  listCommonPrefixes: Uint8Array,
  elementDocuments: Uint16Array,
  elementParents: Uint32Array,
  elementLists: Uint32Array,
  /** For each column with values in elements: column, first entry, number of entries. */
  elementMeta: Uint32Array,
  elementRows: Uint32Array,
  elementOrdinals: Uint32Array,
} as const;

export type SectionName = keyof typeof sectionTypes;
type ViewOf<C> = C extends Uint8ArrayConstructor
  ? Uint8Array
  : C extends Uint16ArrayConstructor
    ? Uint16Array
    : C extends Uint32ArrayConstructor
      ? Uint32Array
      : Float64Array;
export type Sections = { [K in SectionName]: ViewOf<(typeof sectionTypes)[K]> };
export const sectionNames = Object.keys(sectionTypes).filter(
  (name): name is SectionName => name in sectionTypes,
);

/** Words of `columnMeta` for each column. */
export const columnMetaWordCount = 8;
/** Words of `elementMeta` for each column. */
export const elementMetaWordCount = 3;
/** `documentStart` of a column with exactly one value in every document, which needs no list of documents. */
export const denseColumn = 0xffffffff;

/** FNV-1a over the settings that determine the content of a segment: other settings make the segment unusable. */
export function hashSettings(settings: TextSettings): number {
  const text = JSON.stringify([
    settings.name.fields,
    settings.zones.map((zone) => zone.fields),
    settings.unsearchableFields,
    settings.identifiers,
    settings.typos.disabledFields,
    settings.languages,
    settings.stopWords?.toSorted() ?? null,
  ]);
  return hashFnv1a(text);
}

export function packSections(
  sections: Sections,
  header: { documentCount: number; zones: number; fingerprint: number },
): SharedArrayBuffer {
  const tableEnd = (headerWordCount + sectionNames.length * 2) * 4;
  const alignBytes = (bytes: number): number => (bytes + 7) & ~7;
  let byteCount = alignBytes(tableEnd);
  const offsets = sectionNames.map((name) => {
    const offset = byteCount;
    byteCount = alignBytes(offset + sections[name].byteLength);
    return offset;
  });
  const buffer = new SharedArrayBuffer(byteCount);
  const words = new Uint32Array(buffer, 0, tableEnd / 4);
  words.set([
    segmentMagic,
    segmentFormatVersion,
    header.documentCount,
    header.zones,
    header.fingerprint,
    sectionNames.length,
    byteCount,
    0,
  ]);
  sectionNames.forEach((name, i) => {
    const section = sections[name];
    words[headerWordCount + i * 2] = offsets[i]!;
    words[headerWordCount + i * 2 + 1] = section.byteLength;
    const bytes = new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
    new Uint8Array(buffer, offsets[i]!, section.byteLength).set(bytes);
  });
  return buffer;
}

function viewBytes(
  type: (typeof sectionTypes)[SectionName],
  buffer: ArrayBufferLike,
  offset: number,
  length: number,
): Sections[SectionName] {
  if (type === Uint8Array) return new Uint8Array(buffer, offset, length);
  if (type === Uint16Array) return new Uint16Array(buffer, offset, length);
  if (type === Uint32Array) return new Uint32Array(buffer, offset, length);
  return new Float64Array(buffer, offset, length);
}

const isComplete = (sections: Partial<Record<SectionName, unknown>>): sections is Sections =>
  sectionNames.every((name) => sections[name] !== undefined);

export class SegmentFormatError extends Error {
  override name = 'SegmentFormatError';
}

/**
 * The views on a segment's sections.
 * @throws SegmentFormatError with the cause where the buffer is not a complete segment of this version and settings.
 */
export function unpackSections(
  buffer: SharedArrayBuffer | ArrayBuffer,
  fingerprint: number,
): { documentCount: number; zones: number; sections: Sections } {
  const tableEnd = (headerWordCount + sectionNames.length * 2) * 4;
  const fail = (cause: string): never => {
    throw new SegmentFormatError(`Cannot read the text segment as ${cause}: build it again from the catalog`);
  };
  if (buffer.byteLength < tableEnd)
    fail(`it ends within its header: current value is ${buffer.byteLength} bytes`);
  const words = new Uint32Array(buffer, 0, tableEnd / 4);
  if (words[0] !== segmentMagic)
    fail(`its magic number must be ${segmentMagic}: current value is ${words[0]}`);
  if (words[1] !== segmentFormatVersion) {
    fail(`its format version must be ${segmentFormatVersion}: current value is ${words[1]}`);
  }
  if (words[4] !== fingerprint) fail('it was built with other fields, languages or stop words');
  if (words[5] !== sectionNames.length)
    fail(`it must have ${sectionNames.length} sections: current value is ${words[5]}`);
  if (words[6] !== buffer.byteLength)
    fail(`it must have ${words[6]} bytes: current value is ${buffer.byteLength}`);
  const sections: Partial<Record<SectionName, unknown>> = {};
  sectionNames.forEach((name, i) => {
    const offset = words[headerWordCount + i * 2]!;
    const byteLength = words[headerWordCount + i * 2 + 1]!;
    const type = sectionTypes[name];
    if (
      offset % 8 !== 0 ||
      offset + byteLength > buffer.byteLength ||
      byteLength % type.BYTES_PER_ELEMENT !== 0
    ) {
      fail(`its section ${name} lies outside the buffer`);
    }
    sections[name] = viewBytes(type, buffer, offset, byteLength / type.BYTES_PER_ELEMENT);
  });
  const documentCount = words[2]!;
  if (!isComplete(sections))
    throw new SegmentFormatError(
      'Cannot read the text segment as sections are missing: build it again from the catalog',
    );
  if (sections.keys.length !== documentCount || sections.nameOffsets.length !== documentCount + 1) {
    fail(`it does not contain its ${documentCount} documents`);
  }
  return { documentCount, zones: words[3]!, sections };
}
