import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import { itemColumns, itemOf } from '../catalog/item-rows.ts';
import { ItemCacheReplica, itemIdOf, itemOfRecord } from '../catalog/item-cache.ts';
import type { ItemSource } from '../search/text-index.ts';
import type { ReadConnection } from '../storage/database.ts';
import { isBefore } from './change-feed.ts';
import { StaleReplica } from './stale-replica.ts';
import type { ProjectState } from './replica-messages.ts';

type ItemRecord = Uint32Array<ArrayBuffer>;

/** A pending change of an item. */
interface PendingChange {
  /** The item before it; null: it did not exist. */
  readonly before: ItemRecord | null;
  /** In the feed. */
  readonly position: number;
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
  /** By number, the oldest change first: its item is the applied state. */
  readonly #pending = new Map<number, PendingChange[]>();
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
    for (const [no, records] of options.staged)
      this.#setPending(
        no,
        records.map((before) => ({ before, position: options.position - 1 })),
      );
  }

  /** A change of an item is pending; `before`: its state before, null where it did not exist. */
  staged(no: number, before: ItemRecord | null, position: number): void {
    const changes = this.#pending.get(no);
    if (changes === undefined) this.#setPending(no, [{ before, position }]);
    else changes.push({ before, position });
  }

  /** The oldest pending change of an item is applied. */
  applied(no: number): void {
    this.#keep(no, (_, at) => at > 0);
  }

  /** The changes that were staged before this position could not be stored. */
  dropStaged(position: number): void {
    // A copy, as those that are kept are added again.
    const numbers = Array.from(this.#pending.keys());
    for (const no of numbers) this.#keep(no, (change) => !isBefore(change.position, position));
  }

  /** @throws StaleReplica */
  byNumber(no: number): NumberedItem | null {
    const item = this.#cache.get(no) ?? this.#stored(no);
    this.#checkStaged();
    const oldest = this.#pending.get(no)?.[0];
    if (oldest === undefined) return item;
    return oldest.before === null ? null : itemOfRecord(no, oldest.before);
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
    return itemOf(row, this.#reads);
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

  /** Removes the other pending changes of an item. */
  #keep(no: number, keeps: (change: PendingChange, at: number) => boolean): void {
    const changes = this.#pending.get(no);
    if (changes === undefined) return;
    const before = changes[0]?.before ?? null;
    const id = before === null ? null : itemIdOf(before);
    this.#pending.delete(no);
    if (id !== null && this.#pendingIds.get(id) === no) this.#pendingIds.delete(id);
    const kept = changes.filter(keeps);
    if (kept.length > 0) this.#setPending(no, kept);
  }

  #setPending(no: number, changes: PendingChange[]): void {
    this.#pending.set(no, changes);
    const before = changes[0]?.before ?? null;
    if (before !== null) this.#pendingIds.set(itemIdOf(before), no);
  }
}
