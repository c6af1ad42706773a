import { createGrowableFloat64, createGrowableUint16, createGrowableUint32 } from '../../bits/growable.ts';
import type { SortedStrings } from '../../bits/sorted-strings.ts';
import { foldUnits, tokenize, hasDigit, isCode } from '../language/tokenizer.ts';
import { Vocabulary } from '../language/vocabulary.ts';
import { CoalescedColumns } from './coalesced-column.ts';
import type { Column, ElementTable } from './columns.ts';
import { findTranslatedField } from '../schema/translations.ts';
import { documentWordsMax, type IndexDocument } from '../schema/document.ts';
import { FuzzyAutomaton, type TermVisitor } from '../dictionary/fuzzy.ts';
import { MutableTrie } from '../dictionary/mutable-trie.ts';
import {
  normalizeIdentifier,
  hashIdentifier,
  createIdentifierRanks,
  packIdentifiers,
  type IdentifierRanks,
  type Identifiers,
} from './identifiers.ts';
import { MutableColumns } from './mutable-columns.ts';
import { MutablePostings } from './mutable-postings.ts';
import { HeadNounFinder } from '../language/head-noun.ts';
import { noStem, zoneLengthMax, type PostingSlice, type SegmentReader } from './segment-reader.ts';
import type { TextSettings } from '../schema/settings.ts';
import { noZone, countZones, createZoneResolver } from '../schema/zones.ts';
import type { IndexField } from '../schema/index-field.ts';

/**
 * The mutable segment. Added documents are searchable immediately. It is also the builder of immutable segments (see
 * `segment-writer.ts`), so that both have the same content by construction.
 */
export class MutableSegment implements SegmentReader {
  readonly postingLists: MutablePostings;
  readonly columns = new MutableColumns();
  readonly #coalesced = new CoalescedColumns((field) => this.getColumn(field));
  readonly #vocabulary: Vocabulary;
  readonly #zones: number;
  readonly #findZone: (field: string) => number;
  readonly #keys = createGrowableUint32();
  readonly #popularities = createGrowableFloat64();
  readonly #zoneLengths;
  readonly #nameOffsets = createGrowableUint32();
  readonly #nameStems = createGrowableUint32();
  readonly #headNouns = createGrowableUint32();
  readonly #documentByKey = new Map<number, number>();
  /** The trie of terms, filled on the first lookup: a segment that only builds an immutable one does not need it. */
  readonly #trie = new MutableTrie();
  readonly #headNounFinder: HeadNounFinder;
  readonly #identifierRank: IdentifierRanks;
  readonly #identifierHashes = createGrowableUint32();
  readonly #identifierDocuments = createGrowableUint16();
  /** Documents by their first identifiers; filled on a lookup, like the trie. */
  readonly #documentsByIdentifier = new Map<number, number[]>();
  #identifiersIndexed = 0;

  /** `vocabulary` is that of earlier segments under these settings; no other segment that still changes may use it. */
  constructor(settings: TextSettings, vocabulary = new Vocabulary(settings)) {
    this.#zones = countZones(settings);
    this.#findZone = createZoneResolver(settings);
    this.#identifierRank = createIdentifierRanks(settings);
    this.#vocabulary = vocabulary;
    this.#headNounFinder = new HeadNounFinder(vocabulary.headFirst);
    this.#zoneLengths = Array.from({ length: this.#zones }, () => createGrowableUint16());
    this.postingLists = new MutablePostings((this.#zones + 1) >> 1, vocabulary.termCount);
    this.#nameOffsets.push(0);
  }

  get documentCount(): number {
    return this.#keys.length;
  }
  /** All terms, including those of earlier segments, which have no postings. */
  get terms(): readonly string[] {
    return this.#vocabulary.terms.strings;
  }
  get stems(): readonly string[] {
    return this.#vocabulary.stems.strings;
  }
  get sortedTerms(): SortedStrings {
    return this.#vocabulary.terms;
  }
  get sortedStems(): SortedStrings {
    return this.#vocabulary.stems;
  }
  get termCount(): number {
    return this.terms.length;
  }
  get keys(): Uint32Array {
    return this.#keys.data;
  }
  get popularities(): Float64Array {
    return this.#popularities.data;
  }
  get zoneLengths(): Uint16Array[] {
    return this.#zoneLengths.map((lengths) => lengths.data);
  }
  get nameOffsets(): Uint32Array {
    return this.#nameOffsets.data;
  }
  get nameStems(): Uint32Array {
    return this.#nameStems.data;
  }
  get headNouns(): Uint32Array {
    return this.#headNouns.data;
  }
  get fields(): readonly string[] {
    return this.columns.fields;
  }
  get elements(): ElementTable {
    return this.columns.elements;
  }

  /** Appends a document and returns its number. An earlier one with the same key remains: the caller deletes it. */
  add(document: IndexDocument): number {
    const id = this.#keys.length;
    const lengths = Array<number>(this.#zones).fill(0);
    this.#headNounFinder.reset();
    let words = 0;
    // A name in five languages is not five times as long, and has one head noun.
    let isTranslation = false;
    const count = (term: number, zone: number, value: string, start: number, end: number): void => {
      this.postingLists.add(term, id, zone);
      if (isTranslation) return;
      if (zone === 0) this.#headNounFinder.read(value, this.#vocabulary.getRole(term), term, start, end);
      if (this.#vocabulary.isStopWord(term)) return;
      lengths[zone]!++;
      if (zone === 0) this.#nameStems.push(this.#vocabulary.getStem(term));
    };
    for (const { field, value } of document.texts) {
      const zone = this.#findZone(field);
      if (zone === noZone) continue;
      isTranslation = findTranslatedField(field) !== null;
      tokenize(
        value,
        (word, start, end, joined) => {
          if (++words > documentWordsMax) return;
          const term = this.#findTermId(word);
          if (joined) this.postingLists.add(term, id, zone);
          else count(term, zone, value, start, end);
        },
        (start, end, hash) => {
          if (++words > documentWordsMax) return;
          const known = this.#vocabulary.findPlainTerm(value, start, end, hash);
          const term = known >= 0 ? known : this.#createTerm(value.slice(start, end).toLowerCase());
          count(term, zone, value, start, end);
        },
      );
    }
    lengths.forEach((length, zone) => this.#zoneLengths[zone]!.push(Math.min(length, zoneLengthMax)));
    this.#nameOffsets.push(this.#nameStems.length);
    this.#headNouns.push(
      this.#headNounFinder.term < 0 ? noStem : this.#vocabulary.getStem(this.#headNounFinder.term),
    );
    this.#keys.push(document.key);
    this.#popularities.push(document.popularity);
    this.#documentByKey.set(document.key, id);
    this.columns.add(id, document.values, document.elements ?? []);
    this.#addIdentifiers(id, document);
    return id;
  }

  #addIdentifiers(id: number, { values }: IndexDocument): void {
    for (const { field, value } of values) {
      if (this.#identifierRank(field) < 0) continue;
      if (typeof value === 'number' && !Number.isFinite(value)) continue;
      const hash = hashIdentifier(normalizeIdentifier(value));
      if (hash === null) continue;
      this.#identifierHashes.push(hash);
      this.#identifierDocuments.push(id);
    }
  }

  get identifiers(): Identifiers {
    const { length } = this.#identifierHashes;
    return packIdentifiers(
      this.#identifierHashes.data.subarray(0, length),
      this.#identifierDocuments.data.subarray(0, length),
    );
  }

  findByIdentifier(hash: number): readonly number[] {
    for (; this.#identifiersIndexed < this.#identifierHashes.length; this.#identifiersIndexed++) {
      const known = this.#identifierHashes.data[this.#identifiersIndexed]!;
      const document = this.#identifierDocuments.data[this.#identifiersIndexed]!;
      const documents = this.#documentsByIdentifier.get(known);
      if (documents === undefined) this.#documentsByIdentifier.set(known, [document]);
      else if (documents.at(-1) !== document) documents.push(document);
    }
    return this.#documentsByIdentifier.get(hash) ?? [];
  }

  #findTermId(word: string): number {
    const term = this.#vocabulary.findTerm(word);
    return term >= 0 ? term : this.#createTerm(word);
  }

  #createTerm(word: string): number {
    this.postingLists.addTerm();
    return this.#vocabulary.add(word);
  }

  findDocument(key: number): number {
    return this.#documentByKey.get(key) ?? -1;
  }
  stemId(text: string): number {
    return this.#vocabulary.stemId(text);
  }
  stemText(stem: number): string {
    return this.stems[stem]!;
  }
  listTermsOfStem(stem: number): number[] {
    return this.#vocabulary.listTermsOfStem(stem);
  }
  stemOfTerm(term: number): number {
    return this.#vocabulary.getStem(term);
  }
  readTerm(term: number): string {
    return this.terms[term]!;
  }
  isTerm(term: number, word: string): boolean {
    return this.terms[term] === word;
  }
  termHasDigit(term: number): boolean {
    return hasDigit(this.terms[term]!);
  }
  documentFrequency(term: number): number {
    return this.postingLists.countPostings(term);
  }
  readPostings(term: number, into: PostingSlice): void {
    this.postingLists.read(term, into);
  }

  walk(word: string, typos: 1 | 2, visit: TermVisitor): void {
    this.#buildTermTrie().walk(new FuzzyAutomaton(word, typos), visit);
  }

  findTermsByPrefix(prefix: string): number[] {
    return this.#buildTermTrie().findByPrefix(prefix);
  }

  #buildTermTrie(): MutableTrie {
    for (let term = this.#trie.termCount; term < this.termCount; term++)
      this.#trie.add(foldUnits(this.terms[term]!));
    return this.#trie;
  }

  findCodesContaining(text: string): number[] {
    const terms: number[] = [];
    this.terms.forEach((term, i) => {
      if (term.includes(text) && isCode(term)) terms.push(i);
    });
    return terms;
  }

  /** Does nothing, as the segment is small enough to scan. */
  prepareInfixSearch(): boolean {
    return false;
  }

  findTermsByEnding(endings: readonly string[], stem: string): number[] {
    const terms: number[] = [];
    this.terms.forEach((text, term) => {
      const folded = foldUnits(text);
      const ends = endings.some((ending) => folded.endsWith(ending));
      if (ends || this.stems[this.stemOfTerm(term)]!.endsWith(stem)) terms.push(term);
    });
    return terms;
  }

  getColumn(field: IndexField): Column | undefined {
    if (typeof field !== 'string') return this.#coalesced.buildColumn(field, this.documentCount);
    return this.columns.getColumn(field);
  }
}
