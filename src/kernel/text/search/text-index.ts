import { hasBit, newBitmap } from '../../bits/bitmap.ts';
import type { Steps } from '../../bits/steps.ts';
import { createAnalyzer, type Analyzer } from '../language/analyzer.ts';
import { segmentDocumentsMax, type IndexDocument } from '../schema/document.ts';
import { NumberedFields } from '../segments/field-values.ts';
import { fieldKinds, fieldNames, type FieldKinds } from '../query/field-kinds.ts';
import { passingKeys } from '../order/passing-keys.ts';
import { documentPasses } from '../query/filters.ts';
import { segmentFilters } from '../query/segment-filter.ts';
import { FrozenSegment } from '../segments/frozen-segment.ts';
import { LiveSegment } from '../segments/live-segment.ts';
import { Lexicon } from '../segments/lexicon.ts';
import { chooseMerge } from '../segments/merge-policy.ts';
import type { FilterNode, TextCount, TextCountQuery, TextQuery, TextResult, Why } from '../query/query.ts';
import type { CorpusStats } from '../scoring/ranking.ts';
import { Searcher, type BegunSearch } from './searcher.ts';
import { settingsFingerprint } from '../segments/segment-format.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { SegmentSlot, takeOver } from '../segments/segment-slot.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import type { CommonWords } from '../words/typo-rules.ts';
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
  liveKeys: Uint32Array;
}

/**
 * A product index: immutable segments and one mutable segment, searched as one. What is added is found by the next
 * call, and no answer depends on how the documents lie in segments. For use by one thread; nothing is asynchronous.
 */
export class TextIndex {
  /** How words are brought together here: what `highlighter()` needs. */
  readonly analyzer: Analyzer;
  /** Of the languages, as far as they are known: they are not taken for mistyped ones. */
  readonly commonWords: CommonWords;
  readonly #fingerprint: number;
  readonly #lexicon = new Lexicon();
  readonly #fields = new NumberedFields();
  #settings: TextSettings;
  #searcher: Searcher;
  /** The last one is the mutable one. */
  #slots: SegmentSlot[] = [];
  #live: LiveSegment;
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
    this.#live = new LiveSegment(settings);
    this.#slots.push(this.#slot(this.#live, false, newBitmap(0)));
  }

  /**
   * An index of kept segments; the documents of `snapshot.liveKeys` are the caller's to add again.
   * @throws SegmentFormatError where a buffer is not of this format version and these settings.
   */
  static restore(
    snapshot: TextSnapshot,
    settings: TextSettings = defaultTextSettings,
    commonWords?: CommonWords,
  ): TextIndex {
    const index = new TextIndex(settings, commonWords);
    for (const { buffer, deleted } of snapshot.segments) {
      const segment = new FrozenSegment(buffer, index.#fingerprint);
      index.#insert(index.#slot(segment, true, deleted.slice()));
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
  get liveSize(): number {
    return this.#live.documentCount;
  }

  /** Bytes of the immutable segments. */
  get segmentBytes(): number {
    return this.#frozen().reduce((bytes, { segment }) => bytes + segment.buffer.byteLength, 0);
  }

  get segmentCount(): number {
    return this.#slots.length;
  }

  /** @throws RangeError for a key that is no uint32 or a rank that is not finite. */
  add(document: IndexDocument): void {
    if (document.key >>> 0 !== document.key) {
      throw new RangeError(
        `Cannot index a document as its key must be a uint32: current value is ${document.key}`,
      );
    }
    if (!Number.isFinite(document.rank)) {
      throw new RangeError(
        `Cannot index document ${document.key} as its rank must be finite: current value is ${document.rank}`,
      );
    }
    this.remove(document.key);
    if (this.#live.documentCount === segmentDocumentsMax) this.seal();
    const id = this.#live.add(document);
    this.#count(this.#slots.at(-1)!, id, 1);
  }

  /** Whether there was such a document. */
  remove(key: number): boolean {
    const slot = this.#slotOf(key);
    if (slot === undefined) return false;
    this.#delete(slot, slot.documentOf(key));
    return true;
  }

  /**
   * Gives a document another rank, for the next search. Says whether there is such a document.
   * @throws RangeError for a rank that is not finite.
   */
  setRank(key: number, rank: number): boolean {
    if (!Number.isFinite(rank)) {
      throw new RangeError(
        `Cannot rank document ${key} as its rank must be finite: current value is ${rank}`,
      );
    }
    const slot = this.#slotOf(key);
    if (slot === undefined) return false;
    slot.segment.ranks[slot.documentOf(key)] = rank;
    return true;
  }

  has(key: number): boolean {
    return this.#slotOf(key) !== undefined;
  }

  search(query: TextQuery): TextResult {
    return this.#searcher.search(query, this.#slots, this.#stats());
  }

  /** Makes what the search needs and what is kept, in steps between which the index may change; then `begin()` is short. */
  prepare(query: TextQuery): Steps<void> {
    return this.#searcher.prepare(query, [...this.#slots]);
  }

  /** As `search()`, with facets that are counted in steps between which the index may change. */
  begin(query: TextQuery): BegunSearch {
    return this.#searcher.begin(query, () => ({ slots: [...this.#slots], stats: this.#stats() }));
  }

  /** How many have all words of a text, the last one whole: as `search()` says, without ranking them. */
  count(query: TextCountQuery): TextCount {
    return this.#searcher.count(query, this.#slots, this.#stats());
  }

  /** Where a document stands in the list of a search, and why; null where there is no such document. */
  why(query: TextQuery, key: number): Why | null {
    return this.has(key) ? this.#searcher.why(query, key, this.#slots, this.#stats()) : null;
  }

  #stats(): CorpusStats {
    return {
      documentCount: this.#size,
      zoneLengthSums: this.#zoneLengthSums,
      zoneDocumentCounts: this.#zoneDocumentCounts,
    };
  }

  /** What the values of a field are; null where no document has it. */
  fieldKinds(field: string): FieldKinds | null {
    return fieldKinds(this.#segments(), field);
  }

  /** The fields that documents have values in; the same set as long as there are no others. */
  fieldNames(): ReadonlySet<string> {
    const version = this.#slots
      .map(({ id, segment, sealed }) => (sealed ? id : segment.fields.length))
      .join();
    if (this.#names.version !== version) this.#names = { version, names: fieldNames(this.#segments()) };
    return this.#names.names;
  }

  /** A test for documents by key, unknown keys failing. Valid until the index changes. */
  filter(filter: FilterNode): (key: number) => boolean {
    const slots = [...this.#slots];
    return passingKeys(slots, segmentFilters(slots, filter));
  }

  /** Whether one document passes, as it was when this began, in steps between which the index may change; unknown keys fail. */
  *passes(filter: FilterNode, key: number): Steps<boolean> {
    const slot = this.#slotOf(key);
    return slot !== undefined && (yield* documentPasses(slot, filter, slot.documentOf(key)));
  }

  /**
   * Makes a built segment part of the index; its documents replace those with the same keys. Gives the segment's id.
   * @throws SegmentFormatError
   */
  attach(buffer: SegmentBuffer): number {
    const segment = new FrozenSegment(buffer, this.#fingerprint);
    if (this.#size > 0) for (const key of segment.keys) this.remove(key);
    const slot = this.#slot(segment, true, newBitmap(segment.documentCount));
    this.#insert(slot);
    this.#updateLexicon();
    return slot.id;
  }

  /**
   * Closes the mutable segment and begins a new one; it is searched on until `replace([id], buffer)` puts a built one
   * in its place. Null where it holds nothing alive.
   */
  seal(): SealedSegment | null {
    const slot = this.#slots.at(-1)!;
    if (slot.liveCount === 0) {
      this.#slots.pop();
    } else {
      slot.sealed = true;
    }
    this.#live = new LiveSegment(this.#settings);
    this.#slots.push(this.#slot(this.#live, false, newBitmap(0)));
    return slot.liveCount === 0 ? null : { id: slot.id, keys: liveKeysOf(slot) };
  }

  /** Sealed segments that no `replace()` has taken the place of, as after one that was sealed because it was full. */
  sealed(): SealedSegment[] {
    return this.#slots
      .filter((slot) => slot.sealed && !(slot.segment instanceof FrozenSegment))
      .map((slot) => ({ id: slot.id, keys: liveKeysOf(slot) }));
  }

  /**
   * Puts one built segment in the place of others: of its documents, those appear that the others still had alive, so
   * that what was removed or changed while it was built stays so. Gives the new segment's id, or null where nothing of
   * it is alive.
   * @throws RangeError for an unknown id; SegmentFormatError for a bad buffer. The index is then as it was.
   */
  replace(segmentIds: readonly number[], buffer: SegmentBuffer): number | null {
    const old = segmentIds.map((id) => {
      const slot = this.#slots.find((candidate) => candidate.id === id && candidate.sealed);
      if (slot === undefined)
        throw new RangeError(`Cannot replace text segment ${id} as there is none sealed with this id`);
      return slot;
    });
    const segment = new FrozenSegment(buffer, this.#fingerprint);
    const deleted = takeOver(old, segment);
    for (const slot of old) this.#take(slot);
    const slot = this.#slot(segment, true, deleted);
    if (slot.liveCount === 0) return null;
    this.#insert(slot);
    this.#updateLexicon();
    return slot.id;
  }

  /** The next merge worth doing, for a worker to run and `replace()` to apply; null where there is none. */
  mergePlan(): MergePlan | null {
    const chosen = chooseMerge(this.#frozen().map(({ slot }) => slot));
    if (chosen === null) return null;
    const members = this.#frozen().filter(({ slot }) => chosen.includes(slot));
    return {
      segments: members.map(({ slot }) => slot.id),
      buffers: members.map(({ segment }) => segment.buffer),
      deleted: members.map(({ slot }) => slot.deleted.slice()),
    };
  }

  snapshot(): TextSnapshot {
    const live = this.#slots.filter(({ segment }) => !(segment instanceof FrozenSegment));
    return {
      segments: this.#frozen().map(({ slot, segment }) => ({
        buffer: segment.buffer,
        deleted: slot.deleted.slice(),
      })),
      liveKeys: Uint32Array.from(live.flatMap((slot) => [...liveKeysOf(slot)])),
    };
  }

  #frozen(): { slot: SegmentSlot; segment: FrozenSegment }[] {
    return this.#slots.flatMap((slot) =>
      slot.segment instanceof FrozenSegment ? [{ slot, segment: slot.segment }] : [],
    );
  }

  #slot(segment: SegmentReader, sealed: boolean, deleted: Uint32Array): SegmentSlot {
    return new SegmentSlot(this.#nextId++, segment, sealed, deleted, this.#lexicon);
  }

  #segments(): SegmentReader[] {
    return this.#slots.map(({ segment }) => segment);
  }

  #updateLexicon(): void {
    this.#lexicon.update(this.#segments());
  }

  #slotOf(key: number): SegmentSlot | undefined {
    // Lists ask this of hundreds of items each.
    for (let at = this.#slots.length - 1; at >= 0; at--) {
      const slot = this.#slots[at]!;
      if (slot.documentOf(key) >= 0) return slot;
    }
    return undefined;
  }

  #delete(slot: SegmentSlot, document: number): void {
    slot.delete(document);
    this.#count(slot, document, -1);
  }

  /** Adds a document to, or takes it from, the sums that scores depend on. */
  #count(slot: SegmentSlot, document: number, sign: 1 | -1): void {
    this.#size += sign;
    slot.segment.zoneLengths.forEach((lengths, zone) => {
      const length = lengths[document]!;
      if (length === 0) return;
      this.#zoneLengthSums[zone]! += sign * length;
      this.#zoneDocumentCounts[zone]! += sign;
    });
  }

  #countAll(slot: SegmentSlot, sign: 1 | -1): void {
    for (let document = 0; document < slot.segment.documentCount; document++) {
      if (!hasBit(slot.deleted, document)) this.#count(slot, document, sign);
    }
  }

  /** Before the mutable segment, which stays the last. */
  #insert(slot: SegmentSlot): void {
    this.#countAll(slot, 1);
    this.#slots.splice(-1, 0, slot);
  }

  #take(slot: SegmentSlot): void {
    this.#countAll(slot, -1);
    this.#slots = this.#slots.filter((other) => other !== slot);
  }
}

function liveKeysOf(slot: SegmentSlot): Uint32Array {
  const keys = slot.segment.keys.subarray(0, slot.segment.documentCount);
  return keys.filter((_, document) => !hasBit(slot.deleted, document));
}
