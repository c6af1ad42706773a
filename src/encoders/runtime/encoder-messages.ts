import type { ErrorCode } from '../../ports/error-kinds.ts';
import type { Crop } from '../../ports/pictures/vision.ts';
import type { HubModel } from './hub.ts';
import type { ModelIdentity } from './model-identity.ts';
import type { Priority } from './step-queue.ts';

// The messages between the service and its encoder processes. This file imports neither sharp nor a model runtime, so
// that the service's main thread does not load them.

/** The image model to load, the vendored one or one in a hub's format, and the resources that a decoder may use. */
export interface ImageEncoderSource {
  readonly model:
    | { readonly kind: 'vendored'; readonly modelsDir: string }
    | ({ readonly kind: 'hub' } & HubModel);
  readonly budget: DecodeBudget;
}

/** The resources that a decoder may use. */
export interface DecodeBudget {
  /** CPU time, so that a busy machine does not fail a picture: the share of what the process used, including other work. */
  readonly cpuMsMax: number;
  /** Resident memory of the process in addition to that without pictures. */
  readonly growthBytesMax: number;
}

export type ImageTask =
  | {
      /**
       * Returns the feature of the photo, or of its crop. With `asksForRegions` it then asks whether region proposals are wanted,
       * and returns instead two vectors for each, of which the first has the four numbers of the region.
       */
      readonly kind: 'photo';
      readonly bytes: Uint8Array;
      readonly crop: Crop | null;
      readonly asksForRegions: boolean;
    }
  | { readonly kind: 'catalog'; readonly bytes: Uint8Array }
  | {
      /** Returns the feature, calibration samples and, for a packshot, the mean of its scenes. */
      readonly kind: 'refine';
      readonly bytes: Uint8Array;
      readonly backgrounds: readonly Uint8Array[];
    }
  /** Returns the stored keypoints of a catalog picture, as `toVector()`. */
  | { readonly kind: 'points'; readonly bytes: Uint8Array }
  | {
      /** Returns the result of `verifyMatches()` for each of the pictures' keypoints. */
      readonly kind: 'match';
      readonly bytes: Uint8Array;
      readonly crop: Crop | null;
      readonly pictures: readonly Uint8Array[];
    };

/** Wraps bytes, a multiple of four, as a vector, as replies carry only vectors. Its numbers have no meaning. */
export function toVector(bytes: Uint8Array<ArrayBuffer>): Float32Array {
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** Unwraps the bytes of a reply: see {@link toVector}. */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The text model to load: the vendored one, or one in a hub's format in a folder or by name. */
export type TextEncoderSource =
  | { readonly kind: 'vendored'; readonly modelsDir: string }
  | (HubModel & {
      readonly kind: 'hub';
      /** Prefixes of queries and of items' texts, as the model was trained. */
      readonly queryPrefix: string;
      readonly itemPrefix: string;
    });

export interface TextTask {
  readonly texts: readonly string[];
  readonly priority: Priority;
}

/** Messages to the process. After `close` it completes the current steps, releases the model and exits. */
export type EncoderRequest<Source, Task> =
  /** With `isChecked`, an earlier process has loaded the model: its blank feature and its reference similarity are known. */
  | { readonly type: 'load'; readonly source: Source; readonly isChecked: boolean }
  | { readonly type: 'task'; readonly id: number; readonly task: Task }
  /** The answer to `asked`. */
  | { readonly type: 'answer'; readonly id: number; readonly isWanted: boolean }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

/** Messages from the process about a task. */
export type TaskReply =
  | { readonly type: 'done'; readonly id: number; readonly vectors: readonly Float32Array[] }
  /** The input cannot be used. */
  | { readonly type: 'refused'; readonly id: number; readonly code: ErrorCode; readonly detail: string }
  | { readonly type: 'broke'; readonly id: number; readonly detail: string }
  /** The decoder of this task exceeds its budget: the process must be killed. */
  | { readonly type: 'exceeded'; readonly id: number; readonly detail: string };

/** Messages from the process. */
export type EncoderReply =
  /** `blankFeature` is described at `computeBlankFeature()`, `referenceSimilarity` at `compareWithReference`. */
  | {
      readonly type: 'ready';
      readonly model: ModelIdentity;
      readonly blankFeature: Float32Array | null;
      readonly referenceSimilarity: number | null;
    }
  | { readonly type: 'failed'; readonly detail: string }
  /** Asks whether the rest of a task is wanted, given this vector. */
  | { readonly type: 'asked'; readonly id: number; readonly vector: Float32Array }
  | TaskReply;
