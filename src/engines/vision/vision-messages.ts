import type { Crop } from '../../ports/vision.ts';
import type { PictureErrorCode } from './picture-error.ts';

// What both sides of the channel to the vision process know. It imports neither sharp nor the ONNX Runtime, so that the service's main
// thread does not load them.

/** The length of an image feature. */
export const FEATURE_DIMENSIONS = 1280;

/** At most this many of the backgrounds given for one packshot are used. */
export const BACKGROUNDS_MAX = 4;

/** How many scenes of a packshot serve as probes of what a photo of it looks like. */
export const PROBE_COUNT = 4;

/** Which model made a vector. Stored with each: vectors of different models must never be compared. */
export interface ModelIdentity {
  readonly name: string;
  /** Of the model file, in lower-case hex. */
  readonly sha256: string;
}

/** What a packshot looks like in scenes. */
export interface SceneFeatures {
  /** Mean of the features of all scenes; its length is below 1 and says how alike they are. */
  readonly mean: Float32Array;
  /** Features of PROBE_COUNT scenes before painted backgrounds, one after the other. */
  readonly probes: Float32Array;
}

/** What the vision process is asked. */
export type VisionTask =
  | { readonly kind: 'query'; readonly bytes: Uint8Array; readonly crop: Crop | null }
  | { readonly kind: 'catalog'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'scenes';
      readonly bytes: Uint8Array;
      readonly backgrounds: readonly Uint8Array[];
    };

/** To the process. After `close` it finishes the step in hand, releases the model and ends. */
export type VisionRequest =
  | { readonly type: 'task'; readonly id: number; readonly task: VisionTask }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

/** From the process. As `vectors`, null stands for a picture without a product on white. */
export type VisionReply =
  | { readonly type: 'ready'; readonly model: ModelIdentity }
  | { readonly type: 'failed'; readonly detail: string }
  | {
      readonly type: 'done';
      readonly id: number;
      readonly vectors: readonly Float32Array[] | null;
    }
  | {
      readonly type: 'refused';
      readonly id: number;
      readonly code: PictureErrorCode;
      readonly detail: string;
    }
  | { readonly type: 'broke'; readonly id: number; readonly detail: string };
