import type { StatementBatch } from '../storage/writer.ts';

/** A change of a store that is decided and staged, as a part of a write. */
export interface StagedChange<T> {
  /** The new state, for other processes that share the log. */
  readonly data: T;
  readonly parts: readonly StatementBatch[];
  /** Puts the change into effect; called once the write is durable. */
  readonly apply: () => void;
}
