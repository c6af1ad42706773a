import type { Steps } from '../../bits/steps.ts';
import { createAnalyzer, type Analyzer } from '../language/analyzer.ts';
import type { QueryText } from '../language/query-words.ts';
import type { IndexField } from '../schema/index-field.ts';
import type { FieldValue, IndexDocument } from '../schema/document.ts';
import { listDocumentValues } from '../segments/columns.ts';
import { GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import { mergeColumnTypes, listFieldNames, type ColumnTypes } from '../query/column-types.ts';
import { listFewPassingKeys, listPassingKeys } from '../order/passing-keys.ts';
import { passesFilter } from '../query/filters.ts';
import { buildSegmentFilters } from '../query/segment-filter.ts';
import type {
  FilterNode,
  TextCount,
  TextCountQuery,
  IndexQuery,
  IndexResult,
  IndexExplanation,
} from '../query/query.ts';
import { listSearchedBrandFields } from './brand-values.ts';
import { findCarrierPhrases, type PhraseSpan } from './carrier-phrase-finder.ts';
import { Searcher } from './searcher.ts';
import type { StartedSearch } from './started-search.ts';
import type { WordPresence } from './word-search.ts';
import { hashSettings } from '../segments/segment-format.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type {
  MergePlan,
  SealedSegment,
  SegmentBuffer,
  SegmentChange,
  SegmentSetState,
  TextSnapshot,
} from '../segments/segment-changes.ts';
import { SegmentSet } from '../segments/segment-set.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { noCommonWords, type CommonWords } from '../expansion/typo-rules.ts';

/** A change of an index, for its replicas. */
export type IndexChange = SegmentChange | { readonly kind: 'configure'; readonly settings: TextSettings };

/** The state of a new replica. */
export interface ReplicaState {
  readonly settings: TextSettings;
  readonly segments: SegmentSetState;
}

/**
 * A product index: immutable segments and one mutable segment, searched as one. Changes are visible to the next call, and
 * results do not depend on how documents are distributed over segments. For use by one thread; nothing is asynchronous.
 */
export class SegmentedIndex {
  /** The text analysis of this index, as `createHighlighter()` needs it. */
  readonly analyzer: Analyzer;
  /** Common words of the languages, if known, which are not corrected. */
  readonly commonWords: CommonWords;
  readonly #globalOrdinals = new GlobalOrdinalsCache();
  readonly #segments: SegmentSet;
  #settings: TextSettings;
  #searcher: Searcher;
  #onChange: ((change: IndexChange) => void) | null = null;
  #fieldNames: { version: string; names: ReadonlySet<string> } = { version: '', names: new Set() };

  constructor(
    settings: TextSettings = defaultTextSettings,
    commonWords: CommonWords = noCommonWords,
    segments: SegmentSet = new SegmentSet(settings),
  ) {
    this.commonWords = commonWords;
    this.#settings = settings;
    this.#segments = segments;
    this.analyzer = createAnalyzer(settings);
    this.#searcher = this.#createSearcher();
  }

  /**
   * Restores an index from a snapshot. The caller adds the documents of `snapshot.mutableKeys` and sets the popularities again.
   * @throws SegmentFormatError if a buffer is not of this format version and these settings.
   */
  static restore(
    createSnapshot: TextSnapshot,
    settings: TextSettings = defaultTextSettings,
    commonWords?: CommonWords,
  ): SegmentedIndex {
    const index = new SegmentedIndex(settings, commonWords);
    index.#segments.restore(createSnapshot);
    return index;
  }

  /** An index in another thread with the same documents, as long as it applies all changes. For `readDocument` see `SegmentSet.createReplica`. */
  static createReplica(
    { settings, segments }: ReplicaState,
    readDocument: (key: number) => IndexDocument,
    commonWords?: CommonWords,
  ): SegmentedIndex {
    return new SegmentedIndex(
      settings,
      commonWords,
      SegmentSet.createReplica(settings, segments, readDocument),
    );
  }

  /** See `SegmentSet.replicaState`. */
  readReplicaState(): ReplicaState {
    return { settings: this.#settings, segments: this.#segments.readReplicaState() };
  }

  /** Calls `listener` after every change; null removes it. */
  onChange(listener: ((change: IndexChange) => void) | null): void {
    this.#onChange = listener;
    this.#segments.onChange(listener);
  }

  /** Applies a change of the index that this one replicates. */
  apply(change: IndexChange): void {
    if (change.kind === 'configure') this.configure(change.settings);
    else this.#segments.apply(change);
  }

  get settings(): TextSettings {
    return this.#settings;
  }

  /**
   * Applies other settings from the next search on. Settings that determine the indexed content (see `hashSettings()`) must
   * stay the same: for others, build another index.
   * @throws RangeError if they differ.
   */
  configure(settings: TextSettings): void {
    this.#checkContent(settings);
    this.#settings = settings;
    this.#segments.configure(settings);
    this.#searcher = this.#createSearcher();
    this.#onChange?.({ kind: 'configure', settings });
  }

  /**
   * The documents of this index under other settings, for reading: it sees all changes of them.
   * @throws RangeError as `configure()`
   */
  view(settings: TextSettings): SegmentedIndex {
    this.#checkContent(settings);
    return new SegmentedIndex(settings, this.commonWords, this.#segments);
  }

  #checkContent(settings: TextSettings): void {
    if (hashSettings(settings) === hashSettings(this.#settings)) return;
    throw new RangeError(
      'Cannot configure a text index as fields, languages or stop words differ: build another index',
    );
  }

  get size(): number {
    return this.#segments.size;
  }

  /** Number of documents in the mutable segment, deleted ones included: decides when to `seal()`. */
  get mutableSize(): number {
    return this.#segments.mutableSize;
  }

  get segmentBytes(): number {
    return this.#segments
      .listImmutable()
      .reduce((bytes, { segment }) => bytes + segment.buffer.byteLength, 0);
  }

  get segmentCount(): number {
    return this.#segments.states.length;
  }

  /** @throws RangeError if the key is not a uint32 or the popularity is not finite. */
  add(document: IndexDocument): void {
    this.#segments.add(document);
  }

  /** Deletes a document; returns false if there is none with this key. */
  remove(key: number): boolean {
    return this.#segments.remove(key);
  }

  /**
   * Changes the popularity of a document; returns false if there is none with this key. @throws RangeError if the popularity is not
   * finite.
   */
  setPopularity(key: number, readPopularity: number): boolean {
    return this.#segments.setPopularity(key, readPopularity);
  }

  /** The popularity of a document, or null if there is none with this key. */
  readPopularity(key: number): number | null {
    return this.#segments.readPopularity(key);
  }

  /** The values of a field of a document, in their order; none if there is no such document. */
  readValues(key: number, field: IndexField): readonly FieldValue[] {
    const state = this.#segments.findState(key);
    const column = state?.segment.getColumn(field);
    return column === undefined ? [] : [...listDocumentValues(column, state!.findDocument(key))];
  }

  has(key: number): boolean {
    return this.#segments.findState(key) !== undefined;
  }

  analyze(text: string, language?: string): QueryText {
    return this.#searcher.analyze(text, language);
  }

  /** Tells how the catalog has each word of a text, whose last word may be a prefix. */
  findPresence(queryText: QueryText): WordPresence[] {
    return this.#searcher.findPresence(queryText, this.#segments.states);
  }

  /** Tells which words of a text are in translated names, but in no name of an item's own language. */
  findTranslatedWords(queryText: QueryText): boolean[] {
    return this.#searcher.findTranslatedWords(queryText, this.#segments.states);
  }

  /** The words of a request around the product; see `findCarrierPhrases()`. The names of documents that match `hidden` do not count. */
  carrierPhrases(text: string, language?: string, hidden?: FilterNode): PhraseSpan[] {
    const { languages } = this.#settings;
    const { states } = this.#segments;
    const brandFields = listSearchedBrandFields(this.#settings);
    const catalog = { analyzer: this.analyzer, languages, states, brandFields };
    if (hidden === undefined) return findCarrierPhrases(text, language, catalog);
    // The test is built lazily, as few queries have a phrase that is in a name.
    let isHidden: ((key: number) => boolean) | null = null;
    const isVisible = (key: number): boolean => !(isHidden ??= this.filter(hidden))(key);
    return findCarrierPhrases(text, language, { ...catalog, isVisible });
  }

  search(query: IndexQuery): IndexResult {
    return this.#searcher.search(query, this.#segments.states, this.#segments.stats);
  }

  /** Fills the caches that the search needs, in steps between which the index may change; `begin()` is then short. */
  prepare(query: IndexQuery): Steps<void> {
    return this.#searcher.prepare(query, this.#segments.states);
  }

  /** Starts a `search()` whose facets are counted in steps, between which the index may change. */
  begin(query: IndexQuery): StartedSearch {
    return this.#searcher.begin(query, () => this.#segments);
  }

  /** The total with all words of a text, the last one whole, as `search()` returns it, without ranking. */
  count(query: TextCountQuery): TextCount {
    return this.#searcher.count(query, this.#segments.states, this.#segments.stats);
  }

  /** The position of a document in the result of a search, with the reasons; null if there is no such document. */
  explain(query: IndexQuery, key: number): IndexExplanation | null {
    const { states, stats } = this.#segments;
    return this.has(key) ? this.#searcher.explain(query, key, states, stats) : null;
  }

  /** The types of a field's values, or null if no document has the field. */
  findColumnTypes(field: string): ColumnTypes | null {
    return mergeColumnTypes(this.#readers, field);
  }

  /** The fields with values. Returns the same set until fields are added or removed. */
  listFieldNames(): ReadonlySet<string> {
    const version = this.#segments.states
      .map(({ id, segment, sealed }) => (sealed ? id : segment.fields.length))
      .join();
    if (this.#fieldNames.version !== version)
      this.#fieldNames = { version, names: listFieldNames(this.#readers) };
    return this.#fieldNames.names;
  }

  /** Returns a test of documents by key, valid until the index changes. Unknown keys fail. */
  filter(filter: FilterNode): (key: number) => boolean {
    const { states } = this.#segments;
    return listPassingKeys(states, buildSegmentFilters(states, filter));
  }

  /** The keys of the documents that pass, unordered, or null if there are more than `max`. */
  findKeysPassing(filter: FilterNode | undefined, max: number): number[] | null {
    const { states } = this.#segments;
    return listFewPassingKeys(states, buildSegmentFilters(states, filter), max);
  }

  /** Whether one document passes, as of the first step; the index may change between steps. Unknown keys fail. */
  *doesPass(filter: FilterNode, key: number): Steps<boolean> {
    const state = this.#segments.findState(key);
    return state !== undefined && (yield* passesFilter(state, filter, state.findDocument(key)));
  }

  /**
   * Adds a built segment; its documents replace those with the same keys. Returns the segment's id.
   * @throws SegmentFormatError if the buffer is not of this format version and these settings.
   */
  attach(buffer: SegmentBuffer): number {
    return this.#segments.attach(buffer);
  }

  /**
   * Seals the mutable segment and starts a new one. The sealed one remains searchable until `replace([id], buffer)` replaces it with an
   * immutable one. Null if it has no live documents.
   */
  seal(): SealedSegment | null {
    return this.#segments.seal();
  }

  /** Sealed segments not yet replaced, including those sealed because they were full. */
  listSealed(): SealedSegment[] {
    return this.#segments.listSealedSegments();
  }

  /**
   * Replaces segments with one built from their documents. Documents deleted or changed during the build stay deleted.
   * Returns the new segment's id, or null if none of its documents is live.
   * @throws RangeError for an unknown id; SegmentFormatError for a bad buffer. The index then remains unchanged.
   */
  replace(segmentIds: readonly number[], buffer: SegmentBuffer): number | null {
    return this.#segments.replace(segmentIds, buffer);
  }

  /**
   * The next useful merge, for a worker to run and `replace()` to apply, or null. `compacts` includes merges that only make searches
   * faster, for times without changes.
   */
  mergePlan({ compacts = false }: { compacts?: boolean } = {}): MergePlan | null {
    return this.#segments.mergePlan(compacts);
  }

  createSnapshot(): TextSnapshot {
    return this.#segments.createSnapshot();
  }

  #createSearcher(): Searcher {
    const { analyzer, commonWords } = this;
    const { dictionary } = this.#segments;
    return new Searcher(this.#settings, analyzer, dictionary, this.#globalOrdinals, commonWords);
  }

  get #readers(): SegmentReader[] {
    return this.#segments.states.map(({ segment }) => segment);
  }
}
