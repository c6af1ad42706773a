import type { Alert, FinishedTask, Webhook } from './alerts.ts';
import type { RememberedMapping } from './column-mappings.ts';
import type { Collection } from './collections.ts';
import type { StoredDraft } from './drafts.ts';
import type { StoredExperiment } from './experiments.ts';
import type { Feed, FeedState } from './feeds.ts';
import type { Replay } from './replays.ts';
import type { RecommendationPlacement } from './recommendation-placements.ts';
import type { Authorship } from './authorship.ts';

/** A part of a project's configuration that has an id and is changed on its own. */
export interface Versioned<T> {
  readonly value: T;
  /** Each change of any resource of the kind adds 1 to their newest version: no two states have the same. */
  readonly version: number;
  readonly changedAt: number;
}

/** The resources of a project, by kind. */
export interface Resources {
  readonly collections: Collection;
  readonly placements: RecommendationPlacement;
  readonly drafts: StoredDraft;
  /** By the id of the draft. */
  readonly replays: Replay;
  readonly experiments: StoredExperiment;
  readonly alerts: Alert;
  readonly webhooks: Webhook;
  readonly finishedTasks: FinishedTask;
  /** By their columns. */
  readonly columnMappings: RememberedMapping;
  readonly feeds: Feed;
  /** By the id of the feed. */
  readonly feedStates: FeedState;
}

export type ResourceKind = keyof Resources;

/** Kinds whose earlier versions are kept. Alerts and drafts are no configuration, and webhooks have secrets. */
export const versionedKinds = ['collections', 'placements'] as const;
export type VersionedKind = (typeof versionedKinds)[number];

export const isVersionedKind = (kind: ResourceKind): kind is VersionedKind =>
  versionedKinds.some((versioned) => versioned === kind);

/** The resources of one kind, by id; the same map until one changes. */
export type VersionedResources<T> = ReadonlyMap<string, Versioned<T>>;

export interface ResourceStore<T> {
  current(): VersionedResources<T>;
  /**
   * Decides on the newest resources, including accepted changes that are not durable yet, and puts the one with the id, or
   * with null removes it. Durable and active when it resolves. `decide` may throw a VitrineError to refuse. `by`: of the version
   * that is kept; absent: the service.
   */
  change<R extends T | null>(
    id: string,
    decide: (current: VersionedResources<T>) => R,
    by?: Authorship,
  ): Promise<R extends null ? null : Versioned<T>>;
}
