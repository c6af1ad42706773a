import type { Alert, FinishedTask, Webhook } from '../operation/alerts.ts';
import type { RememberedMapping } from '../catalog/column-mappings.ts';
import type { Collection } from './collections.ts';
import type { StoredDraft } from './drafts.ts';
import type { StoredExperiment } from './experiments.ts';
import type { Feed, FeedState } from '../catalog/feeds.ts';
import type { Replay } from './replays.ts';
import type { SavedView } from './saved-views.ts';
import type { RecommendationPlacement } from '../recommendations/recommendation-placements.ts';
import type { Authorship } from './authorship.ts';

/** A part of a project's configuration that has an id and is changed on its own. */
export interface Versioned<T> {
  readonly value: T;
  /** Each change of any resource of the kind adds 1 to their newest version: no two states have the same. */
  readonly version: number;
  readonly changedAt: number;
}

/** A kind of resources with values of the type `T`. */
interface Kind<T, IsConfiguration extends boolean, IsServed extends boolean> {
  /** The kind of its rows in the log, which are stored: never changed, and never given to another kind. */
  readonly logKind: number;
  /** Whether it is a part of the configuration: its versions are kept, and a draft can replace it in a view. */
  readonly isConfiguration: IsConfiguration;
  /** Whether serving threads have it. */
  readonly isServed: IsServed;
  /** Declares the type only. */
  readonly value?: T;
}

const defineConfiguration = <T>(logKind: number): Kind<T, true, true> => ({
  logKind,
  isConfiguration: true,
  isServed: true,
});
const defineServedKind = <T>(logKind: number): Kind<T, false, true> => ({
  logKind,
  isConfiguration: false,
  isServed: true,
});
const defineKind = <T>(logKind: number): Kind<T, false, false> => ({
  logKind,
  isConfiguration: false,
  isServed: false,
});

/**
 * All kinds of resources of a project, each declared once: its stores, their types, replicas and views follow. A resource is
 * stored in the project's database, so the shared log and backups have it; an erasure of a visitor leaves it, so it must not name one.
 */
export const resourceKinds = {
  collections: defineConfiguration<Collection>(8),
  placements: defineConfiguration<RecommendationPlacement>(9),
  drafts: defineServedKind<StoredDraft>(10),
  alerts: defineKind<Alert>(20),
  /** Webhooks have secrets, so their versions are not kept. */
  webhooks: defineKind<Webhook>(21),
  finishedTasks: defineKind<FinishedTask>(22),
  /** Mappings by their columns. */
  columnMappings: defineKind<RememberedMapping>(23),
  feeds: defineKind<Feed>(24),
  /** States by the id of the feed. */
  feedStates: defineKind<FeedState>(25),
  /** The last replay of each draft, by its id. */
  replays: defineKind<Replay>(30),
  experiments: defineServedKind<StoredExperiment>(31),
  /** Views of the console have no effect on replies to shops, so their versions are not kept. */
  savedViews: defineKind<SavedView>(32),
} as const;

type Kinds = typeof resourceKinds;
export type ResourceKind = keyof Kinds;
export type VersionedKind = KindWith<{ readonly isConfiguration: true }>;
export type ServedKind = KindWith<{ readonly isServed: true }>;
type KindWith<F> = { [K in ResourceKind]: Kinds[K] extends F ? K : never }[ResourceKind];

/** The type of a resource, by kind. */
export type Resources = { readonly [K in ResourceKind]: NonNullable<Kinds[K]['value']> };

export const isVersionedKind = (kind: ResourceKind): kind is VersionedKind =>
  resourceKinds[kind].isConfiguration;

/** Resources that requests change by id and version: each has the errors `…_not_found` and `…_changed`. */
export const resourceNouns = ['collection', 'placement', 'draft', 'webhook', 'feed', 'view'] as const;
export type ResourceNoun = (typeof resourceNouns)[number];

/** The resources of one kind, by id; the same map until one changes. */
export type VersionedResources<T> = ReadonlyMap<string, Versioned<T>>;

export interface ResourceStore<T> {
  current(): VersionedResources<T>;
  /**
   * Decides on the newest resources, including accepted changes that are not durable yet, and puts the one with the id, or
   * with null removes it. Durable and active when it resolves. `decide` may throw a VitrineError to refuse. `by` is that of the version
   * that is kept; absent means the service.
   */
  change<R extends T | null>(
    id: string,
    decide: (current: VersionedResources<T>) => R,
    by?: Authorship,
  ): Promise<R extends null ? null : Versioned<T>>;
}
