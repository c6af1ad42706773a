import type { SchemaName } from './schema.ts';

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
