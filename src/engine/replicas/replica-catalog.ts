import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import { itemColumns, readItemRow } from '../catalog/item-rows.ts';
import { ItemCacheReplica, readItemId, readItemRecord } from '../catalog/item-cache.ts';
import type { ItemSource } from '../search/text-index.ts';
import type { ReadConnection } from '../storage/database.ts';
import { noteDropped } from '../storage/dropped-memory.ts';
import { isBefore } from './change-stream.ts';
import { StaleReplica } from './stale-replica.ts';
import type { ProjectState } from './replica-messages.ts';

type ItemRecord = Uint32Array<ArrayBuffer>;

/** A pending change of an item. */
interface PendingChange {
  /** The item before the change, or null if it did not exist. */
  readonly before: ItemRecord | null;
  /** The position in the stream. */
  readonly position: number;
}

/** Maximum reported numbers of items that were not cached, and how soon they are reported. */
const missedMax = 64;
const missedReportMs = 20;

/**
 * The items of a project in another thread than the state thread's, as of the changes that were applied here. They are read from
 * the state thread's cache or the database, which may be ahead: the previous state of an item is published before its change can be
 * there, and a read looks for that afterwards.
 */
export class ReplicaCatalog implements ItemSource {
  readonly #reads: ReadConnection;
  readonly #readStaged: () => boolean;
  readonly #cacheMissedItems: (numbers: readonly number[]) => void;
  readonly #cache: ItemCacheReplica;
  /** Pending changes by number, the oldest first: the item before it is the applied state. */
  readonly #pending = new Map<number, PendingChange[]>();
  /** Numbers of pending items that exist, by the shop's id. */
  readonly #pendingIds = new Map<string, number>();
  #missed: number[] = [];

  /**
   * `readStaged` passes published items to {@link stage}; it returns false if some were lost. `cacheMissedItems` has the state thread cache
   * items.
   */
  constructor(options: {
    reads: ReadConnection;
    readStaged: () => boolean;
    cacheMissedItems: (numbers: readonly number[]) => void;
    cache: readonly RecordCacheChange[];
    staged: ProjectState['staged'];
    position: number;
  }) {
    this.#reads = options.reads;
    this.#readStaged = options.readStaged;
    this.#cacheMissedItems = options.cacheMissedItems;
    this.#cache = new ItemCacheReplica(options.cache);
    for (const [itemNumber, records] of options.staged)
      this.#setPending(
        itemNumber,
        records.map((before) => ({ before, position: options.position - 1 })),
      );
  }

  /** Records a pending change of an item, with its state `before`, null if it did not exist. */
  stage(itemNumber: number, before: ItemRecord | null, position: number): void {
    const changes = this.#pending.get(itemNumber);
    if (changes === undefined) this.#setPending(itemNumber, [{ before, position }]);
    else changes.push({ before, position });
  }

  /** Removes the oldest pending change of an item, which is applied. */
  removeApplied(itemNumber: number): void {
    this.#keep(itemNumber, (_, at) => at > 0);
  }

  /** Drops the changes that were staged before this position, as they could not be stored. */
  dropStaged(position: number): void {
    // Iterates over a copy, as remaining changes are added again.
    const numbers = Array.from(this.#pending.keys());
    for (const itemNumber of numbers)
      this.#keep(itemNumber, (change) => !isBefore(change.position, position));
  }

  /** @throws StaleReplica */
  findItem(itemNumber: number): NumberedItem | null {
    const item = this.#cache.get(itemNumber) ?? this.#readStored(itemNumber);
    this.#checkStaged();
    const oldest = this.#pending.get(itemNumber)?.[0];
    if (oldest === undefined) return item;
    return oldest.before === null ? null : readItemRecord(itemNumber, oldest.before);
  }

  applyCacheChange(change: RecordCacheChange): void {
    noteDropped(this.#cache.apply(change));
  }

  #readStored(itemNumber: number): NumberedItem | null {
    const row = this.#reads.prepare(`SELECT ${itemColumns} FROM items WHERE no = ?`).get(itemNumber);
    if (row === undefined) return null;
    this.#reportMissed(itemNumber);
    return readItemRow(row, this.#reads);
  }

  /** Collects the numbers of a search or of several in one report. */
  #reportMissed(itemNumber: number): void {
    if (this.#missed.length === 0) {
      setTimeout(() => {
        const missed = this.#missed;
        this.#missed = [];
        this.#cacheMissedItems(missed);
      }, missedReportMs).unref();
    }
    if (this.#missed.length < missedMax) this.#missed.push(itemNumber);
  }

  /** @throws StaleReplica */
  findNumber(id: string): number {
    const row = this.#reads.prepare('SELECT no FROM items WHERE id = ?').get(id);
    this.#checkStaged();
    const pending = this.#pendingIds.get(id);
    if (pending !== undefined) return pending;
    const itemNumber = row === undefined ? -1 : Number(row['no']);
    return this.#pending.has(itemNumber) ? -1 : itemNumber;
  }

  /** Call after a read of the cache or the database. */
  #checkStaged(): void {
    if (!this.#readStaged()) throw new StaleReplica();
  }

  /** Removes the pending changes of an item for which `keeps` is false. */
  #keep(itemNumber: number, keeps: (change: PendingChange, at: number) => boolean): void {
    const changes = this.#pending.get(itemNumber);
    if (changes === undefined) return;
    const before = changes[0]?.before ?? null;
    const id = before === null ? null : readItemId(before);
    this.#pending.delete(itemNumber);
    if (id !== null && this.#pendingIds.get(id) === itemNumber) this.#pendingIds.delete(id);
    const remaining = changes.filter(keeps);
    if (remaining.length > 0) this.#setPending(itemNumber, remaining);
  }

  #setPending(itemNumber: number, changes: PendingChange[]): void {
    this.#pending.set(itemNumber, changes);
    const before = changes[0]?.before ?? null;
    if (before !== null) this.#pendingIds.set(readItemId(before), itemNumber);
  }
}
