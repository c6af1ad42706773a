import type { SchemaName } from './schema.ts';

/** What the main thread and the writing thread say to each other. */
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

/** What the thread that checkpoints is told; it answers the path of one that it has closed. */
export interface CheckpointRequest {
  readonly path: string;
  readonly isOpen: boolean;
}
