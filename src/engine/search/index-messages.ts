import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import type { IndexSnapshotFiles } from './index-snapshot.ts';
import type { SegmentBuffer } from '../../kernel/text/segments/segment-changes.ts';

/** The messages between the main thread and the threads that build text segments. */
export type IndexWork =
  | {
      /** Changed items, as rows of number, creation time and JSON (see `row-codec.ts`). */
      readonly kind: 'changed';
      readonly items: Uint8Array<ArrayBuffer>;
      readonly settings: TextSettings;
    }
  | {
      readonly kind: 'items';
      readonly path: string;
      readonly keys: Uint32Array;
      readonly settings: TextSettings;
    }
  | {
      readonly kind: 'scan';
      readonly path: string;
      readonly after: number;
      readonly count: number;
      readonly settings: TextSettings;
    }
  | {
      readonly kind: 'merge';
      readonly buffers: readonly SegmentBuffer[];
      readonly deleted: readonly Uint32Array[];
      readonly settings: TextSettings;
    }
  | { readonly kind: 'save'; readonly files: IndexSnapshotFiles }
  | { readonly kind: 'close'; readonly path: string };

export type IndexRequest = IndexWork & { readonly id: number };

export interface BuildResult {
  readonly buffer: SharedArrayBuffer | null;
  /** The last number that a scan read, or -1 at the end. */
  readonly last: number;
  /** The file names of the saved segments. */
  readonly names: readonly string[];
}

export interface IndexReply extends BuildResult {
  readonly id: number;
  readonly error: string | null;
}
