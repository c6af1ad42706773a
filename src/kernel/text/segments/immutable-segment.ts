import { popCount } from '../../bits/bitmap.ts';
import { finish, type Steps } from '../../bits/steps.ts';
import { isAsciiDigit } from '../language/characters.ts';
import { foldUnits, isCode } from '../language/tokenizer.ts';
import { InfixBloomFilter } from '../dictionary/infix-bloom.ts';
import { CoalescedColumns } from './coalesced-column.ts';
import type { Column, ElementEntries, ElementTable } from './columns.ts';
import type { FieldValue } from '../schema/document.ts';
import type { TermVisitor } from '../dictionary/fuzzy.ts';
import {
  columnMetaWordCount,
  denseColumn,
  elementMetaWordCount,
  unpackSections,
  type Sections,
} from './segment-format.ts';
import { findDocumentsWithHash, type Identifiers } from './identifiers.ts';
import type { ColumnValues } from './column-packer.ts';
import { listTerms, type LetterTrie } from '../dictionary/letter-trie.ts';
import { FuzzyMatches } from '../dictionary/fuzzy-matches.ts';
import type { PostingSlice, SegmentReader } from './segment-reader.ts';
import {
  listStrings,
  findEntriesBeginningWith,
  listEntriesContaining,
  listEntriesEndingWith,
  listEntriesWithFoldedUnits,
  findString,
  isEntry,
  readString,
  type PackedStringTable,
  type StringTable,
} from '../dictionary/string-table.ts';
import { viewPackedUnits, readUnit, createWholeUnits } from '../dictionary/string-units.ts';
import type { IndexField } from '../schema/index-field.ts';

const endingsCacheMax = 1_000;
/** Maximum cached numbers of fuzzy matches: 400 kB. Only indexes too small for the shared dictionary use this cache. */
const fuzzyCacheMax = 100_000;
/** Maximum strings decoded per step, and the cost of one, in counted documents. */
const stringsPerStep = 1_024;
const decodedUnits = 100;

/** An immutable segment: views on its buffer. Only the names of its fields are decoded on load. */
export class ImmutableSegment implements SegmentReader {
  readonly buffer: SharedArrayBuffer | ArrayBuffer;
  readonly documentCount: number;
  readonly keys: Uint32Array;
  readonly popularities: Float64Array;
  readonly zoneLengths: readonly Uint16Array[];
  readonly nameOffsets: Uint32Array;
  readonly nameStems: Uint32Array;
  readonly headNouns: Uint32Array;
  readonly terms: PackedStringTable;
  readonly stems: PackedStringTable;
  readonly fields: readonly string[];
  readonly #sections: Sections;
  /** The strings of all columns, in the order of each column. */
  readonly #columnStrings: PackedStringTable;
  readonly #columnByField: Map<string, number>;
  /** Cache of `findTermsByEnding()`, which scans every term. */
  readonly #termsByEnding = new Map<string, readonly number[]>();
  readonly #columns: (Column | undefined)[] = [];
  readonly #coalesced = new CoalescedColumns((field) => this.getColumn(field));
  readonly elements: ElementTable & { readonly paths: readonly string[] };
  /** The offset of each column in `elementMeta`. */
  readonly #elementMetaByColumn = new Map<number, number>();
  #folded: readonly number[] | null = null;
  /** Built by `prepareInfixSearch()`. */
  #infixFilter: InfixBloomFilter | null = null;
  readonly #letters: LetterTrie;
  readonly #fuzzyMatches: FuzzyMatches;
  /** Bounds of the segment's keys. Keys are assigned in ascending order, so the bounds exclude most foreign keys. */
  readonly #keyMin: number;
  readonly #keyMax: number;

  /** @throws SegmentFormatError if the buffer is not of this format version and these settings. */
  constructor(buffer: SharedArrayBuffer | ArrayBuffer, fingerprint: number) {
    const { documentCount, zones, sections } = unpackSections(buffer, fingerprint);
    this.buffer = buffer;
    this.documentCount = documentCount;
    this.#sections = sections;
    this.keys = sections.keys;
    // Copied, as replicas share the buffer and apply changes at different times.
    this.popularities = sections.popularities.slice();
    this.#keyMin = this.keys[sections.keyOrder[0] ?? 0] ?? 0;
    this.#keyMax = this.keys[sections.keyOrder.at(-1) ?? 0] ?? 0;
    this.zoneLengths = Array.from({ length: zones }, (_, zone) =>
      sections.zoneLengths.subarray(zone * documentCount, (zone + 1) * documentCount),
    );
    this.nameOffsets = sections.nameOffsets;
    this.nameStems = sections.nameStems;
    this.headNouns = sections.headNouns;
    this.#letters = {
      nodeCount: sections.letterUnits.length,
      units: sections.letterUnits,
      depths: sections.letterDepths,
      after: sections.letterAfter,
      terms: sections.letterTerms,
    };
    this.#fuzzyMatches = new FuzzyMatches(this.#letters, fuzzyCacheMax);
    this.terms = viewPackedTable(sections.termOffsets, sections.termUnits, sections.termCommonPrefixes);
    this.stems = viewPackedTable(sections.stemOffsets, sections.stemUnits, sections.stemCommonPrefixes);
    const { columnStringOffsets, columnStringUnits } = sections;
    this.#columnStrings = viewPackedTable(columnStringOffsets, columnStringUnits, new Uint8Array(0));
    this.fields = listStrings({
      count: sections.fieldOffsets.length - 1,
      offsets: sections.fieldOffsets,
      units: createWholeUnits(sections.fieldUnits),
      commonPrefixes: sections.fieldCommonPrefixes,
    });
    this.#columnByField = new Map(this.fields.map((field, i) => [field, i]));
    this.elements = readElementTable(sections);
    for (let at = 0; at < sections.elementMeta.length; at += elementMetaWordCount) {
      this.#elementMetaByColumn.set(sections.elementMeta[at]!, at);
    }
  }

  get termCount(): number {
    return this.terms.count;
  }

  findDocument(key: number): number {
    if (key < this.#keyMin || key > this.#keyMax) return -1;
    const { keys, keyOrder } = this.#sections;
    let low = 0;
    let high = keyOrder.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[keyOrder[middle]!]! < key) low = middle + 1;
      else high = middle;
    }
    const document = keyOrder[low];
    return document !== undefined && keys[document] === key ? document : -1;
  }

  stemId(text: string): number {
    return findString(this.stems, text);
  }
  stemText(stem: number): string {
    return readString(this.stems, stem);
  }
  listTermsOfStem(stem: number): number[] {
    const { stemTermOffsets, stemTerms } = this.#sections;
    const terms: number[] = [];
    for (let i = stemTermOffsets[stem]!; i < stemTermOffsets[stem + 1]!; i++) terms.push(stemTerms[i]!);
    return terms;
  }
  stemOfTerm(term: number): number {
    return this.#sections.termStems[term]!;
  }
  readTerm(term: number): string {
    return readString(this.terms, term);
  }
  isTerm(term: number, word: string): boolean {
    return isEntry(this.terms, term, word);
  }
  termHasDigit(term: number): boolean {
    const { offsets, units } = this.terms;
    for (let at = offsets[term]!; at < offsets[term + 1]!; at++)
      if (isAsciiDigit(readUnit(units, at))) return true;
    return false;
  }
  documentFrequency(term: number): number {
    const { postingOffsets } = this.#sections;
    return postingOffsets[term + 1]! - postingOffsets[term]!;
  }

  readPostings(term: number, into: PostingSlice): void {
    const { postingOffsets, postingDocuments, postingCounts } = this.#sections;
    into.documents = postingDocuments;
    into.counts = postingCounts;
    into.start = postingOffsets[term]!;
    into.end = postingOffsets[term + 1]!;
  }

  walk(word: string, typos: 1 | 2, visit: TermVisitor): void {
    const matches = this.#fuzzyMatches.findMatches(word, typos);
    for (let i = 0; i < matches.length; i += 3) visit(matches[i]!, matches[i + 1]!, matches[i + 2]!);
  }

  findTermsByPrefix(prefix: string): number[] {
    // No folded text equals an unfolded prefix.
    if (foldUnits(prefix) !== prefix) return [];
    const [from, to] = findEntriesBeginningWith(this.terms, prefix);
    const terms: number[] = [];
    for (let term = from; term < to; term++) terms.push(term);
    const folded = this.#listFoldedTerms();
    if (folded.length === 0) return terms;
    const others = folded.filter(
      (term) => (term < from || term >= to) && foldUnits(this.readTerm(term)).startsWith(prefix),
    );
    return others.length === 0 ? terms : [...terms, ...others].sort((a, b) => a - b);
  }

  /** Terms with letters that folding changes: they are not sorted by their folded prefix. */
  #listFoldedTerms(): readonly number[] {
    return (this.#folded ??= listEntriesWithFoldedUnits(this.terms));
  }

  /** The terms without digits, sorted. */
  listLetterTerms(): number[] {
    return listTerms(this.#letters);
  }

  findCodesContaining(text: string): number[] {
    if (this.#infixFilter?.mayHave(text) === false) return [];
    return listEntriesContaining(this.terms, text).filter((term) => isCode(this.readTerm(term)));
  }

  prepareInfixSearch(): boolean {
    if (this.#infixFilter !== null) return false;
    this.#infixFilter = new InfixBloomFilter(this.terms);
    return true;
  }

  findTermsByEnding(endings: readonly string[], stem: string): readonly number[] {
    const key = [stem, ...endings].join(' ');
    const cached = this.#termsByEnding.get(key);
    if (cached !== undefined) return cached;
    const terms = new Set<number>();
    for (const ending of endings)
      for (const term of listEntriesEndingWith(this.terms, ending)) terms.add(term);
    for (const stemId of listEntriesEndingWith(this.stems, stem)) {
      for (const term of this.listTermsOfStem(stemId)) terms.add(term);
    }
    const found = [...terms];
    if (this.#termsByEnding.size >= endingsCacheMax) this.#termsByEnding.clear();
    this.#termsByEnding.set(key, found);
    return found;
  }

  findByIdentifier(hash: number): Uint16Array {
    return findDocumentsWithHash(this.#sections, hash);
  }

  getColumn(field: IndexField): Column | undefined {
    if (typeof field !== 'string') return this.#coalesced.buildColumn(field, this.documentCount);
    const index = this.#columnByField.get(field);
    return index === undefined ? undefined : this.getColumnAt(index);
  }

  /** The column of `fields[index]`. */
  getColumnAt(index: number): Column {
    return (this.#columns[index] ??= this.#decodeColumn(index));
  }

  #decodeColumn(index: number): Column {
    const sections = this.#sections;
    const meta = sections.columnMeta.subarray(index * columnMetaWordCount, (index + 1) * columnMetaWordCount);
    const [entryCount, documentStart, ordinalStart, wide, numberStart, numberCount, stringStart, packed] =
      meta;
    const ordinals = wide === 1 ? sections.columnOrdinals32 : sections.columnOrdinals16;
    let values: readonly FieldValue[] | null = null;
    let decoding: Steps<readonly FieldValue[]> | null = null;
    /** Resumes the decoding of an interrupted request. */
    function* decode(segment: ImmutableSegment): Steps<void> {
      while (values === null) {
        decoding ??= segment.#decodeValues(numberStart!, numberCount!, stringStart!, packed!);
        const step = decoding.next();
        if (step.done === true) values = step.value;
        else yield step.value;
      }
      decoding = null;
    }
    const decodeValues = (): readonly FieldValue[] => {
      if (values === null) finish(decode(this));
      return values!;
    };
    const stringCount = packed! >>> 2;
    const readValue = (ordinal: number): FieldValue => {
      const string = ordinal - numberCount!;
      if (values === null && string >= 0 && string < stringCount)
        return readString(this.#columnStrings, stringStart! + string);
      return decodeValues()[ordinal]!;
    };
    return {
      entryCount: entryCount!,
      documents:
        documentStart === denseColumn
          ? null
          : sections.columnDocuments.subarray(documentStart, documentStart! + entryCount!),
      ordinals: ordinals.subarray(ordinalStart, ordinalStart! + entryCount!),
      valueCount: numberCount! + stringCount + popCount(packed! & 3),
      // Decoded lazily: of the thousands of fields that a catalog may have, searches need the values of few.
      get values() {
        return decodeValues();
      },
      decode: () => decode(this),
      getValueAt: readValue,
      elements: this.#readElementEntries(index),
      immutable: true,
    };
  }

  /** The stored values of a column, by ordinal. */
  readStoredValues(field: string): ColumnValues {
    const { columnMeta, columnNumbers } = this.#sections;
    const start = this.#columnByField.get(field)! * columnMetaWordCount;
    const [numberStart, numberCount, stringStart, packed] = columnMeta.subarray(
      start + 4,
      start + columnMetaWordCount,
    );
    const { units, offsets } = this.#columnStrings;
    const count = packed! >>> 2;
    return {
      numbers: columnNumbers.subarray(numberStart, numberStart! + numberCount!),
      texts: {
        count,
        offsets: offsets.subarray(stringStart, stringStart! + count + 1),
        units,
        commonPrefixes: new Uint8Array(0),
      },
      booleans: packed! & 3,
    };
  }

  /** The identifiers of all documents, in the order of their hashes. */
  get identifiers(): Identifiers {
    return this.#sections;
  }

  *#decodeValues(
    numberStart: number,
    numberCount: number,
    stringStart: number,
    packed: number,
  ): Steps<readonly FieldValue[]> {
    const sections = this.#sections;
    const stringCount = packed >>> 2;
    const values: FieldValue[] = [...sections.columnNumbers.subarray(numberStart, numberStart + numberCount)];
    const strings = this.#columnStrings;
    for (let i = 0; i < stringCount; i++) {
      values.push(readString(strings, stringStart + i));
      if (i % stringsPerStep === stringsPerStep - 1) yield stringsPerStep * decodedUnits;
    }
    if ((packed & 1) !== 0) values.push(false);
    if ((packed & 2) !== 0) values.push(true);
    return values;
  }

  #readElementEntries(index: number): ElementEntries | null {
    const at = this.#elementMetaByColumn.get(index);
    if (at === undefined) return null;
    const { elementMeta, elementRows, elementOrdinals } = this.#sections;
    const start = elementMeta[at + 1]!;
    const entryCount = elementMeta[at + 2]!;
    return {
      entryCount,
      rows: elementRows.subarray(start, start + entryCount),
      ordinals: elementOrdinals.subarray(start, start + entryCount),
    };
  }
}

function viewPackedTable(
  offsets: Uint32Array,
  units: Uint8Array,
  commonPrefixes: Uint8Array,
): PackedStringTable {
  return {
    count: offsets.length - 1,
    offsets,
    units: viewPackedUnits(units, offsets.at(-1)!),
    commonPrefixes,
  };
}

function readElementTable(sections: Sections): ElementTable & { readonly paths: readonly string[] } {
  const names: StringTable = {
    count: sections.listOffsets.length - 1,
    offsets: sections.listOffsets,
    units: createWholeUnits(sections.listUnits),
    commonPrefixes: sections.listCommonPrefixes,
  };
  return {
    rowCount: sections.elementDocuments.length,
    documents: sections.elementDocuments,
    parents: sections.elementParents,
    lists: sections.elementLists,
    paths: listStrings(names),
    findList: (path) => findString(names, path),
  };
}
