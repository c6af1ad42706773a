import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { AppliedChange } from '../log/applied-change.ts';

/** The text index. A search reads items in the state that the index has. */
export interface CatalogIndex {
  /** Called when changes are durable, possibly before earlier ones are applied, so that long work can begin. */
  itemsStored(changes: readonly AppliedChange[]): void;
  /**
   * Called in the order of the writes. Calls `settle` in the same step in which the index changes: reads of items then return the
   * changed ones.
   */
  itemsChanged(changes: readonly AppliedChange[], publishItems: () => void): Promise<void>;
}

export interface CatalogProjection {
  /** Called in the order of the writes; the returned promise is awaited before the write is acknowledged. */
  itemsChanged(changes: readonly AppliedChange[]): void | Promise<void>;
}

/** Receives the changes of items for replicas in other threads. */
export interface CatalogListener {
  /** A change was accepted, and may be in the database before it is applied. */
  itemStaged(change: AppliedChange): void;
  itemApplied(change: AppliedChange): void;
  /** The pending changes could not be stored, so none is pending any more. */
  dropStaged(): void;
  itemCacheChanged(change: RecordCacheChange): void;
}
