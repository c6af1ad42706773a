import type { HubModel } from '../runtime/hub.ts';

// What both sides of the channel to the encoder's process know. It imports no runtime of models, so that the service's main
// thread does not load one.

/** Which model made a vector. */
export interface ModelIdentity {
  readonly name: string;
  /** Of the model file, in lower-case hex. */
  readonly sha256: string;
}

/** `query`: someone waits for it. `background`: texts of items. */
export type TextPriority = 'query' | 'background';

/** A model with its weights in memory. */
export interface LoadedModel {
  readonly identity: ModelIdentity;
  /** A vector of length 1 for each text; at least one text. */
  embed(texts: readonly string[], as: TextPriority): Promise<Float32Array[]>;
  release(): Promise<void>;
}

/** Which model the process is to load: the one in the repository, or one of a hub's form in a folder or by its name. */
export type ModelSource =
  | { readonly kind: 'vendored'; readonly modelsDir: string }
  | (HubModel & {
      readonly kind: 'hub';
      /** Put before each query and each item's text, as the model was trained with. */
      readonly queryPrefix: string;
      readonly itemPrefix: string;
    });

/** To the process. After `close` it finishes the step in hand, releases the model and ends. */
export type EncoderRequest =
  | { readonly type: 'load'; readonly source: ModelSource }
  | {
      readonly type: 'embed';
      readonly id: number;
      readonly texts: readonly string[];
      readonly priority: TextPriority;
    }
  | { readonly type: 'close' };

/** From the process. */
export type EncoderReply =
  | { readonly type: 'ready'; readonly model: ModelIdentity }
  | { readonly type: 'failed'; readonly detail: string }
  | { readonly type: 'done'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly type: 'broke'; readonly id: number; readonly detail: string };
