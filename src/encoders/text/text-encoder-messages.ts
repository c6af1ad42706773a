import type { ModelIdentity } from '../runtime/model-identity.ts';
import type { HubModel } from '../runtime/hub.ts';

// The messages between the encoder and its process. This file imports no model runtime, so that the service's main
// thread does not load one.

/** `query`: a client waits for it. `background`: texts of items. */
export type TextPriority = 'query' | 'background';

/** A model with its weights in memory. */
export interface LoadedModel {
  readonly identity: ModelIdentity;
  /** A vector of length 1 for each text; at least one text. */
  embed(texts: readonly string[], as: TextPriority): Promise<Float32Array[]>;
  release(): Promise<void>;
}

/** The model to load: the vendored one, or one in a hub's format in a folder or by name. */
export type ModelSource =
  | { readonly kind: 'vendored'; readonly modelsDir: string }
  | (HubModel & {
      readonly kind: 'hub';
      /** Prefixes of queries and of items' texts, as the model was trained. */
      readonly queryPrefix: string;
      readonly itemPrefix: string;
    });

/** Messages to the process. After `close` it completes the current step, releases the model and exits. */
export type EncoderRequest =
  | { readonly type: 'load'; readonly source: ModelSource }
  | {
      readonly type: 'embed';
      readonly id: number;
      readonly texts: readonly string[];
      readonly priority: TextPriority;
    }
  | { readonly type: 'close' };

/** Messages from the process. */
export type EncoderReply =
  | { readonly type: 'ready'; readonly model: ModelIdentity }
  | { readonly type: 'failed'; readonly detail: string }
  | { readonly type: 'done'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly type: 'broke'; readonly id: number; readonly detail: string };
