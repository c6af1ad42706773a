/** Values of the largest segment, and bits of an offset in it. */
const segmentBits = 18;
const segmentLengthMax = 2 ** segmentBits;
/** The first segment of a cache, so that thousands of small projects cost little. */
const segmentLengthMin = 2 ** 11;
/** Longer records are not cached: little of a segment is left unused at its end. */
const recordLengthMax = 2 ** (segmentBits - 2);
const pageBits = 10;
const pageLength = 2 ** pageBits;
/** A cache may hold a quarter as much deleted as live data, and this many segments more. */
const deadShareMax = 0.25;
const deadSegmentsMax = 2;

/** Header of a record: its key, and its length with the bit for a read since the last eviction. */
const headerLength = 2;
const usedBit = 0x80000000;

/** Records in the order of insertion. */
interface Segment {
  readonly data: Uint32Array<ArrayBuffer>;
  /** Values that are written, and those that are neither deleted nor replaced; with headers. */
  length: number;
  live: number;
}

/** Locations by key; 0: none. */
interface Page {
  readonly locations: Uint32Array;
  count: number;
}

/**
 * A cache of records of uint32 values by a small integer, bounded by bytes, with second-chance eviction (Corbató 1968). The
 * records lie in a few large arrays (a log-structured cache): an object for each would cost more memory than its content, and
 * the garbage collector would visit all of them. The oldest segment is dropped, or the emptiest where most is deleted; of its
 * records, those that were read since are appended again.
 */
export class RecordCache {
  readonly #bytesMax: number;
  /** By the index in locations; null: free. */
  readonly #segments: (Segment | null)[] = [];
  /** Indexes of the segments, the oldest first; the last one is being written. */
  readonly #order: number[] = [];
  readonly #pages: (Page | undefined)[] = [];
  #segmentBytes = 0;
  #pageBytes = 0;
  #live = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Resident memory. */
  get bytes(): number {
    return this.#segmentBytes + this.#pageBytes;
  }

  /** The record as a view, which stays valid; undefined: not cached. */
  get(key: number): Uint32Array<ArrayBuffer> | undefined {
    const location = this.#locationOf(key);
    if (location === 0) return undefined;
    const { data } = this.#segments[(location - 1) >>> segmentBits]!;
    const at = (location - 1) & (segmentLengthMax - 1);
    const length = data[at + 1]! & ~usedBit;
    data[at + 1] = (data[at + 1]! | usedBit) >>> 0;
    return data.subarray(at + headerLength, at + headerLength + length);
  }

  set(key: number, record: Uint32Array): void {
    this.delete(key);
    if (record.length > recordLengthMax) return;
    this.#append(key, record);
    while (this.#order.length > 1 && this.#isOverfull()) this.#dropSegment();
  }

  delete(key: number): void {
    const location = this.#locationOf(key);
    if (location === 0) return;
    const segment = this.#segments[(location - 1) >>> segmentBits]!;
    const at = (location - 1) & (segmentLengthMax - 1);
    this.#release(segment, headerLength + (segment.data[at + 1]! & ~usedBit));
    const page = this.#pages[key >>> pageBits]!;
    page.locations[key & (pageLength - 1)] = 0;
    if (--page.count > 0) return;
    this.#pages[key >>> pageBits] = undefined;
    this.#pageBytes -= page.locations.byteLength;
  }

  #locationOf(key: number): number {
    return this.#pages[key >>> pageBits]?.locations[key & (pageLength - 1)] ?? 0;
  }

  #append(key: number, record: Uint32Array): void {
    const length = headerLength + record.length;
    let index = this.#order.at(-1) ?? -1;
    let segment = this.#segments[index];
    if (segment === undefined || segment === null || segment.length + length > segment.data.length) {
      index = this.#addSegment(length);
      segment = this.#segments[index]!;
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
      this.#pages[key >>> pageBits] = page = { locations: new Uint32Array(pageLength), count: 0 };
      this.#pageBytes += page.locations.byteLength;
    }
    if (page.locations[key & (pageLength - 1)] === 0) page.count++;
    page.locations[key & (pageLength - 1)] = index * segmentLengthMax + at + 1;
  }

  /** Segments grow with the cache, up to the largest size. */
  #addSegment(lengthMin: number): number {
    let size = segmentLengthMin;
    while (size < segmentLengthMax && (size < this.#live / 4 || size < lengthMin)) size *= 2;
    const free = this.#segments.indexOf(null);
    const index = free < 0 ? this.#segments.length : free;
    this.#segments[index] = { data: new Uint32Array(size), length: 0, live: 0 };
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
    const position = isFull ? 0 : this.#emptiest();
    const [index] = this.#order.splice(position, 1);
    const { data, length } = this.#segments[index!]!;
    this.#segmentBytes -= data.byteLength;
    // Half a segment at most is kept of a full cache: otherwise one insertion could copy all of it.
    let keptLeft = isFull ? length / 2 : length;
    for (let at = 0; at < length;) {
      const key = data[at]!;
      const recordLength = data[at + 1]! & ~usedBit;
      const isUsed = (data[at + 1]! & usedBit) !== 0;
      if (this.#locationOf(key) === index! * segmentLengthMax + at + 1) {
        const record = data.subarray(at + headerLength, at + headerLength + recordLength);
        this.delete(key);
        if ((isUsed || !isFull) && keptLeft > 0) {
          this.#append(key, record);
          keptLeft -= headerLength + recordLength;
        }
      }
      at += headerLength + recordLength;
    }
    this.#segments[index!] = null;
  }

  /** The position of the segment with the least live data, except the last one, which is being written. */
  #emptiest(): number {
    let best = 0;
    for (let position = 1; position < this.#order.length - 1; position++) {
      const [one, other] = [this.#order[position]!, this.#order[best]!];
      if (this.#segments[one]!.live < this.#segments[other]!.live) best = position;
    }
    return best;
  }

  #release(segment: Segment, length: number): void {
    segment.live -= length;
    this.#live -= length;
  }
}
