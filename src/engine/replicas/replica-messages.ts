import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { IndexChange, ReplicaState } from '../../kernel/text/search/segmented-index.ts';
import type { Collection } from '../../ports/collections.ts';
import type { StoredExperiment } from '../../ports/experiments.ts';
import type { StoredDraft } from '../../ports/drafts.ts';
import type { InputError } from '../../ports/errors.ts';
import type { ErrorCode } from '../../ports/error-kinds.ts';
import type { ApiKey, Project } from '../../ports/projects.ts';
import type { VersionedResources } from '../../ports/resources.ts';
import type { StoredRules } from '../../ports/rules.ts';
import type { StoredSettings } from '../../ports/settings.ts';
import type { TextEncoder } from '../../ports/text-embeddings.ts';
import type { SignBitState } from '../../kernel/vectors/vector-changes.ts';
import type { ControlChange, ResourceChange } from '../log/shared-changes.ts';
import type { ServingVectorsState } from '../text-embeddings/serving-vectors.ts';
import type { LearnedChange } from '../../kernel/click-model/learned-order.ts';
import type { FeedPosition } from './change-feed.ts';

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

/** A text model that embeds queries. */
export type TextModelInfo = Pick<TextEncoder, 'model' | 'languages'>;

/** An object in the feed, for the project of a slot. */
export type ReplicaMessage =
  | { readonly kind: 'index'; readonly change: IndexChange }
  | { readonly kind: 'item-cache'; readonly change: RecordCacheChange }
  /** Another index serves. */
  | { readonly kind: 'index-replaced'; readonly index: ReplicaState }
  | { readonly kind: 'settings'; readonly settings: StoredSettings }
  | { readonly kind: 'rules'; readonly rules: StoredRules }
  | { readonly kind: 'collections'; readonly change: ResourceChange<Collection> }
  | { readonly kind: 'learned'; readonly change: LearnedChange }
  | { readonly kind: 'drafts'; readonly change: ResourceChange<StoredDraft> }
  | { readonly kind: 'experiments'; readonly change: ResourceChange<StoredExperiment> }
  | { readonly kind: 'vectors'; readonly vectors: ServingVectorsState }
  | { readonly kind: 'vector-signs'; readonly signs: SignBitState }
  /** The changes that were staged before this position could not be stored. */
  | { readonly kind: 'staged-dropped'; readonly position: number }
  /** The project is closed, and requests fail with the error. */
  | { readonly kind: 'closed'; readonly error: SentError }
  | { readonly kind: 'control'; readonly change: ControlChange }
  | { readonly kind: 'text-models'; readonly models: readonly TextModelInfo[] };

/** The state of a project for a new replica. The feed continues from `position`. */
export interface ProjectState {
  readonly slot: number;
  readonly position: FeedPosition;
  /** The file of the database. */
  readonly path: string;
  /** Of the default settings, see `Project.defaultsGeneration`. */
  readonly generation: number;
  readonly settings: StoredSettings;
  readonly rules: StoredRules;
  readonly collections: VersionedResources<Collection>;
  readonly drafts: VersionedResources<StoredDraft>;
  readonly experiments: VersionedResources<StoredExperiment>;
  readonly index: ReplicaState;
  readonly learned: LearnedChange;
  readonly vectors: ServingVectorsState;
  readonly itemCache: readonly RecordCacheChange[];
  /** By number of an item: the record of its state before each pending change, the oldest first; null: it did not exist. */
  readonly staged: readonly (readonly [number, readonly (Uint32Array<ArrayBuffer> | null)[]])[];
}

/** The state of projects and keys for a new replica. The feed continues from `position`. */
export interface ControlSnapshot {
  readonly position: FeedPosition;
  readonly projects: readonly Project[];
  readonly keys: readonly ApiKey[];
  /** The target model first. */
  readonly textModels: readonly TextModelInfo[];
}
