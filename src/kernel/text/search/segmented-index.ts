import { hasBit, newBitmap } from '../../bits/bitmap.ts';
import type { Steps } from '../../bits/steps.ts';
import { createAnalyzer, type Analyzer } from '../language/analyzer.ts';
import { segmentDocumentsMax, type IndexDocument } from '../schema/document.ts';
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
import { Searcher, type BegunSearch } from './searcher.ts';
import { settingsFingerprint } from '../segments/segment-format.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { SegmentState, takeOver } from '../segments/segment-state.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import type { CommonWords } from '../expansion/typo-rules.ts';
import { zoneCount } from '../schema/zones.ts';

export type SegmentBuffer = SharedArrayBuffer | ArrayBuffer;

/** What a worker needs for a merge (see `mergeSegments`); the bitmaps are copies. */
export interface MergePlan {
  segments: number[];
  buffers: SegmentBuffer[];
  deleted: Uint32Array[];
}

/** A mutable segment that takes no more documents, to be built as an immutable one from the same documents. */
export interface SealedSegment {
  id: number;
  /** Its live documents. */
  keys: Uint32Array;
}

/** What to keep. Documents of `liveKeys` are in no segment yet: add them again after `TextIndex.restore()`. */
export interface TextSnapshot {
  segments: { buffer: SegmentBuffer; deleted: Uint32Array }[];
  mutableKeys: Uint32Array;
}

/**
 * A product index: immutable segments and one mutable segment, searched as one. What is added is found by the next
 * call, and no answer depends on how the documents lie in segments. For use by one thread; nothing is asynchronous.
 */
export class SegmentedIndex {
  /** How words are brought together here: what `highlighter()` needs. */
  readonly analyzer: Analyzer;
  /** Of the languages, as far as they are known: they are not taken for mistyped ones. */
  readonly commonWords: CommonWords;
  readonly #fingerprint: number;
  readonly #lexicon = new SharedDictionary();
  readonly #fields = new GlobalOrdinalsCache();
  #settings: TextSettings;
  #searcher: Searcher;
  /** The last one is the mutable one. */
  #states: SegmentState[] = [];
  #live: MutableSegment;
  #nextId = 1;
  #size = 0;
  readonly #zoneLengthSums: number[];
  readonly #zoneDocumentCounts: number[];
  #names: { version: string; names: ReadonlySet<string> } = { version: '', names: new Set() };

  constructor(settings: TextSettings = defaultTextSettings, commonWords: CommonWords = new Map()) {
    this.commonWords = commonWords;
    this.#settings = settings;
    this.#fingerprint = settingsFingerprint(settings);
    this.analyzer = createAnalyzer(settings);
    this.#searcher = new Searcher(settings, this.analyzer, this.#lexicon, this.#fields, this.commonWords);
    this.#zoneLengthSums = Array<number>(zoneCount(settings)).fill(0);
    this.#zoneDocumentCounts = Array<number>(zoneCount(settings)).fill(0);
    this.#live = new MutableSegment(settings);
    this.#states.push(this.#state(this.#live, false, newBitmap(0)));
  }

  /**
   * An index of kept segments; the documents of `snapshot.liveKeys` are the caller's to add again.
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
    index.#updateLexicon();
    return index;
  }

  get settings(): TextSettings {
    return this.#settings;
  }

  /**
   * Searches by other settings from the next call on. Those that decide what documents hold (see `settingsFingerprint`)
   * must be the same: for others, build another index.
   * @throws RangeError where they are not.
   */
  configure(settings: TextSettings): void {
    if (settingsFingerprint(settings) !== this.#fingerprint)
      throw new RangeError('Cannot configure a text index with fields or words that it was not built with');
    this.#settings = settings;
    this.#searcher = new Searcher(settings, this.analyzer, this.#lexicon, this.#fields, this.commonWords);
  }

  /** Number of documents that can be found. */
  get size(): number {
    return this.#size;
  }

  /** Number of documents in the mutable segment, replaced and removed ones included: what tells when to `seal()`. */
  get mutableSize(): number {
    return this.#live.documentCount;
  }

  /** Bytes of the immutable segments. */
  get segmentBytes(): number {
    return this.#frozen().reduce((bytes, { segment }) => bytes + segment.buffer.byteLength, 0);
  }

  get segmentCount(): number {
    return this.#states.length;
  }

  /** @throws RangeError for a key that is no uint32 or a rank that is not finite. */
  add(document: IndexDocument): void {
    if (document.key >>> 0 !== document.key) {
      throw new RangeError(
        `Cannot index a document as its key must be a uint32: current value is ${document.key}`,
      );
    }
    if (!Number.isFinite(document.popularity)) {
      throw new RangeError(
        `Cannot index document ${document.key} as its rank must be finite: current value is ${document.popularity}`,
      );
    }
    this.remove(document.key);
    if (this.#live.documentCount === segmentDocumentsMax) this.seal();
    const id = this.#live.add(document);
    this.#count(this.#states.at(-1)!, id, 1);
  }

  /** Whether there was such a document. */
  remove(key: number): boolean {
    const state = this.#slotOf(key);
    if (state === undefined) return false;
    this.#delete(state, state.documentOf(key));
    return true;
  }

  /**
   * Gives a document another rank, for the next search. Says whether there is such a document.
   * @throws RangeError for a rank that is not finite.
   */
  setPopularity(key: number, rank: number): boolean {
    if (!Number.isFinite(rank)) {
      throw new RangeError(
        `Cannot rank document ${key} as its rank must be finite: current value is ${rank}`,
      );
    }
    const state = this.#slotOf(key);
    if (state === undefined) return false;
    state.segment.popularities[state.documentOf(key)] = rank;
    return true;
  }

  has(key: number): boolean {
    return this.#slotOf(key) !== undefined;
  }

  search(query: IndexQuery): IndexResult {
    return this.#searcher.search(query, this.#states, this.#stats());
  }

  /** Makes what the search needs and what is kept, in steps between which the index may change; then `begin()` is short. */
  prepare(query: IndexQuery): Steps<void> {
    return this.#searcher.prepare(query, [...this.#states]);
  }

  /** As `search()`, with facets that are counted in steps between which the index may change. */
  begin(query: IndexQuery): BegunSearch {
    return this.#searcher.begin(query, () => ({ states: [...this.#states], stats: this.#stats() }));
  }

  /** How many have all words of a text, the last one whole: as `search()` says, without ranking them. */
  count(query: TextCountQuery): TextCount {
    return this.#searcher.count(query, this.#states, this.#stats());
  }

  /** Where a document stands in the list of a search, and why; null where there is no such document. */
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

  /** What the values of a field are; null where no document has it. */
  fieldKinds(field: string): ColumnTypes | null {
    return columnTypesOf(this.#segments(), field);
  }

  /** The fields that documents have values in; the same set as long as there are no others. */
  fieldNames(): ReadonlySet<string> {
    const version = this.#states
      .map(({ id, segment, sealed }) => (sealed ? id : segment.fields.length))
      .join();
    if (this.#names.version !== version) this.#names = { version, names: fieldNames(this.#segments()) };
    return this.#names.names;
  }

  /** A test for documents by key, unknown keys failing. Valid until the index changes. */
  filter(filter: FilterNode): (key: number) => boolean {
    const states = [...this.#states];
    return passingKeys(states, segmentFilters(states, filter));
  }

  /** Whether one document passes, as it was when this began, in steps between which the index may change; unknown keys fail. */
  *passes(filter: FilterNode, key: number): Steps<boolean> {
    const state = this.#slotOf(key);
    return state !== undefined && (yield* documentPasses(state, filter, state.documentOf(key)));
  }

  /**
   * Makes a built segment part of the index; its documents replace those with the same keys. Gives the segment's id.
   * @throws SegmentFormatError
   */
  attach(buffer: SegmentBuffer): number {
    const segment = new ImmutableSegment(buffer, this.#fingerprint);
    if (this.#size > 0) for (const key of segment.keys) this.remove(key);
    const state = this.#state(segment, true, newBitmap(segment.documentCount));
    this.#insert(state);
    this.#updateLexicon();
    return state.id;
  }

  /**
   * Closes the mutable segment and begins a new one; it is searched on until `replace([id], buffer)` puts a built one
   * in its place. Null where it holds nothing alive.
   */
  seal(): SealedSegment | null {
    const state = this.#states.at(-1)!;
    if (state.liveCount === 0) {
      this.#states.pop();
    } else {
      state.sealed = true;
    }
    this.#live = new MutableSegment(this.#settings);
    this.#states.push(this.#state(this.#live, false, newBitmap(0)));
    return state.liveCount === 0 ? null : { id: state.id, keys: liveKeysOf(state) };
  }

  /** Sealed segments that no `replace()` has taken the place of, as after one that was sealed because it was full. */
  sealed(): SealedSegment[] {
    return this.#states
      .filter((state) => state.sealed && !(state.segment instanceof ImmutableSegment))
      .map((state) => ({ id: state.id, keys: liveKeysOf(state) }));
  }

  /**
   * Puts one built segment in the place of others: of its documents, those appear that the others still had alive, so
   * that what was removed or changed while it was built stays so. Gives the new segment's id, or null where nothing of
   * it is alive.
   * @throws RangeError for an unknown id; SegmentFormatError for a bad buffer. The index is then as it was.
   */
  replace(segmentIds: readonly number[], buffer: SegmentBuffer): number | null {
    const old = segmentIds.map((id) => {
      const state = this.#states.find((candidate) => candidate.id === id && candidate.sealed);
      if (state === undefined)
        throw new RangeError(`Cannot replace text segment ${id} as there is none sealed with this id`);
      return state;
    });
    const segment = new ImmutableSegment(buffer, this.#fingerprint);
    const deleted = takeOver(old, segment);
    for (const state of old) this.#take(state);
    const state = this.#state(segment, true, deleted);
    if (state.liveCount === 0) return null;
    this.#insert(state);
    this.#updateLexicon();
    return state.id;
  }

  /** The next merge worth doing, for a worker to run and `replace()` to apply; null where there is none. */
  mergePlan(): MergePlan | null {
    const chosen = chooseMerge(this.#frozen().map(({ state }) => state));
    if (chosen === null) return null;
    const members = this.#frozen().filter(({ state }) => chosen.includes(state));
    return {
      segments: members.map(({ state }) => state.id),
      buffers: members.map(({ segment }) => segment.buffer),
      deleted: members.map(({ state }) => state.deleted.slice()),
    };
  }

  snapshot(): TextSnapshot {
    const live = this.#states.filter(({ segment }) => !(segment instanceof ImmutableSegment));
    return {
      segments: this.#frozen().map(({ state, segment }) => ({
        buffer: segment.buffer,
        deleted: state.deleted.slice(),
      })),
      mutableKeys: Uint32Array.from(live.flatMap((state) => [...liveKeysOf(state)])),
    };
  }

  #frozen(): { state: SegmentState; segment: ImmutableSegment }[] {
    return this.#states.flatMap((state) =>
      state.segment instanceof ImmutableSegment ? [{ state, segment: state.segment }] : [],
    );
  }

  #state(segment: SegmentReader, sealed: boolean, deleted: Uint32Array): SegmentState {
    return new SegmentState(this.#nextId++, segment, sealed, deleted, this.#lexicon);
  }

  #segments(): SegmentReader[] {
    return this.#states.map(({ segment }) => segment);
  }

  #updateLexicon(): void {
    this.#lexicon.update(this.#segments());
  }

  #slotOf(key: number): SegmentState | undefined {
    // Lists ask this of hundreds of items each.
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

  /** Adds a document to, or takes it from, the sums that scores depend on. */
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

  /** Before the mutable segment, which stays the last. */
  #insert(state: SegmentState): void {
    this.#countAll(state, 1);
    this.#states.splice(-1, 0, state);
  }

  #take(state: SegmentState): void {
    this.#countAll(state, -1);
    this.#states = this.#states.filter((other) => other !== state);
  }
}

function liveKeysOf(state: SegmentState): Uint32Array {
  const keys = state.segment.keys.subarray(0, state.segment.documentCount);
  return keys.filter((_, document) => !hasBit(state.deleted, document));
}
