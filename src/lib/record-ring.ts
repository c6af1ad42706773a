/**
 * A ring buffer of records in shared memory, of one writer and any number of readers, who do not wait for each other. Each reader
 * sees all records in order, or learns that the writer has overtaken it: records are overwritten, read or not.
 *
 * A record is its length in bytes and its bytes, in words of 8 bytes. Positions are numbers of words modulo 2^32. The writer raises
 * `reserved` before it overwrites, and `written` afterwards; a reader that finds `reserved` more than the capacity ahead of its
 * position has read overwritten words, as the readers of a seqlock do (Boehm 2012, Can seqlocks get along with programming language
 * memory models?).
 */
const writtenAt = 0;
const reservedAt = 1;
const headerBytes = 64;
const wordBytes = 8;

/** Shared memory for a ring. `bytes` is a power of 2, at least 64. */
export function createRing(bytes: number): SharedArrayBuffer {
  if (bytes < 64 || (bytes & (bytes - 1)) !== 0)
    throw new RangeError(`Cannot create a ring as its size must be a power of 2: current value is ${bytes}`);
  return new SharedArrayBuffer(headerBytes + bytes);
}

/** The largest record of a ring. */
function recordBytesMax(ring: SharedArrayBuffer): number {
  return ring.byteLength - headerBytes - wordBytes;
}

interface Views {
  readonly header: Int32Array<SharedArrayBuffer>;
  readonly lengths: Uint32Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** The size in words. */
  readonly capacity: number;
}

function createViews(ring: SharedArrayBuffer): Views {
  return {
    header: new Int32Array(ring, 0, headerBytes / Int32Array.BYTES_PER_ELEMENT),
    lengths: new Uint32Array(ring, headerBytes),
    bytes: new Uint8Array(ring, headerBytes),
    capacity: (ring.byteLength - headerBytes) / wordBytes,
  };
}

/** Words of a record of `length` bytes. */
const countWords = (length: number): number => 1 + Math.ceil(length / wordBytes);

/** There is one writer of a ring. */
export class RingWriter {
  readonly recordBytesMax: number;
  readonly #views: Views;

  constructor(ring: SharedArrayBuffer) {
    this.#views = createViews(ring);
    this.recordBytesMax = recordBytesMax(ring);
  }

  /** The start of the next record, for a new reader. */
  get position(): number {
    return this.#views.header[writtenAt]! >>> 0;
  }

  /** Whether a record of `length` bytes overwrites nothing that a reader at `position` has not read. */
  fits(length: number, position: number): boolean {
    const { header, capacity } = this.#views;
    return (header[writtenAt]! + countWords(length) - position) >>> 0 <= capacity;
  }

  /** Readers find the record as soon as this returns. @throws RangeError where it is larger than `recordBytesMax` */
  write(record: Uint8Array): void {
    const { header, lengths, bytes, capacity } = this.#views;
    if (record.length > this.recordBytesMax)
      throw new RangeError(
        `Cannot write a record of ${record.length} bytes to a ring of ${capacity * wordBytes}`,
      );
    const position = this.position;
    const next = (position + countWords(record.length)) | 0;
    Atomics.store(header, reservedAt, next);
    const word = position % capacity;
    lengths[2 * word] = record.length;
    const at = ((word + 1) % capacity) * wordBytes;
    const first = Math.min(record.length, bytes.length - at);
    bytes.set(record.subarray(0, first), at);
    bytes.set(record.subarray(first), 0);
    Atomics.store(header, writtenAt, next);
    Atomics.notify(header, writtenAt);
  }
}

/** A reader of a ring, with its position. */
export class RingReader {
  readonly #views: Views;
  #position: number;
  #isOvertaken = false;

  /** Reads from a position that {@link RingWriter.position} returned. */
  constructor(ring: SharedArrayBuffer, position: number) {
    this.#views = createViews(ring);
    this.#position = position | 0;
  }

  /** The start of the next record. */
  get position(): number {
    return this.#position >>> 0;
  }

  /** Whether records were lost: the reader must load the state again, and begin at a new position. */
  get isOvertaken(): boolean {
    return this.#isOvertaken;
  }

  /** Whether there is nothing to read. */
  get isCurrent(): boolean {
    return Atomics.load(this.#views.header, writtenAt) === this.#position;
  }

  /** A copy of the next record; null where there is none, or where the reader was overtaken. */
  read(): Uint8Array<ArrayBuffer> | null {
    const { header, lengths, bytes, capacity } = this.#views;
    if (this.#isOvertaken || this.isCurrent) return null;
    const word = (this.#position >>> 0) % capacity;
    const length = lengths[2 * word]!;
    // An overwritten length may be anything.
    const record = new Uint8Array(Math.min(length, bytes.length));
    const at = ((word + 1) % capacity) * wordBytes;
    const first = Math.min(record.length, bytes.length - at);
    record.set(bytes.subarray(at, at + first));
    record.set(bytes.subarray(0, record.length - first), first);
    // A read-modify-write: a plain atomic load would not keep the copy above before it on all processors.
    const reserved = Atomics.or(header, reservedAt, 0);
    this.#isOvertaken = (reserved - this.#position) >>> 0 > capacity;
    if (this.#isOvertaken) return null;
    this.#position = (this.#position + countWords(length)) | 0;
    return record;
  }
}

/**
 * Runs work soon after records were written, at most once per interval. While none is written, the thread sleeps: a timer that looks for
 * them every 20 ms takes 0.3 % of a core.
 */
export class RingWatch implements Disposable {
  readonly #header: Int32Array<SharedArrayBuffer>;
  readonly #intervalMs: number;
  readonly #work: () => void;
  #isDisposed = false;

  /** A record that was written before is no reason to run. */
  constructor(ring: SharedArrayBuffer, intervalMs: number, work: () => void) {
    this.#header = createViews(ring).header;
    this.#intervalMs = intervalMs;
    this.#work = work;
    this.#awaitRecord(Atomics.load(this.#header, writtenAt));
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    // Ends the wait, which would otherwise be kept. Other watches of the ring run once in vain.
    Atomics.notify(this.#header, writtenAt);
  }

  /** Waits until the ring has been written up to another position. */
  #awaitRecord(position: number): void {
    const { value } = Atomics.waitAsync(this.#header, writtenAt, position);
    const schedule = (): void => {
      if (!this.#isDisposed) setTimeout(() => this.#run(), this.#intervalMs).unref();
    };
    if (typeof value === 'string') schedule();
    else void value.then(schedule);
  }

  #run(): void {
    if (this.#isDisposed) return;
    // A record that is written during the work runs it again.
    this.#awaitRecord(Atomics.load(this.#header, writtenAt));
    this.#work();
  }
}
