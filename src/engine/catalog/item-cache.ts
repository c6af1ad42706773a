import { ensureCapacity } from '../../kernel/bits/growable.ts';
import { RecordCache, RecordCacheReplica, type RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { NumberedItem } from '../log/applied-change.ts';

/**
 * The header of a record: version, time of creation (low and high 32 bits), 1 for active, and the lengths in bytes of `_id`, id,
 * SKU and JSON, which follow.
 */
const headerLength = 8;
const bytesPerValue = Uint32Array.BYTES_PER_ELEMENT;
const highBits = 2 ** 32;

/** A cache of items by number, bounded by bytes; see {@link RecordCache}. */
export class ItemCache {
  readonly #records: RecordCache;

  constructor(bytesMax: number) {
    this.#records = new RecordCache(bytesMax);
  }

  get bytes(): number {
    return this.#records.bytes;
  }

  get(itemNumber: number): NumberedItem | undefined {
    const record = this.#records.get(itemNumber);
    return record === undefined ? undefined : readItemRecord(itemNumber, record);
  }

  set(item: NumberedItem): void {
    this.#records.set(item.no, createItemRecord(item));
  }

  delete(itemNumber: number): void {
    this.#records.delete(itemNumber);
  }

  /** See {@link RecordCache.clear}. */
  clear(): void {
    this.#records.clear();
  }

  /** See {@link RecordCache.onChange}. */
  onChange(listener: ((change: RecordCacheChange) => void) | null): void {
    this.#records.onChange(listener);
  }

  /** The changes with which an {@link ItemCacheReplica} begins. */
  state(): readonly RecordCacheChange[] {
    return this.#records.state();
  }
}

/** Reads the {@link ItemCache} of another thread: see {@link RecordCacheReplica}. */
export class ItemCacheReplica {
  readonly #records: RecordCacheReplica;

  constructor(state: readonly RecordCacheChange[]) {
    this.#records = new RecordCacheReplica(state);
  }

  get(itemNumber: number): NumberedItem | undefined {
    const record = this.#records.get(itemNumber);
    return record === undefined ? undefined : readItemRecord(itemNumber, record);
  }

  /** See {@link RecordCacheReplica.apply}. */
  apply(change: RecordCacheChange): number {
    return this.#records.apply(change);
  }
}

/** Reads the item from a record of {@link createItemRecord}; the item views the record's memory. */
export function readItemRecord(itemNumber: number, record: Uint32Array): NumberedItem {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const idAt = headerLength * bytesPerValue + record[4]!;
  const skuAt = idAt + record[5]!;
  const jsonAt = skuAt + record[6]!;
  return {
    no: itemNumber,
    _id: bytes.toString('utf8', headerLength * bytesPerValue, idAt),
    id: bytes.toString('utf8', idAt, skuAt),
    sku: bytes.toString('utf8', skuAt, jsonAt),
    active: record[3] === 1,
    version: record[0]!,
    createdAt: record[2]! * highBits + record[1]!,
    // A Uint8Array, as SQLite returns it, not a Buffer.
    json: new Uint8Array(record.buffer, record.byteOffset + jsonAt, record[7]!),
  };
}

/** The shop's id of the item in a record. */
export function readItemId(record: Uint32Array): string {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const idAt = headerLength * bytesPerValue + record[4]!;
  return bytes.toString('utf8', idAt, idAt + record[5]!);
}

/** Reused for every record: new arrays would be garbage outside the heap, a hundred megabytes in an import. */
let scratch = new Uint32Array(1_024);

/** Encodes an item as a record of words. The result is a view, valid until the next call. */
export function createItemRecord({
  _id,
  id,
  sku,
  active,
  version,
  createdAt,
  json,
}: NumberedItem): Uint32Array<ArrayBuffer> {
  const texts = [_id, id, sku];
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const length = lengths.reduce((sum, each) => sum + each, json.byteLength);
  const words = headerLength + Math.ceil(length / bytesPerValue);
  scratch = ensureCapacity(scratch, words);
  const record = scratch.subarray(0, words);
  record[words - 1] = 0;
  const high = Math.floor(createdAt / highBits);
  record.set([version, createdAt - high * highBits, high, active ? 1 : 0, ...lengths, json.byteLength]);
  const bytes = Buffer.from(record.buffer);
  let at = headerLength * bytesPerValue;
  for (const text of texts) at += bytes.write(text, at);
  bytes.set(json, at);
  return record;
}
