import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { ensureCapacity } from '../../kernel/bits/growable.ts';
import { createRing, RingReader, RingWriter } from '../../lib/record-ring.ts';

/** Bytes of each ring: a thread that is further behind must load the state again. */
const ringBytesDefault = 8 * 1024 * 1024;
/** A batch that takes a larger part of the ring is sent as a message, so that it does not overtake current readers. */
const batchShareMax = 1 / 8;

/** The rings of a stream. */
export interface StreamMemory {
  /** Items whose changes are accepted: see {@link ChangeStream.stage}. */
  readonly staged: SharedArrayBuffer;
  /** Changes that are applied, in batches. */
  readonly applied: SharedArrayBuffer;
}

/** A position of a stream. */
export interface StreamPosition {
  readonly staged: number;
  readonly applied: number;
  /** Number of messages that were sent before. */
  readonly messages: number;
}

/** Kinds of entries. */
export const entryKinds = {
  /** The oldest pending change of an item is applied. For staged items, the payload is the item before a change, if any. */
  item: 1,
  /** The text index adds, or removes, the document of an item. */
  indexAdd: 2,
  indexRemove: 3,
  /** The payload is a float64. */
  popularity: 4,
  seal: 5,
  /** The payload is the place of a vector of an item (see `encodePlace()`) and its row, or the place alone if it was removed. */
  vector: 6,
  /** Any other change, as an object. */
  message: 7,
} as const;
type EntryKind = (typeof entryKinds)[keyof typeof entryKinds];

/** A change of the project in a slot. `no` is the number of an item, or of what the kind says. */
export interface StreamEntry {
  readonly kind: EntryKind;
  readonly slot: number;
  readonly no: number;
  readonly payload: Uint32Array<ArrayBuffer>;
  /** The object of an entry of the kind `message`. */
  readonly message: unknown;
}

interface SentMessage {
  readonly sequence: number;
  readonly message: unknown;
}

/** Kind, slot, number, and length of the payload in words. */
const headerLength = 4;
/** The slot of a message that is a batch. */
const batchSlot = 0xffffffff;
const noPayload = new Uint32Array(0);

/**
 * The changes of all projects, from the state thread to any number of readers in other threads, in shared memory. Changes of one step of
 * the event loop are one batch, published before any promise of that step is seen as resolved: readers see all of them or none, like
 * requests on the state thread. Small changes go through the ring. Objects go through message ports, and are applied in the same order.
 */
export class ChangeStream {
  readonly memory: StreamMemory;
  readonly #staged: RingWriter;
  readonly #applied: RingWriter;
  readonly #ports = new Set<MessagePort>();
  #batch = new Uint32Array(1_024);
  /** A buffer for staged records, which the ring copies. */
  #staging = new Uint32Array(1_024);
  #length = 0;
  #messages = 0;
  readonly #batchBytesMax: number;

  /** `ringBytes` is the size of each ring, a power of 2. */
  constructor(ringBytes = ringBytesDefault) {
    this.#batchBytesMax = ringBytes * batchShareMax;
    this.memory = { staged: createRing(ringBytes), applied: createRing(ringBytes) };
    this.#staged = new RingWriter(this.memory.staged);
    this.#applied = new RingWriter(this.memory.applied);
  }

  /** Adds the port of a reader. */
  addPort(port: MessagePort): void {
    this.#ports.add(port);
  }

  removePort(port: MessagePort): void {
    this.#ports.delete(port);
  }

  /** Where a new reader begins. */
  position(): StreamPosition {
    this.#publish();
    return {
      staged: this.#staged.position,
      applied: this.#applied.position,
      messages: this.#messages,
    };
  }

  /**
   * Publishes immediately that a change of an item was accepted, with the item's state before it: the
   * database may contain the change before it is applied.
   */
  stage(slot: number, itemNumber: number, before: Uint32Array | null): void {
    const length = headerLength + (before?.length ?? 0);
    this.#staging = ensureCapacity(this.#staging, length);
    const record = this.#staging.subarray(0, length);
    record.set([entryKinds.item, slot, itemNumber, before?.length ?? 0]);
    if (before !== null) record.set(before, headerLength);
    const bytes = viewAsBytes(record);
    // This overwrites the first record: readers load the state again.
    if (bytes.length > this.#staged.recordBytesMax) this.#overtake();
    else this.#staged.write(bytes);
  }

  /** Adds a change to the batch of this step. */
  append(
    kind: Exclude<EntryKind, typeof entryKinds.message>,
    slot: number,
    itemNumber: number,
    payload: Uint32Array = noPayload,
  ): void {
    this.#add(kind, slot, itemNumber, payload);
  }

  /** Adds a change that is an object; `message` is cloned. */
  send(slot: number, message: unknown): void {
    const sequence = this.#post(message);
    this.#add(entryKinds.message, slot, sequence, noPayload);
  }

  #add(kind: EntryKind, slot: number, itemNumber: number, payload: Uint32Array): void {
    if (this.#length === 0) queueMicrotask(() => this.#publish());
    const needed = this.#length + headerLength + payload.length;
    if (needed > this.#batch.length) {
      const larger = new Uint32Array(2 * needed);
      larger.set(this.#batch.subarray(0, this.#length));
      this.#batch = larger;
    }
    const batch = this.#batch;
    const at = this.#length;
    batch[at] = kind;
    batch[at + 1] = slot;
    batch[at + 2] = itemNumber;
    batch[at + 3] = payload.length;
    if (payload.length > 0) batch.set(payload, at + headerLength);
    this.#length = needed;
  }

  #publish(): void {
    if (this.#length === 0) return;
    const batch = this.#batch.subarray(0, this.#length);
    this.#length = 0;
    if (batch.byteLength <= this.#batchBytesMax) {
      this.#applied.write(viewAsBytes(batch));
      return;
    }
    const sequence = this.#post(batch.slice());
    this.#applied.write(viewAsBytes(Uint32Array.of(entryKinds.message, batchSlot, sequence, 0)));
    this.#batch = new Uint32Array(1_024);
  }

  #post(message: unknown): number {
    this.#messages = (this.#messages + 1) >>> 0;
    const entry: SentMessage = { sequence: this.#messages, message };
    for (const port of this.#ports) port.postMessage(entry);
    return this.#messages;
  }

  /** Overwrites the whole ring of staged items. */
  #overtake(): void {
    const filler = new Uint8Array(this.#staged.recordBytesMax);
    for (let i = 0; i < 2; i++) this.#staged.write(filler);
  }
}

/** A reader of a stream, in another thread. */
export class StreamReader {
  readonly #staged: RingReader;
  readonly #applied: RingReader;
  readonly #port: MessagePort;
  /** Messages before the position are not for this reader. */
  readonly #from: number;
  /** Messages received before their entries were read. */
  readonly #early = new Map<number, unknown>();
  #isLost = false;

  /** `port` is the other end of a port that was added before `position` was taken. */
  constructor(memory: StreamMemory, port: MessagePort, position: StreamPosition) {
    this.#staged = new RingReader(memory.staged, position.staged);
    this.#applied = new RingReader(memory.applied, position.applied);
    this.#port = port;
    this.#from = position.messages;
  }

  /** Whether changes were lost: the state must be loaded again, for a new reader. */
  get isOvertaken(): boolean {
    return this.#isLost || this.#staged.isOvertaken || this.#applied.isOvertaken;
  }

  /** Whether all published changes were read. */
  get isCurrent(): boolean {
    return this.#applied.isCurrent && this.#staged.isCurrent;
  }

  /** The position of the next staged item. */
  get stagedPosition(): number {
    return this.#staged.position;
  }

  get appliedPosition(): number {
    return this.#applied.position;
  }

  /** The next staged item, or null if there is none or the reader is overtaken. */
  readStaged(): StreamEntry | null {
    const record = this.#staged.read();
    return record === null ? null : [...readEntries(copyAsWords(record), () => null)][0]!;
  }

  /** The next batch of applied changes, or null if there is none or the reader is overtaken. */
  readApplied(): StreamEntry[] | null {
    const record = this.#applied.read();
    if (record === null) return null;
    const receive = (sequence: number): unknown => this.#receive(sequence);
    const entries = [...readEntries(copyAsWords(record), receive)];
    const [first] = entries;
    const all =
      first?.slot === batchSlot && first.message !== null
        ? [...readEntries(first.message as Uint32Array<ArrayBuffer>, receive)]
        : entries;
    return this.#isLost ? null : all;
  }

  /** Receives the message with this number, which was sent before its entry was published. */
  #receive(sequence: number): unknown {
    const early = this.#early.get(sequence);
    this.#early.delete(sequence);
    if (early !== undefined) return early;
    for (;;) {
      const received = receiveMessageOnPort(this.#port) as { message: SentMessage } | undefined;
      if (received === undefined) {
        this.#isLost = true;
        return null;
      }
      const { sequence: found, message } = received.message;
      if (found === sequence) return message;
      if (isBefore(this.#from, found)) this.#early.set(found, message);
    }
  }
}

/** Whether a number that wraps at 2^32 is before another one, where they are less than 2^31 apart. */
export function isBefore(position: number, other: number): boolean {
  return ((position - other) | 0) < 0;
}

function* readEntries(
  words: Uint32Array<ArrayBuffer>,
  receive: (sequence: number) => unknown,
): Generator<StreamEntry> {
  for (let at = 0; at < words.length;) {
    const kind = words[at]! as EntryKind;
    const [slot, itemNumber, length] = [words[at + 1]!, words[at + 2]!, words[at + 3]!];
    at += headerLength;
    const payload = words.subarray(at, at + length);
    at += length;
    yield {
      kind,
      slot,
      no: itemNumber,
      payload,
      message: kind === entryKinds.message ? receive(itemNumber) : null,
    };
  }
}

function viewAsBytes(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function copyAsWords(bytes: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / Uint32Array.BYTES_PER_ELEMENT);
}
