import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import { itemColumns, itemOf } from '../catalog/item-rows.ts';
import { ItemCacheReplica, itemOfRecord } from '../catalog/item-cache.ts';
import type { ItemSource } from '../search/text-index.ts';
import type { ReadConnection } from '../storage/database.ts';
import { isBefore } from './change-feed.ts';
import { StaleReplica } from './stale-replica.ts';
import type { ProjectState } from './replica-messages.ts';

type ItemRecord = Uint32Array<ArrayBuffer>;

/** An item with pending changes. */
interface PendingItem {
  /** Its applied state. */
  item: NumberedItem | null;
  /** The positions of its pending changes in the feed, the oldest first. */
  positions: number[];
}

/** Reported numbers of items that were not cached; further ones are not. */
const missedMax = 64;

/**
 * The items of a project in another thread than the state thread's, as of the changes that were applied here. They are read from
 * the state thread's cache or the database, which may be ahead: the previous state of an item is published before its change can be
 * there, and a read looks for that afterwards.
 */
export class ReplicaCatalog implements ItemSource {
  readonly #reads: ReadConnection;
  readonly #readStaged: () => boolean;
  readonly #cache: ItemCacheReplica;
  readonly #pending = new Map<number, PendingItem>();
  /** Numbers of pending items that exist, by the shop's id. */
  readonly #pendingIds = new Map<string, number>();
  #missed: number[] = [];

  /** `readStaged`: passes on to {@link staged} what is published; false: some of it was lost. */
  constructor(options: {
    reads: ReadConnection;
    readStaged: () => boolean;
    cache: readonly RecordCacheChange[];
    staged: ProjectState['staged'];
    position: number;
  }) {
    this.#reads = options.reads;
    this.#readStaged = options.readStaged;
    this.#cache = new ItemCacheReplica(options.cache);
    for (const [no, record, count] of options.staged) {
      const item = record === null ? null : itemOfRecord(no, record);
      this.#setPending(no, { item, positions: Array<number>(count).fill(options.position - 1) });
    }
  }

  /** A change of an item is pending; `record`: its state before, null where it did not exist. */
  staged(no: number, record: ItemRecord | null, position: number): void {
    const entry = this.#pending.get(no);
    const item = record === null ? null : itemOfRecord(no, record);
    if (entry === undefined) this.#setPending(no, { item, positions: [position] });
    else entry.positions.push(position);
  }

  /** The oldest pending change of an item is applied; null: it was deleted. */
  applied(no: number, record: ItemRecord | null): void {
    const entry = this.#pending.get(no);
    if (entry === undefined) return;
    this.#removePending(no, entry);
    entry.positions.shift();
    if (entry.positions.length === 0) return;
    entry.item = record === null ? null : itemOfRecord(no, record);
    this.#setPending(no, entry);
  }

  /** The changes that were staged before this position could not be stored. */
  dropStaged(position: number): void {
    for (const [no, entry] of this.#pending) {
      entry.positions = entry.positions.filter((one) => !isBefore(one, position));
      if (entry.positions.length === 0) this.#removePending(no, entry);
    }
  }

  /** @throws StaleReplica */
  byNumber(no: number): NumberedItem | null {
    const item = this.#cache.get(no) ?? this.#stored(no);
    this.#checkStaged();
    const pending = this.#pending.get(no);
    return pending === undefined ? item : pending.item;
  }

  cacheChanged(change: RecordCacheChange): void {
    this.#cache.apply(change);
  }

  /** The numbers of items that were not cached, since the last call; the state thread may cache them. */
  takeMissed(): readonly number[] {
    const missed = this.#missed;
    if (missed.length > 0) this.#missed = [];
    return missed;
  }

  #stored(no: number): NumberedItem | null {
    const row = this.#reads.prepare(`SELECT ${itemColumns} FROM items WHERE no = ?`).get(no);
    if (row === undefined) return null;
    if (this.#missed.length < missedMax) this.#missed.push(no);
    return itemOf(row);
  }

  /** @throws StaleReplica */
  numberOf(id: string): number {
    const row = this.#reads.prepare('SELECT no FROM items WHERE id = ?').get(id);
    this.#checkStaged();
    const pending = this.#pendingIds.get(id);
    if (pending !== undefined) return pending;
    const no = row === undefined ? -1 : Number(row['no']);
    return this.#pending.has(no) ? -1 : no;
  }

  /** Call after a read of the cache or the database. */
  #checkStaged(): void {
    if (!this.#readStaged()) throw new StaleReplica();
  }

  #setPending(no: number, entry: PendingItem): void {
    this.#pending.set(no, entry);
    if (entry.item !== null) this.#pendingIds.set(entry.item.id, no);
  }

  #removePending(no: number, { item }: PendingItem): void {
    this.#pending.delete(no);
    if (item !== null && this.#pendingIds.get(item.id) === no) this.#pendingIds.delete(item.id);
  }
}
