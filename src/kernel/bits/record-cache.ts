/** Bits of an offset in a segment, and so the largest size of a segment. */
const segmentBits = 18;
const segmentLengthMax = 2 ** segmentBits;
/** Number of segment indexes. An index is reused as late as possible, so that no replica mistakes its segment for an earlier one. */
const segmentIndexes = 2 ** (32 - segmentBits);
/** The length of a cache's first segment, small so that thousands of small projects cost little. */
const segmentLengthMin = 2 ** 11;
/** Longer records are not cached, so that little of a segment's end stays unused. */
const recordLengthMax = 2 ** (segmentBits - 2);
const pageBits = 10;
const pageLength = 2 ** pageBits;
/** Deleted data may be at most this share of live data, plus this many segments. */
const deadShareMax = 0.25;
const deadSegmentsMax = 2;

/** The header of a record is its key, and its length with a bit that says whether it was read since the last eviction. */
const headerLength = 2;
const usedBit = 0x80000000;

/** Values in memory that other threads can read. */
export type SharedValues = Uint32Array<SharedArrayBuffer>;

/** Records in the order of insertion. */
interface Segment {
  readonly data: SharedValues;
  /** The number of written values, and of live ones, both with headers. */
  length: number;
  live: number;
}

/** Locations by key, 0 for none. */
interface Page {
  readonly locations: SharedValues;
  count: number;
}

/** Adds a segment of records, or a page of locations; null drops it. */
export type RecordCacheChange =
  | { readonly kind: 'segment'; readonly index: number; readonly data: SharedValues | null }
  | { readonly kind: 'page'; readonly index: number; readonly data: SharedValues | null };

function allocateSharedValues(length: number): SharedValues {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

/**
 * A cache of records of uint32 values by a small integer, bounded by bytes, with second-chance eviction (Corbató 1968). The
 * records lie in a few large arrays (a log-structured cache): an object for each would cost more memory than its content, and
 * the garbage collector would visit all of them. The oldest segment is dropped, or the emptiest if most data is deleted; those of
 * its records that were read since are appended again.
 *
 * Records lie in shared memory: a {@link RecordCacheReplica} in another thread reads them while this cache changes. A record is
 * written before its location, and never again, except for its bit for a read, which any thread may set.
 */
export class RecordCache {
  readonly #bytesMax: number;
  /** Segments by the index that locations have. */
  readonly #segments = new Map<number, Segment>();
  #nextIndex = 0;
  #listener: ((change: RecordCacheChange) => void) | null = null;
  /** Indexes of the segments, the oldest first; the last one is being written. */
  readonly #order: number[] = [];
  readonly #pages: (Page | undefined)[] = [];
  #segmentBytes = 0;
  #pageBytes = 0;
  #live = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Calls `listener` after changes that replicas must know; null removes it. */
  onChange(listener: ((change: RecordCacheChange) => void) | null): void {
    this.#listener = listener;
  }

  /** The changes with which a replica begins. */
  state(): RecordCacheChange[] {
    const changes: RecordCacheChange[] = [];
    for (const [index, { data }] of this.#segments) changes.push({ kind: 'segment', index, data });
    this.#pages.forEach((page, index) => {
      if (page !== undefined) changes.push({ kind: 'page', index, data: page.locations });
    });
    return changes;
  }

  /** The resident memory, in bytes. */
  get bytes(): number {
    return this.#segmentBytes + this.#pageBytes;
  }

  /** The record as a view, which stays valid; undefined: not cached. */
  get(key: number): SharedValues | undefined {
    const location = this.#findLocation(key);
    return location === 0 ? undefined : recordAt(this.#segments.get(findSegment(location))!.data, location);
  }

  set(key: number, record: Uint32Array): void {
    this.delete(key);
    if (record.length > recordLengthMax) return;
    this.#append(key, record);
    while (this.#order.length > 1 && this.#isOverfull()) this.#dropSegment();
  }

  delete(key: number): void {
    const location = this.#findLocation(key);
    if (location === 0) return;
    const segment = this.#segments.get(findSegment(location))!;
    const at = findOffset(location);
    this.#release(segment, headerLength + (segment.data[at + 1]! & ~usedBit));
    const page = this.#pages[key >>> pageBits]!;
    Atomics.store(page.locations, key & (pageLength - 1), 0);
    if (--page.count > 0) return;
    this.#pages[key >>> pageBits] = undefined;
    this.#pageBytes -= page.locations.byteLength;
    this.#listener?.({ kind: 'page', index: key >>> pageBits, data: null });
  }

  /** Deletes all records and gives their memory back. */
  clear(): void {
    for (const [index, page] of this.#pages.entries()) {
      if (page === undefined) continue;
      // Each location is cleared, as replicas read them until they learn that the page is dropped.
      for (let at = 0; at < pageLength; at++)
        if (page.locations[at] !== 0) this.delete(index * pageLength + at);
    }
    for (const index of this.#order.splice(0)) this.#removeSegment(index);
  }

  #findLocation(key: number): number {
    return this.#pages[key >>> pageBits]?.locations[key & (pageLength - 1)] ?? 0;
  }

  #append(key: number, record: Uint32Array): void {
    const length = headerLength + record.length;
    let index = this.#order.at(-1) ?? -1;
    let segment = this.#segments.get(index);
    if (segment === undefined || segment.length + length > segment.data.length) {
      index = this.#addSegment(length);
      segment = this.#segments.get(index)!;
    }
    const at = segment.length;
    segment.data[at] = key;
    segment.data[at + 1] = record.length;
    segment.data.set(record, at + headerLength);
    segment.length += length;
    segment.live += length;
    this.#live += length;
    let page = this.#pages[key >>> pageBits];
    if (page === undefined) {
      this.#pages[key >>> pageBits] = page = { locations: allocateSharedValues(pageLength), count: 0 };
      this.#pageBytes += page.locations.byteLength;
      this.#listener?.({ kind: 'page', index: key >>> pageBits, data: page.locations });
    }
    if (page.locations[key & (pageLength - 1)] === 0) page.count++;
    Atomics.store(page.locations, key & (pageLength - 1), index * segmentLengthMax + at + 1);
  }

  /** Segments grow with the cache, up to the largest size. */
  #addSegment(lengthMin: number): number {
    let size = segmentLengthMin;
    while (size < segmentLengthMax && (size < this.#live / 4 || size < lengthMin)) size *= 2;
    while (this.#segments.has(this.#nextIndex)) this.#nextIndex = (this.#nextIndex + 1) % segmentIndexes;
    const index = this.#nextIndex;
    this.#nextIndex = (index + 1) % segmentIndexes;
    const data = allocateSharedValues(size);
    this.#segments.set(index, { data, length: 0, live: 0 });
    this.#listener?.({ kind: 'segment', index, data });
    this.#order.push(index);
    this.#segmentBytes += size * Uint32Array.BYTES_PER_ELEMENT;
    return index;
  }

  #isOverfull(): boolean {
    const live = this.#live * Uint32Array.BYTES_PER_ELEMENT;
    const largest = segmentLengthMax * Uint32Array.BYTES_PER_ELEMENT;
    return (
      this.bytes > this.#bytesMax ||
      this.#segmentBytes > (1 + deadShareMax) * live + deadSegmentsMax * largest
    );
  }

  /** Drops the oldest segment if the cache is full, otherwise the emptiest, whose records are all kept. */
  #dropSegment(): void {
    const isFull = this.bytes > this.#bytesMax;
    const position = isFull ? 0 : this.#findEmptiest();
    const [index] = this.#order.splice(position, 1);
    const { data, length } = this.#segments.get(index!)!;
    // Keeps at most half of a segment of a full cache: otherwise one insertion could copy all of it.
    let keptLeft = isFull ? length / 2 : length;
    for (let at = 0; at < length;) {
      const key = data[at]!;
      const recordLength = data[at + 1]! & ~usedBit;
      const isUsed = (data[at + 1]! & usedBit) !== 0;
      if (this.#findLocation(key) === index! * segmentLengthMax + at + 1) {
        const record = data.subarray(at + headerLength, at + headerLength + recordLength);
        this.delete(key);
        if ((isUsed || !isFull) && keptLeft > 0) {
          this.#append(key, record);
          keptLeft -= headerLength + recordLength;
        }
      }
      at += headerLength + recordLength;
    }
    this.#removeSegment(index!);
  }

  /** Removes a segment that `#order` no longer has. */
  #removeSegment(index: number): void {
    this.#segmentBytes -= this.#segments.get(index)!.data.byteLength;
    this.#segments.delete(index);
    this.#listener?.({ kind: 'segment', index, data: null });
  }

  /** The position of the segment with the least live data, except the last one, which is being written. */
  #findEmptiest(): number {
    let best = 0;
    for (let position = 1; position < this.#order.length - 1; position++) {
      const [one, other] = [this.#order[position]!, this.#order[best]!];
      if (this.#segments.get(one)!.live < this.#segments.get(other)!.live) best = position;
    }
    return best;
  }

  #release(segment: Segment, length: number): void {
    segment.live -= length;
    this.#live -= length;
  }
}

const findSegment = (location: number): number => (location - 1) >>> segmentBits;
const findOffset = (location: number): number => (location - 1) & (segmentLengthMax - 1);

/** The record as a view; marks it as read. */
function recordAt(data: SharedValues, location: number): SharedValues {
  const at = findOffset(location);
  const length = data[at + 1]!;
  // Only the first read writes, so that the cache line stays in the caches of other cores.
  if ((length & usedBit) === 0) data[at + 1] = (length | usedBit) >>> 0;
  return data.subarray(at + headerLength, at + headerLength + (length & ~usedBit));
}

/**
 * Reads a {@link RecordCache} of another thread. Records are current, not as of the last change that was
 * applied here. A record in a segment that is not known yet is not found.
 */
export class RecordCacheReplica {
  readonly #segments = new Map<number, SharedValues>();
  readonly #pages: (SharedValues | undefined)[] = [];

  constructor(state: readonly RecordCacheChange[]) {
    for (const change of state) this.apply(change);
  }

  /** Applies a change, and returns the bytes that it dropped. */
  apply({ kind, index, data }: RecordCacheChange): number {
    const before = kind === 'page' ? this.#pages[index] : this.#segments.get(index);
    if (kind === 'page') this.#pages[index] = data ?? undefined;
    else if (data === null) this.#segments.delete(index);
    else this.#segments.set(index, data);
    return before?.byteLength ?? 0;
  }

  /** The record as a view, which stays valid; undefined: not cached. */
  get(key: number): SharedValues | undefined {
    const page = this.#pages[key >>> pageBits];
    const location = page === undefined ? 0 : Atomics.load(page, key & (pageLength - 1));
    const data = location === 0 ? undefined : this.#segments.get(findSegment(location));
    return data === undefined ? undefined : recordAt(data, location);
  }
}
