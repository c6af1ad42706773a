import { finish, type Steps } from '../../bits/steps.ts';
import { foldUnits, isCode, isDigitUnit } from '../language/tokenizer.ts';
import { InfixBloomFilter } from '../dictionary/infix-bloom.ts';
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
import { documentsWithHash } from './identifiers.ts';
import { termsOfTrie, type LetterTrie } from '../dictionary/letter-trie.ts';
import { FuzzyMatches } from '../dictionary/fuzzy-matches.ts';
import type { PostingSlice, SegmentReader } from './segment-reader.ts';
import {
  allStrings,
  entriesBeginningWith,
  entriesContaining,
  entriesEndingWith,
  entriesWithFoldedUnits,
  findString,
  isEntry,
  stringAt,
  type StringTable,
} from '../dictionary/string-table.ts';

const endingsKeptMax = 1_000;
/** Words near to one that are remembered, as numbers: 400 kB. Asked are segments that are too small for the lexicon. */
const nearKeptMax = 100_000;
/** Strings that are decoded between two pauses, and the cost of one, in counted documents. */
const stringsPerStep = 1_024;
const decodedUnits = 100;

/** An immutable segment: views on its buffer. Only the names of its fields are decoded ahead. */
export class ImmutableSegment implements SegmentReader {
  readonly buffer: SharedArrayBuffer | ArrayBuffer;
  readonly documentCount: number;
  readonly keys: Uint32Array;
  readonly popularities: Float64Array;
  readonly zoneLengths: readonly Uint16Array[];
  readonly nameOffsets: Uint32Array;
  readonly nameStems: Uint32Array;
  readonly headNouns: Uint32Array;
  readonly terms: StringTable;
  readonly groups: StringTable;
  readonly fields: readonly string[];
  readonly #sections: Sections;
  readonly #columnByField: Map<string, number>;
  /** Terms by what they end with, as asked for: finding them takes a look at every term. */
  readonly #endings = new Map<string, readonly number[]>();
  readonly #columns: (Column | undefined)[] = [];
  readonly elements: ElementTable & { readonly paths: readonly string[] };
  /** By column: where it begins in `elementMeta`. */
  readonly #elementMetaByColumn = new Map<number, number>();
  #folded: readonly number[] | null = null;
  /** Made when parts of codes are looked for. */
  #codeParts: InfixBloomFilter | null = null;
  readonly #letters: LetterTrie;
  readonly #near: FuzzyMatches;
  /** Keys are given in order: most segments tell by these alone that a key is not theirs. */
  readonly #keyMin: number;
  readonly #keyMax: number;

  /** @throws SegmentFormatError */
  constructor(buffer: SharedArrayBuffer | ArrayBuffer, fingerprint: number) {
    const { documentCount, zones, sections } = unpackSections(buffer, fingerprint);
    this.buffer = buffer;
    this.documentCount = documentCount;
    this.#sections = sections;
    this.keys = sections.keys;
    this.popularities = sections.ranks;
    this.#keyMin = this.keys[sections.keyOrder[0] ?? 0] ?? 0;
    this.#keyMax = this.keys[sections.keyOrder.at(-1) ?? 0] ?? 0;
    this.zoneLengths = Array.from({ length: zones }, (_, zone) =>
      sections.zoneLengths.subarray(zone * documentCount, (zone + 1) * documentCount),
    );
    this.nameOffsets = sections.nameOffsets;
    this.nameStems = sections.nameGroups;
    this.headNouns = sections.nouns;
    this.#letters = {
      nodeCount: sections.letterUnits.length,
      units: sections.letterUnits,
      depths: sections.letterDepths,
      after: sections.letterAfter,
      terms: sections.letterTerms,
    };
    this.#near = new FuzzyMatches(this.#letters, nearKeptMax);
    this.terms = {
      count: sections.termOffsets.length - 1,
      offsets: sections.termOffsets,
      units: sections.termUnits,
      commonPrefixes: sections.termCommonPrefixes,
    };
    this.groups = {
      count: sections.groupOffsets.length - 1,
      offsets: sections.groupOffsets,
      units: sections.groupUnits,
      commonPrefixes: sections.groupCommonPrefixes,
    };
    this.fields = allStrings({
      count: sections.fieldOffsets.length - 1,
      offsets: sections.fieldOffsets,
      units: sections.fieldUnits,
      commonPrefixes: sections.fieldCommonPrefixes,
    });
    this.#columnByField = new Map(this.fields.map((field, i) => [field, i]));
    this.elements = elementTable(sections);
    for (let at = 0; at < sections.elementMeta.length; at += elementMetaWordCount) {
      this.#elementMetaByColumn.set(sections.elementMeta[at]!, at);
    }
  }

  get termCount(): number {
    return this.terms.count;
  }

  documentOf(key: number): number {
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

  stemId(base: string): number {
    return findString(this.groups, base);
  }
  stemText(group: number): string {
    return stringAt(this.groups, group);
  }
  termsOfStem(group: number): number[] {
    const { groupTermOffsets, groupTerms } = this.#sections;
    const terms: number[] = [];
    for (let i = groupTermOffsets[group]!; i < groupTermOffsets[group + 1]!; i++) terms.push(groupTerms[i]!);
    return terms;
  }
  stemOfTerm(term: number): number {
    return this.#sections.termGroups[term]!;
  }
  termText(term: number): string {
    return stringAt(this.terms, term);
  }
  termOf(word: string): number {
    return findString(this.terms, word);
  }
  isTerm(term: number, word: string): boolean {
    return isEntry(this.terms, term, word);
  }
  termHasDigit(term: number): boolean {
    const { offsets, units } = this.terms;
    for (let at = offsets[term]!; at < offsets[term + 1]!; at++) if (isDigitUnit(units[at]!)) return true;
    return false;
  }
  documentFrequency(term: number): number {
    const { postingOffsets } = this.#sections;
    return postingOffsets[term + 1]! - postingOffsets[term]!;
  }

  postings(term: number, into: PostingSlice): void {
    const { postingOffsets, postingDocuments, postingCounts } = this.#sections;
    into.documents = postingDocuments;
    into.counts = postingCounts;
    into.start = postingOffsets[term]!;
    into.end = postingOffsets[term + 1]!;
  }

  walk(word: string, typos: 1 | 2, visit: TermVisitor): void {
    const near = this.#near.of(word, typos);
    for (let i = 0; i < near.length; i += 3) visit(near[i]!, near[i + 1]!, near[i + 2]!);
  }

  termsBeginningWith(beginning: string): number[] {
    // Nothing folded has such a letter.
    if (foldUnits(beginning) !== beginning) return [];
    const [from, to] = entriesBeginningWith(this.terms, beginning);
    const found: number[] = [];
    for (let term = from; term < to; term++) found.push(term);
    const others = this.#foldedTerms().filter(
      (term) => (term < from || term >= to) && foldUnits(this.termText(term)).startsWith(beginning),
    );
    return others.length === 0 ? found : [...found, ...others].sort((a, b) => a - b);
  }

  /** Terms with letters that are folded: what they begin with is not where they stand. */
  #foldedTerms(): readonly number[] {
    return (this.#folded ??= entriesWithFoldedUnits(this.terms));
  }

  /** The terms without digits, sorted. */
  letterTerms(): number[] {
    return termsOfTrie(this.#letters);
  }

  codesContaining(text: string): number[] {
    if (this.#codeParts?.mayHave(text) === false) return [];
    return entriesContaining(this.terms, text).filter((term) => isCode(this.termText(term)));
  }

  prepareCodes(): boolean {
    if (this.#codeParts !== null) return false;
    this.#codeParts = new InfixBloomFilter(this.terms);
    return true;
  }

  termsEndingWith(endings: readonly string[], base: string): readonly number[] {
    const asked = [base, ...endings].join(' ');
    const known = this.#endings.get(asked);
    if (known !== undefined) return known;
    const terms = new Set<number>();
    for (const ending of endings) for (const term of entriesEndingWith(this.terms, ending)) terms.add(term);
    for (const group of entriesEndingWith(this.groups, base)) {
      for (const term of this.termsOfStem(group)) terms.add(term);
    }
    const found = [...terms];
    if (this.#endings.size >= endingsKeptMax) this.#endings.clear();
    this.#endings.set(asked, found);
    return found;
  }

  documentsByIdentifier(hash: number): Uint16Array {
    return documentsWithHash(this.#sections, hash);
  }

  column(field: string): Column | undefined {
    const index = this.#columnByField.get(field);
    return index === undefined ? undefined : this.columnAt(index);
  }

  /** The column of `fields[index]`. */
  columnAt(index: number): Column {
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
    /** Goes on with what an interrupted request has decoded. */
    function* decode(segment: ImmutableSegment): Steps<void> {
      while (values === null) {
        decoding ??= segment.#decodeValues(numberStart!, numberCount!, stringStart!, packed!);
        const step = decoding.next();
        if (step.done === true) values = step.value;
        else yield step.value;
      }
      decoding = null;
    }
    const decoded = (): readonly FieldValue[] => {
      if (values === null) finish(decode(this));
      return values!;
    };
    const stringCount = packed! >>> 2;
    const valueAt = (ordinal: number): FieldValue => {
      const string = ordinal - numberCount!;
      if (values === null && string >= 0 && string < stringCount)
        return stringAt(this.#columnStrings(), stringStart! + string);
      return decoded()[ordinal]!;
    };
    return {
      entryCount: entryCount!,
      documents:
        documentStart === denseColumn
          ? null
          : sections.columnDocuments.subarray(documentStart, documentStart! + entryCount!),
      ordinals: ordinals.subarray(ordinalStart, ordinalStart! + entryCount!),
      // Of the thousands of fields that a catalog may have, few are ever asked for their values.
      get values() {
        return decoded();
      },
      decode: () => decode(this),
      valueAt,
      elements: this.#elementEntries(index),
      immutable: true,
    };
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
    const strings = this.#columnStrings();
    for (let i = 0; i < stringCount; i++) {
      values.push(stringAt(strings, stringStart + i));
      if (i % stringsPerStep === stringsPerStep - 1) yield stringsPerStep * decodedUnits;
    }
    if ((packed & 1) !== 0) values.push(false);
    if ((packed & 2) !== 0) values.push(true);
    return values;
  }

  #columnStrings(): StringTable {
    const { columnStringOffsets: offsets, columnStringUnits: units } = this.#sections;
    return { count: offsets.length - 1, offsets, units, commonPrefixes: new Uint8Array(0) };
  }

  #elementEntries(index: number): ElementEntries | null {
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

function elementTable(sections: Sections): ElementTable & { readonly paths: readonly string[] } {
  const names: StringTable = {
    count: sections.listOffsets.length - 1,
    offsets: sections.listOffsets,
    units: sections.listUnits,
    commonPrefixes: sections.listCommonPrefixes,
  };
  return {
    rowCount: sections.elementDocuments.length,
    documents: sections.elementDocuments,
    parents: sections.elementParents,
    lists: sections.elementLists,
    paths: allStrings(names),
    listOf: (path) => findString(names, path),
  };
}
