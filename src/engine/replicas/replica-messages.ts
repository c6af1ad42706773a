import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { IndexChange, ReplicaState } from '../../kernel/text/search/segmented-index.ts';
import type { InputError } from '../../ports/errors.ts';
import type { ErrorCode } from '../../ports/error-kinds.ts';
import type { ApiKey, Project } from '../../ports/access/projects.ts';
import type { TextModelInfo } from '../../ports/search/text-embeddings.ts';
import type { VisitorPreferenceStore } from '../../ports/recommendations/visitor-preferences.ts';
import type { VisitorSegments } from '../../ports/recommendations/visitor-segments.ts';
import type { SemanticIndexChange } from '../../kernel/vectors/semantic-index.ts';
import type { ControlChange } from '../log/shared-changes.ts';
import type { ServingVectorsState } from '../text-embeddings/serving-vectors.ts';
import type { StreamPosition } from './change-stream.ts';
import type { StoreChange, StoreStates } from './replicated-stores.ts';

/** The slot of projects and keys. */
export const controlSlot = 0;

/** A `VitrineError` between threads. */
export interface SentError {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly InputError[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;
}

/** The layer of a space of vectors. In entries of the stream it is one number, see `encodePlace()`. */
export interface VectorPlace {
  readonly space: number;
  readonly layer: number;
}

/** Maximum layers of a space. */
const layersMax = 256;

/** The place of a vector as a number. */
export function encodePlace({ space, layer }: VectorPlace): number {
  return space * layersMax + layer;
}

export function decodePlace(place: number): VectorPlace {
  return { space: Math.floor(place / layersMax), layer: place % layersMax };
}

/** An object in the stream, for the project of a slot. */
export type ReplicaMessage =
  | { readonly kind: 'index'; readonly change: IndexChange }
  | { readonly kind: 'item-cache'; readonly change: RecordCacheChange }
  /** Another index serves. */
  | { readonly kind: 'index-replaced'; readonly index: ReplicaState }
  | StoreChange
  | { readonly kind: 'vectors'; readonly space: number; readonly vectors: ServingVectorsState }
  | {
      readonly kind: 'vector-layer';
      readonly place: VectorPlace;
      readonly change: Exclude<SemanticIndexChange['change'], { kind: 'set' | 'remove' }>;
    }
  /** The changes that were staged before this position could not be stored. */
  | { readonly kind: 'staged-dropped'; readonly position: number }
  /** The project is closed, and requests fail with the error. */
  | { readonly kind: 'closed'; readonly error: SentError }
  | { readonly kind: 'control'; readonly change: ControlChange }
  | { readonly kind: 'text-models'; readonly models: readonly TextModelInfo[] };

/** The methods of ports that replicas call on the state thread, which has the counters. */
export interface StateMethods {
  readonly memberships: VisitorSegments['memberships'];
  readonly preferences: VisitorPreferenceStore['of'];
}

/** The call of such a method of a project. */
export type StateCall = {
  readonly [K in keyof StateMethods]: {
    readonly project: string;
    readonly method: K;
    readonly args: Parameters<StateMethods[K]>;
  };
}[keyof StateMethods];

/** The state of a project for a new replica. The stream continues from `position`. */
export interface ProjectState {
  readonly slot: number;
  readonly position: StreamPosition;
  readonly path: string;
  readonly stores: StoreStates;
  readonly index: ReplicaState;
  /** By space, in the order of `EmbeddedTextEmbeddings.spaces`. */
  readonly vectors: readonly ServingVectorsState[];
  readonly itemCache: readonly RecordCacheChange[];
  /** The record of an item before each pending change, by its number, the oldest first; null if it did not exist. */
  readonly staged: readonly (readonly [number, readonly (Uint32Array<ArrayBuffer> | null)[]])[];
}

/** The state of projects and keys for a new replica. The stream continues from `position`. */
export interface ControlSnapshot {
  readonly position: StreamPosition;
  readonly projects: readonly Project[];
  readonly keys: readonly ApiKey[];
  /** The target model first. */
  readonly textModels: readonly TextModelInfo[];
}
