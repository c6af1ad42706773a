import type { NumberedItem } from '../log/applied-change.ts';
import { itemColumns, itemOf } from '../catalog/catalog-store.ts';
import { ItemCache, itemOfRecord } from '../catalog/item-cache.ts';
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

/**
 * The items of a project in another thread than the state thread's, as of the changes that were applied here. They are read from
 * the database, which may be ahead: the previous state of an item is published before its change can be there, and a read looks
 * for that afterwards.
 */
export class ReplicaCatalog implements ItemSource {
  readonly #reads: ReadConnection;
  readonly #readStaged: () => boolean;
  readonly #cache: ItemCache;
  readonly #pending = new Map<number, PendingItem>();
  /** Numbers of pending items that exist, by the shop's id. */
  readonly #pendingIds = new Map<string, number>();

  /** `readStaged`: passes on to {@link staged} what is published; false: some of it was lost. */
  constructor(options: {
    reads: ReadConnection;
    readStaged: () => boolean;
    cacheBytesMax: number;
    staged: ProjectState['staged'];
    position: number;
  }) {
    this.#reads = options.reads;
    this.#readStaged = options.readStaged;
    this.#cache = new ItemCache(options.cacheBytesMax);
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
    const item = record === null ? null : itemOfRecord(no, record);
    if (item === null) this.#cache.delete(no);
    else this.#cache.set(item);
    const entry = this.#pending.get(no);
    if (entry === undefined) return;
    this.#removePending(no, entry);
    entry.positions.shift();
    entry.item = item;
    if (entry.positions.length > 0) this.#setPending(no, entry);
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
    const cached = this.#cache.get(no);
    if (cached !== undefined) return cached;
    const row = this.#reads.prepare(`SELECT ${itemColumns} FROM items WHERE no = ?`).get(no);
    this.#checkStaged();
    const pending = this.#pending.get(no);
    if (pending !== undefined) return pending.item;
    if (row === undefined) return null;
    const item = itemOf(row);
    this.#cache.set(item);
    return item;
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

  /** Call after a read of the database. */
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
