import { hasBit, createBitmap } from '../../bits/bitmap.ts';
import { checkPopularity, segmentDocumentsMax, type IndexDocument } from '../schema/document.ts';
import type { TextSettings } from '../schema/settings.ts';
import { countZones } from '../schema/zones.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { chooseCompaction, chooseMerge } from './merge-policy.ts';
import { MutableSegment } from './mutable-segment.ts';
import { hashSettings } from './segment-format.ts';
import type {
  ImmutableState,
  MergePlan,
  MutableState,
  SealedSegment,
  SegmentBuffer,
  SegmentChange,
  SegmentSetState,
  TextSnapshot,
} from './segment-changes.ts';
import { releaseScratchSlices, type SegmentReader } from './segment-reader.ts';
import { SegmentState, transferDocuments } from './segment-state.ts';
import { SharedDictionary } from './shared-dictionary.ts';

/** Sums over the live documents of an index; all integers, hence exact after any additions and removals. */
export interface CorpusStats {
  documentCount: number;
  zoneLengthSums: readonly number[];
  /** Number of documents with any word in the zone. */
  zoneDocumentCounts: readonly number[];
}

/** The segments of an index, their deletions, and the statistics of their live documents. */
export class SegmentSet {
  readonly dictionary = new SharedDictionary();
  readonly #fingerprint: number;
  #settings: TextSettings;
  /** The states of the segments; the last one is that of the mutable segment. */
  #states: SegmentState[] = [];
  #mutable: MutableSegment;
  #nextId = 1;
  #size = 0;
  readonly #zoneLengthSums: number[];
  readonly #zoneDocumentCounts: number[];
  #onChange: ((change: SegmentChange) => void) | null = null;

  constructor(settings: TextSettings) {
    this.#settings = settings;
    this.#fingerprint = hashSettings(settings);
    this.#zoneLengthSums = Array<number>(countZones(settings)).fill(0);
    this.#zoneDocumentCounts = Array<number>(countZones(settings)).fill(0);
    this.#mutable = new MutableSegment(settings);
    this.#states.push(this.#state(this.#nextId++, this.#mutable, false, createBitmap(0)));
  }

  /** @throws SegmentFormatError if a buffer is not of this format version and these settings. */
  restore({ segments }: TextSnapshot): void {
    for (const { buffer, deleted } of segments) {
      const segment = new ImmutableSegment(buffer, this.#fingerprint);
      this.#insert(this.#state(this.#nextId++, segment, true, deleted.slice()));
    }
    this.#updateDictionary();
  }

  /** The segments of a replica. `readDocument` returns the document of a key, as it was added. */
  static createReplica(
    settings: TextSettings,
    { nextId, segments }: SegmentSetState,
    readDocument: (key: number) => IndexDocument,
  ): SegmentSet {
    const set = new SegmentSet(settings);
    set.#states = [];
    for (const segment of segments) {
      if ('buffer' in segment) set.#addImmutable(segment);
      else set.#addMutable(segment, readDocument);
    }
    set.#nextId = nextId;
    set.#updateDictionary();
    return set;
  }

  /** The state for a new replica, which must apply all later changes (see `onChange`). */
  readReplicaState(): SegmentSetState {
    const segments = this.#states.map((state): ImmutableState | MutableState => {
      const { id, segment, deleted } = state;
      if (segment instanceof ImmutableSegment) {
        const { buffer, popularities } = segment;
        return { id, buffer, deleted: deleted.slice(), popularities: popularities.slice() };
      }
      const keys = listLiveKeys(state);
      return { id, keys, popularities: Float64Array.from(keys, (key) => readPopularity(state, key)) };
    });
    return { nextId: this.#nextId, segments };
  }

  /** Calls `listener` after every change; null removes it. */
  onChange(listener: ((change: SegmentChange) => void) | null): void {
    this.#onChange = listener;
  }

  /** Applies a change of the set that this one replicates. */
  apply(change: SegmentChange): void {
    switch (change.kind) {
      case 'add':
        return this.#add(change.document);
      case 'remove':
        return void this.#remove(change.key);
      case 'popularity':
        return void this.setPopularity(change.key, change.popularity);
      case 'attach':
        return this.#attach(change.id, change.buffer);
      case 'seal':
        return void this.#seal(change.next);
      case 'replace':
        return void this.#replace(change.segments, change.id, change.buffer);
    }
  }

  /** Applies settings with the same fingerprint. */
  configure(settings: TextSettings): void {
    this.#settings = settings;
  }

  /** The states of the segments; the last one is that of the mutable segment. Valid until the next change. */
  get states(): readonly SegmentState[] {
    return this.#states;
  }

  get size(): number {
    return this.#size;
  }

  /** Number of documents in the mutable segment, deleted ones included. */
  get mutableSize(): number {
    return this.#mutable.documentCount;
  }

  get stats(): CorpusStats {
    return {
      documentCount: this.#size,
      zoneLengthSums: this.#zoneLengthSums,
      zoneDocumentCounts: this.#zoneDocumentCounts,
    };
  }

  /** @throws RangeError if the key is not a uint32 or the popularity is not finite. */
  add(document: IndexDocument): void {
    if (document.key >>> 0 !== document.key) {
      throw new RangeError(
        `Cannot index a document as its key must be a uint32: current value is ${document.key}`,
      );
    }
    checkPopularity(document.key, document.popularity);
    // Replicas have at most as many documents in it, as they do not get deleted ones.
    if (this.#mutable.documentCount === segmentDocumentsMax) this.seal();
    this.#add(document);
    this.#onChange?.({ kind: 'add', document });
  }

  /** False if there is no live document with this key. */
  remove(key: number): boolean {
    if (!this.#remove(key)) return false;
    this.#onChange?.({ kind: 'remove', key });
    return true;
  }

  /** False if there is no live document with this key. @throws RangeError if the popularity is not finite. */
  setPopularity(key: number, popularity: number): boolean {
    checkPopularity(key, popularity);
    const state = this.findState(key);
    if (state === undefined) return false;
    if (readPopularity(state, key) === popularity) return true;
    state.segment.popularities[state.findDocument(key)] = popularity;
    this.#onChange?.({ kind: 'popularity', key, popularity });
    return true;
  }

  /** The popularity, or null if there is no live document with this key. */
  readPopularity(key: number): number | null {
    const state = this.findState(key);
    return state === undefined ? null : readPopularity(state, key);
  }

  attach(buffer: SegmentBuffer): number {
    const id = this.#nextId;
    this.#attach(id, buffer);
    this.#onChange?.({ kind: 'attach', id, buffer });
    return id;
  }

  seal(): SealedSegment | null {
    const next = this.#nextId;
    const sealed = this.#seal(next);
    this.#onChange?.({ kind: 'seal', next });
    return sealed;
  }

  listSealedSegments(): SealedSegment[] {
    return this.#states
      .filter((state) => state.sealed && !(state.segment instanceof ImmutableSegment))
      .map((state) => ({ id: state.id, keys: listLiveKeys(state) }));
  }

  replace(segments: readonly number[], buffer: SegmentBuffer): number | null {
    const id = this.#nextId;
    const isLive = this.#replace(segments, id, buffer);
    this.#onChange?.({ kind: 'replace', segments, id, buffer });
    return isLive ? id : null;
  }

  /** The next useful merge, or null. `compacts` includes merges of segments for times without changes. */
  mergePlan(compacts: boolean): MergePlan | null {
    const states = this.listImmutable().map(({ state }) => state);
    const chosen = chooseMerge(states) ?? (compacts ? chooseCompaction(states) : null);
    if (chosen === null) return null;
    const members = this.listImmutable().filter(({ state }) => chosen.includes(state));
    return {
      segments: members.map(({ state }) => state.id),
      buffers: members.map(({ segment }) => segment.buffer),
      deleted: members.map(({ state }) => state.deleted.slice()),
    };
  }

  createSnapshot(): TextSnapshot {
    const mutable = this.#states.filter(({ segment }) => !(segment instanceof ImmutableSegment));
    return {
      segments: this.listImmutable().map(({ state, segment }) => ({
        buffer: segment.buffer,
        deleted: state.deleted.slice(),
      })),
      mutableKeys: Uint32Array.from(mutable.flatMap((state) => [...listLiveKeys(state)])),
    };
  }

  listImmutable(): { state: SegmentState; segment: ImmutableSegment }[] {
    return this.#states.flatMap((state) =>
      state.segment instanceof ImmutableSegment ? [{ state, segment: state.segment }] : [],
    );
  }

  /** The segment with the live document of a key. */
  findState(key: number): SegmentState | undefined {
    // A plain loop, as recommendation lists look up hundreds of items each.
    for (let at = this.#states.length - 1; at >= 0; at--) {
      const state = this.#states[at]!;
      if (state.findDocument(key) >= 0) return state;
    }
    return undefined;
  }

  #add(document: IndexDocument): void {
    this.#remove(document.key);
    const id = this.#mutable.add(document);
    this.#addToStats(this.#states.at(-1)!, id, 1);
  }

  #remove(key: number): boolean {
    const state = this.findState(key);
    if (state === undefined) return false;
    const document = state.findDocument(key);
    state.delete(document);
    this.#addToStats(state, document, -1);
    return true;
  }

  #attach(id: number, buffer: SegmentBuffer): void {
    const segment = new ImmutableSegment(buffer, this.#fingerprint);
    if (this.#size > 0) for (const key of segment.keys) this.#remove(key);
    this.#nextId = id + 1;
    this.#insert(this.#state(id, segment, true, createBitmap(segment.documentCount)));
    this.#updateDictionary();
  }

  #seal(next: number): SealedSegment | null {
    const state = this.#states.at(-1)!;
    if (state.liveCount === 0) this.#states = this.#states.slice(0, -1);
    else state.sealed = true;
    this.#nextId = next + 1;
    this.#mutable = new MutableSegment(this.#settings);
    this.#states = [...this.#states, this.#state(next, this.#mutable, false, createBitmap(0))];
    return state.liveCount === 0 ? null : { id: state.id, keys: listLiveKeys(state) };
  }

  #replace(ids: readonly number[], id: number, buffer: SegmentBuffer): boolean {
    const old = ids.map((replacement) => {
      const state = this.#states.find((candidate) => candidate.id === replacement && candidate.sealed);
      if (state === undefined)
        throw new RangeError(`Cannot replace text segment ${replacement} as no sealed segment has this id`);
      return state;
    });
    const segment = new ImmutableSegment(buffer, this.#fingerprint);
    const deleted = transferDocuments(old, segment);
    for (const state of old) this.#countAll(state, -1);
    this.#states = this.#states.filter((state) => !old.includes(state));
    releaseScratchSlices();
    this.#nextId = id + 1;
    const state = this.#state(id, segment, true, deleted);
    if (state.liveCount === 0) return false;
    this.#insert(state);
    this.#updateDictionary();
    return true;
  }

  #addImmutable({ id, buffer, deleted, popularities }: ImmutableState): void {
    const segment = new ImmutableSegment(buffer, this.#fingerprint);
    segment.popularities.set(popularities);
    const state = this.#state(id, segment, true, deleted.slice());
    this.#countAll(state, 1);
    this.#states.push(state);
  }

  #addMutable({ id, keys, popularities }: MutableState, readDocument: (key: number) => IndexDocument): void {
    // All but the last one are sealed.
    for (const state of this.#states) state.sealed = true;
    this.#mutable = new MutableSegment(this.#settings);
    this.#states.push(this.#state(id, this.#mutable, false, createBitmap(0)));
    keys.forEach((key, at) => this.#add({ ...readDocument(key), popularity: popularities[at]! }));
  }

  #state(id: number, segment: SegmentReader, sealed: boolean, deleted: Uint32Array): SegmentState {
    return new SegmentState(id, segment, sealed, deleted, this.dictionary);
  }

  #updateDictionary(): void {
    this.dictionary.update(this.#states.map(({ segment }) => segment));
  }

  /** Adds a document to the corpus statistics, or subtracts it. */
  #addToStats(state: SegmentState, document: number, sign: 1 | -1): void {
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
      if (!hasBit(state.deleted, document)) this.#addToStats(state, document, sign);
    }
  }

  /** Inserts a state before that of the mutable segment. */
  #insert(state: SegmentState): void {
    this.#countAll(state, 1);
    this.#states = this.#states.toSpliced(-1, 0, state);
  }
}

function readPopularity(state: SegmentState, key: number): number {
  return state.segment.popularities[state.findDocument(key)]!;
}

function listLiveKeys(state: SegmentState): Uint32Array {
  const keys = state.segment.keys.subarray(0, state.segment.documentCount);
  return keys.filter((_, document) => !hasBit(state.deleted, document));
}
