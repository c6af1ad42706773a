import { hasBit, newBitmap } from '../../bits/bitmap.ts';
import type { Steps } from '../../bits/steps.ts';
import { createAnalyzer, type Analyzer } from '../language/analyzer.ts';
import type { QueryText } from '../language/query-words.ts';
import { checkPopularity, segmentDocumentsMax, type IndexDocument } from '../schema/document.ts';
import { GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import { columnTypesOf, fieldNames, type ColumnTypes } from '../query/column-types.ts';
import { passingKeys } from '../order/passing-keys.ts';
import { documentPasses } from '../query/filters.ts';
import { segmentFilters } from '../query/segment-filter.ts';
import { ImmutableSegment } from '../segments/immutable-segment.ts';
import { MutableSegment } from '../segments/mutable-segment.ts';
import { SharedDictionary } from '../segments/shared-dictionary.ts';
import { chooseMerge } from '../segments/merge-policy.ts';
import type {
  FilterNode,
  TextCount,
  TextCountQuery,
  IndexQuery,
  IndexResult,
  IndexExplanation,
} from '../query/query.ts';
import type { CorpusStats } from '../scoring/ranking.ts';
import { Searcher, type StartedSearch } from './searcher.ts';
import { settingsFingerprint } from '../segments/segment-format.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { SegmentState, transferDocuments } from '../segments/segment-state.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import type { CommonWords } from '../expansion/typo-rules.ts';
import { zoneCount } from '../schema/zones.ts';

export type SegmentBuffer = SharedArrayBuffer | ArrayBuffer;

/** The input of a merge in a worker (see `mergeSegments`); the bitmaps are copies. */
export interface MergePlan {
  segments: number[];
  buffers: SegmentBuffer[];
  deleted: Uint32Array[];
}

/** A mutable segment that no longer accepts documents, to be rebuilt as an immutable one from the same documents. */
export interface SealedSegment {
  id: number;
  /** Keys of its live documents. */
  keys: Uint32Array;
}

/** A snapshot of the immutable segments. After `restore()`, the caller must add the documents of `mutableKeys` again. */
export interface TextSnapshot {
  segments: { buffer: SegmentBuffer; deleted: Uint32Array }[];
  mutableKeys: Uint32Array;
}

/**
 * A product index: immutable segments and one mutable segment, searched as one. Changes are visible to the next call, and
 * results do not depend on how documents are distributed over segments. For use by one thread; nothing is asynchronous.
 */
export class SegmentedIndex {
  /** The text analysis of this index, as `highlighter()` needs it. */
  readonly analyzer: Analyzer;
  /** Common words of the languages, where known: they are not corrected. */
  readonly commonWords: CommonWords;
  readonly #fingerprint: number;
  readonly #dictionary = new SharedDictionary();
  readonly #globalOrdinals = new GlobalOrdinalsCache();
  #settings: TextSettings;
  #searcher: Searcher;
  /** The last one is the state of the mutable segment. */
  #states: SegmentState[] = [];
  #mutable: MutableSegment;
  #nextId = 1;
  #size = 0;
  readonly #zoneLengthSums: number[];
  readonly #zoneDocumentCounts: number[];
  #fieldNames: { version: string; names: ReadonlySet<string> } = { version: '', names: new Set() };

  constructor(settings: TextSettings = defaultTextSettings, commonWords: CommonWords = new Map()) {
    this.commonWords = commonWords;
    this.#settings = settings;
    this.#fingerprint = settingsFingerprint(settings);
    this.analyzer = createAnalyzer(settings);
    this.#searcher = this.#newSearcher();
    this.#zoneLengthSums = Array<number>(zoneCount(settings)).fill(0);
    this.#zoneDocumentCounts = Array<number>(zoneCount(settings)).fill(0);
    this.#mutable = new MutableSegment(settings);
    this.#states.push(this.#state(this.#mutable, false, newBitmap(0)));
  }

  /**
   * Restores an index from a snapshot; the caller adds the documents of `snapshot.mutableKeys`.
   * @throws SegmentFormatError where a buffer is not of this format version and these settings.
   */
  static restore(
    snapshot: TextSnapshot,
    settings: TextSettings = defaultTextSettings,
    commonWords?: CommonWords,
  ): SegmentedIndex {
    const index = new SegmentedIndex(settings, commonWords);
    for (const { buffer, deleted } of snapshot.segments) {
      const segment = new ImmutableSegment(buffer, index.#fingerprint);
      index.#insert(index.#state(segment, true, deleted.slice()));
    }
    index.#updateDictionary();
    return index;
  }

  get settings(): TextSettings {
    return this.#settings;
  }

  /**
   * Applies other settings from the next search on. Settings that determine the indexed content (see `settingsFingerprint`) must
   * stay the same: for others, build another index.
   * @throws RangeError where they differ.
   */
  configure(settings: TextSettings): void {
    if (settingsFingerprint(settings) !== this.#fingerprint) {
      throw new RangeError(
        'Cannot configure a text index as fields, languages or stop words differ: build another index',
      );
    }
    this.#settings = settings;
    this.#searcher = this.#newSearcher();
  }

  /** Number of live documents. */
  get size(): number {
    return this.#size;
  }

  /** Number of documents in the mutable segment, deleted ones included: decides when to `seal()`. */
  get mutableSize(): number {
    return this.#mutable.documentCount;
  }

  /** Bytes of the immutable segments. */
  get segmentBytes(): number {
    return this.#immutable().reduce((bytes, { segment }) => bytes + segment.buffer.byteLength, 0);
  }

  get segmentCount(): number {
    return this.#states.length;
  }

  /** @throws RangeError where the key is not a uint32 or the popularity is not finite. */
  add(document: IndexDocument): void {
    if (document.key >>> 0 !== document.key) {
      throw new RangeError(
        `Cannot index a document as its key must be a uint32: current value is ${document.key}`,
      );
    }
    checkPopularity(document.key, document.popularity);
    this.remove(document.key);
    if (this.#mutable.documentCount === segmentDocumentsMax) this.seal();
    const id = this.#mutable.add(document);
    this.#count(this.#states.at(-1)!, id, 1);
  }

  /** Deletes a document; false where there is none with this key. */
  remove(key: number): boolean {
    const state = this.#stateOf(key);
    if (state === undefined) return false;
    this.#delete(state, state.documentOf(key));
    return true;
  }

  /**
   * Changes the popularity of a document; false where there is none with this key.
   * @throws RangeError where the popularity is not finite.
   */
  setPopularity(key: number, popularity: number): boolean {
    checkPopularity(key, popularity);
    const state = this.#stateOf(key);
    if (state === undefined) return false;
    state.segment.popularities[state.documentOf(key)] = popularity;
    return true;
  }

  has(key: number): boolean {
    return this.#stateOf(key) !== undefined;
  }

  analyze(text: string, language?: string): QueryText {
    return this.#searcher.analyze(text, language);
  }

  search(query: IndexQuery): IndexResult {
    return this.#searcher.search(query, this.#states, this.#stats());
  }

  /** Fills the caches that the search needs, in steps between which the index may change; `begin()` is then short. */
  prepare(query: IndexQuery): Steps<void> {
    return this.#searcher.prepare(query, [...this.#states]);
  }

  /** `search()` with facets counted in steps, between which the index may change. */
  begin(query: IndexQuery): StartedSearch {
    return this.#searcher.begin(query, () => ({ states: [...this.#states], stats: this.#stats() }));
  }

  /** The total with all words of a text, the last one whole, as `search()` returns it, without ranking. */
  count(query: TextCountQuery): TextCount {
    return this.#searcher.count(query, this.#states, this.#stats());
  }

  /** The position of a document in the result of a search, with the reasons; null where there is no such document. */
  explain(query: IndexQuery, key: number): IndexExplanation | null {
    return this.has(key) ? this.#searcher.explain(query, key, this.#states, this.#stats()) : null;
  }

  #stats(): CorpusStats {
    return {
      documentCount: this.#size,
      zoneLengthSums: this.#zoneLengthSums,
      zoneDocumentCounts: this.#zoneDocumentCounts,
    };
  }

  /** The types of a field's values; null where no document has the field. */
  columnTypes(field: string): ColumnTypes | null {
    return columnTypesOf(this.#segments(), field);
  }

  /** The fields with values. Returns the same set until fields are added or removed. */
  fieldNames(): ReadonlySet<string> {
    const version = this.#states
      .map(({ id, segment, sealed }) => (sealed ? id : segment.fields.length))
      .join();
    if (this.#fieldNames.version !== version)
      this.#fieldNames = { version, names: fieldNames(this.#segments()) };
    return this.#fieldNames.names;
  }

  /** A test of documents by key; unknown keys fail. Valid until the index changes. */
  filter(filter: FilterNode): (key: number) => boolean {
    const states = [...this.#states];
    return passingKeys(states, segmentFilters(states, filter));
  }

  /** Whether one document passes, as of the first step; the index may change between steps. Unknown keys fail. */
  *passes(filter: FilterNode, key: number): Steps<boolean> {
    const state = this.#stateOf(key);
    return state !== undefined && (yield* documentPasses(state, filter, state.documentOf(key)));
  }

  /**
   * Adds a built segment; its documents replace those with the same keys. Returns the segment's id.
   * @throws SegmentFormatError where the buffer is not of this format version and these settings.
   */
  attach(buffer: SegmentBuffer): number {
    const segment = new ImmutableSegment(buffer, this.#fingerprint);
    if (this.#size > 0) for (const key of segment.keys) this.remove(key);
    const state = this.#state(segment, true, newBitmap(segment.documentCount));
    this.#insert(state);
    this.#updateDictionary();
    return state.id;
  }

  /**
   * Seals the mutable segment and starts a new one. The sealed one remains searchable until `replace([id], buffer)` replaces it
   * with an immutable one. Null where it has no live documents.
   */
  seal(): SealedSegment | null {
    const state = this.#states.at(-1)!;
    if (state.liveCount === 0) {
      this.#states.pop();
    } else {
      state.sealed = true;
    }
    this.#mutable = new MutableSegment(this.#settings);
    this.#states.push(this.#state(this.#mutable, false, newBitmap(0)));
    return state.liveCount === 0 ? null : { id: state.id, keys: liveKeysOf(state) };
  }

  /** Sealed segments not yet replaced, including those sealed because they were full. */
  sealed(): SealedSegment[] {
    return this.#states
      .filter((state) => state.sealed && !(state.segment instanceof ImmutableSegment))
      .map((state) => ({ id: state.id, keys: liveKeysOf(state) }));
  }

  /**
   * Replaces segments with one built from their documents. Documents deleted or changed during the build stay deleted.
   * Returns the new segment's id, or null where none of its documents is live.
   * @throws RangeError for an unknown id; SegmentFormatError for a bad buffer. The index then remains unchanged.
   */
  replace(segmentIds: readonly number[], buffer: SegmentBuffer): number | null {
    const old = segmentIds.map((id) => {
      const state = this.#states.find((candidate) => candidate.id === id && candidate.sealed);
      if (state === undefined)
        throw new RangeError(`Cannot replace text segment ${id} as no sealed segment has this id`);
      return state;
    });
    const segment = new ImmutableSegment(buffer, this.#fingerprint);
    const deleted = transferDocuments(old, segment);
    for (const state of old) this.#removeState(state);
    const state = this.#state(segment, true, deleted);
    if (state.liveCount === 0) return null;
    this.#insert(state);
    this.#updateDictionary();
    return state.id;
  }

  /** The next useful merge, for a worker to run and `replace()` to apply; null where there is none. */
  mergePlan(): MergePlan | null {
    const chosen = chooseMerge(this.#immutable().map(({ state }) => state));
    if (chosen === null) return null;
    const members = this.#immutable().filter(({ state }) => chosen.includes(state));
    return {
      segments: members.map(({ state }) => state.id),
      buffers: members.map(({ segment }) => segment.buffer),
      deleted: members.map(({ state }) => state.deleted.slice()),
    };
  }

  snapshot(): TextSnapshot {
    const mutable = this.#states.filter(({ segment }) => !(segment instanceof ImmutableSegment));
    return {
      segments: this.#immutable().map(({ state, segment }) => ({
        buffer: segment.buffer,
        deleted: state.deleted.slice(),
      })),
      mutableKeys: Uint32Array.from(mutable.flatMap((state) => [...liveKeysOf(state)])),
    };
  }

  #immutable(): { state: SegmentState; segment: ImmutableSegment }[] {
    return this.#states.flatMap((state) =>
      state.segment instanceof ImmutableSegment ? [{ state, segment: state.segment }] : [],
    );
  }

  #newSearcher(): Searcher {
    const { analyzer, commonWords } = this;
    return new Searcher(this.#settings, analyzer, this.#dictionary, this.#globalOrdinals, commonWords);
  }

  #state(segment: SegmentReader, sealed: boolean, deleted: Uint32Array): SegmentState {
    return new SegmentState(this.#nextId++, segment, sealed, deleted, this.#dictionary);
  }

  #segments(): SegmentReader[] {
    return this.#states.map(({ segment }) => segment);
  }

  #updateDictionary(): void {
    this.#dictionary.update(this.#segments());
  }

  #stateOf(key: number): SegmentState | undefined {
    // A loop, as recommendation lists look up hundreds of items each.
    for (let at = this.#states.length - 1; at >= 0; at--) {
      const state = this.#states[at]!;
      if (state.documentOf(key) >= 0) return state;
    }
    return undefined;
  }

  #delete(state: SegmentState, document: number): void {
    state.delete(document);
    this.#count(state, document, -1);
  }

  /** Adds a document to the corpus statistics, or subtracts it. */
  #count(state: SegmentState, document: number, sign: 1 | -1): void {
    this.#size += sign;
    state.segment.zoneLengths.forEach((lengths, zone) => {
      const length = lengths[document]!;
      if (length === 0) return;
      this.#zoneLengthSums[zone]! += sign * length;
      this.#zoneDocumentCounts[zone]! += sign;
    });
  }

  #countAll(state: SegmentState, sign: 1 | -1): void {
    for (let document = 0; document < state.segment.documentCount; document++) {
      if (!hasBit(state.deleted, document)) this.#count(state, document, sign);
    }
  }

  /** Inserts a state before that of the mutable segment. */
  #insert(state: SegmentState): void {
    this.#countAll(state, 1);
    this.#states.splice(-1, 0, state);
  }

  #removeState(state: SegmentState): void {
    this.#countAll(state, -1);
    this.#states = this.#states.filter((other) => other !== state);
  }
}

function liveKeysOf(state: SegmentState): Uint32Array {
  const keys = state.segment.keys.subarray(0, state.segment.documentCount);
  return keys.filter((_, document) => !hasBit(state.deleted, document));
}
