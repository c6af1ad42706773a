import type { ModelIdentity } from '../runtime/model-identity.ts';
import type { Crop } from '../../ports/vision.ts';
import type { DecodeBudget } from './decode-watchdog.ts';
import type { HubModel } from '../runtime/hub.ts';
import type { PictureErrorCode } from './picture-error.ts';

// The messages between the encoder and the vision process. This file imports neither sharp nor the ONNX Runtime, so
// that the service's main thread does not load them.

/** Maximum backgrounds that are used for one packshot. */
export const backgroundsMax = 4;

/**
 * The version of the processing before and after the model: features of different recipes must not be compared, as
 * those of different models.
 */
export const recipe = 'r4';

/** Number of calibration samples per picture. */
export const calibrationCount = 4;

/** The model to load: the vendored one, or one in a hub's format. */
export type ImageModelSource =
  | { readonly kind: 'vendored'; readonly modelsDir: string }
  | ({ readonly kind: 'hub' } & HubModel);

/** A task of the vision process. */
export type VisionTask =
  | { readonly kind: 'query'; readonly bytes: Uint8Array; readonly crop: Crop | null }
  | { readonly kind: 'catalog'; readonly bytes: Uint8Array }
  /** The region proposals of a photo: two vectors each, of which the first has the four numbers of the region. */
  | { readonly kind: 'parts'; readonly bytes: Uint8Array }
  | {
      /** Returns the feature, calibration samples and, for a packshot, the mean of its scenes. */
      readonly kind: 'refine';
      readonly bytes: Uint8Array;
      readonly backgrounds: readonly Uint8Array[];
    };

/** Messages to the process. After `close` it completes the current step, releases the model and exits. */
export type VisionRequest =
  | { readonly type: 'load'; readonly source: ImageModelSource; readonly budget: DecodeBudget }
  | { readonly type: 'task'; readonly id: number; readonly task: VisionTask }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

/** Messages from the process. */
export type VisionReply =
  /** `ground`: see `blankFeatureOf`. */
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
  /** The decoder of this task's picture exceeds its budget: the process must be killed. */
  | { readonly type: 'exceeded'; readonly id: number; readonly detail: string };
