import type { Crop } from '../../ports/vision.ts';
import type { DecodeBudget } from './decode-watchdog.ts';
import type { HubModel } from '../runtime/hub.ts';
import type { PictureErrorCode } from './picture-error.ts';

// What both sides of the channel to the vision process know. It imports neither sharp nor the ONNX Runtime, so that the service's main
// thread does not load them.

/** At most this many of the backgrounds given for one packshot are used. */
export const backgroundsMax = 4;

/**
 * What is done with a picture before and after the model: features of different recipes must no more be compared than those of
 * different models.
 */
export const recipe = 'r4';

/** How many views of a picture serve as probes of what a photo of it looks like. */
export const calibrationCount = 4;

/** Which model made a vector. Stored with each: vectors of different models must never be compared. */
export interface ModelIdentity {
  readonly name: string;
  /** Of the model file, in lower-case hex. */
  readonly sha256: string;
}

/** Which model the process is to load: the one in the repository, or one of a hub's form. */
export type ImageModelSource =
  | { readonly kind: 'vendored'; readonly modelsDir: string }
  | ({ readonly kind: 'hub' } & HubModel);

/** What the vision process is asked. */
export type VisionTask =
  | { readonly kind: 'query'; readonly bytes: Uint8Array; readonly crop: Crop | null }
  | { readonly kind: 'catalog'; readonly bytes: Uint8Array }
  /** The likely parts of a photo: two vectors for each, of which the first has four numbers, the part. */
  | { readonly kind: 'parts'; readonly bytes: Uint8Array }
  | {
      /** Feature, probes and, for a packshot, the mean of its scenes. */
      readonly kind: 'refine';
      readonly bytes: Uint8Array;
      readonly backgrounds: readonly Uint8Array[];
    };

/** To the process. After `close` it finishes the step in hand, releases the model and ends. */
export type VisionRequest =
  | { readonly type: 'load'; readonly source: ImageModelSource; readonly budget: DecodeBudget }
  | { readonly type: 'task'; readonly id: number; readonly task: VisionTask }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

/** From the process. */
export type VisionReply =
  /** `ground`: see `groundOf`. */
  | { readonly type: 'ready'; readonly model: ModelIdentity; readonly ground: Float32Array }
  | { readonly type: 'failed'; readonly detail: string }
  | {
      readonly type: 'done';
      readonly id: number;
      readonly vectors: readonly Float32Array[];
    }
  | {
      readonly type: 'refused';
      readonly id: number;
      readonly code: PictureErrorCode;
      readonly detail: string;
    }
  | { readonly type: 'broke'; readonly id: number; readonly detail: string }
  /** The decoder of this task's picture goes beyond its budget: the process is to be killed. */
  | { readonly type: 'exceeded'; readonly id: number; readonly detail: string };
