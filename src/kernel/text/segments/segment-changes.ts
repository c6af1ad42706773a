import type { IndexDocument } from '../schema/document.ts';

export type SegmentBuffer = SharedArrayBuffer | ArrayBuffer;

/** The input of a merge in a worker (see `mergeSegments`); the bitmaps are copies. */
export interface MergePlan {
  segments: number[];
  buffers: SegmentBuffer[];
  deleted: Uint32Array[];
}

/** A mutable segment that no longer accepts documents, to be rebuilt as an immutable one from the same documents. */
export interface SealedSegment {
  id: number;
  /** Keys of its live documents. */
  keys: Uint32Array;
}

/** A snapshot of the immutable segments. After `restore()`, the caller must add the documents of `mutableKeys` again. */
export interface TextSnapshot {
  segments: { buffer: SegmentBuffer; deleted: Uint32Array }[];
  mutableKeys: Uint32Array;
}

/** A change of the segments, for replicas. The ids of segments are the same in all of them. */
export type SegmentChange =
  | { readonly kind: 'add'; readonly document: IndexDocument }
  | { readonly kind: 'remove'; readonly key: number }
  | { readonly kind: 'popularity'; readonly key: number; readonly popularity: number }
  | { readonly kind: 'attach'; readonly id: number; readonly buffer: SegmentBuffer }
  | { readonly kind: 'seal'; readonly next: number }
  | {
      readonly kind: 'replace';
      readonly segments: readonly number[];
      readonly id: number;
      readonly buffer: SegmentBuffer;
    };

/** The state of a new replica. Buffers are shared; the rest is a copy. */
export interface SegmentSetState {
  readonly nextId: number;
  /** The segments; the last one is the mutable segment. */
  readonly segments: readonly (ImmutableState | MutableState)[];
}

export interface ImmutableState {
  readonly id: number;
  readonly buffer: SegmentBuffer;
  readonly deleted: Uint32Array;
  readonly popularities: Float64Array;
}

export interface MutableState {
  readonly id: number;
  /** The keys of the live documents, in the order of the documents. */
  readonly keys: Uint32Array;
  readonly popularities: Float64Array;
}
