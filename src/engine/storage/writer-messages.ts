import type { SchemaName } from './schema.ts';

/**
 * Where a commit is durable when it returns: on the disk, or in a shared log already. A database that follows a log may lose its last commits
 * in a power failure: it then reads their entries again.
 */
export type CommitDurability = 'disk' | 'log';

/** The messages between the main thread and the writer thread. */
export type WriterRequest =
  | {
      readonly kind: 'transact';
      readonly id: number;
      readonly database: string;
      readonly epoch: number;
      readonly parts: { readonly sql: string; readonly rows: Uint8Array<ArrayBuffer> }[];
    }
  | {
      readonly kind: 'open';
      readonly id: number;
      readonly database: string;
      readonly path: string;
      readonly schema: SchemaName;
      readonly durability: CommitDurability;
    }
  | { readonly kind: 'close'; readonly id: number; readonly database: string };

export interface WriterReply {
  readonly id: number;
  readonly error: string | null;
}

/** A request to the checkpoint thread, which replies with the path of each database that it was asked to close. */
export type CheckpointRequest =
  | { readonly kind: 'open' | 'close'; readonly path: string }
  | { readonly kind: 'exit' };

/** What the writer thread starts with. */
export interface WriterData {
  /** Kilobytes of the pages that a connection caches. */
  readonly pageCacheKilobytes: number;
}
