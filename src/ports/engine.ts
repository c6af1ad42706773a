import type { Catalog } from './catalog/catalog.ts';
import type { ClickLog } from './recommendations/click-log.ts';
import type { EventLog } from './recommendations/events.ts';
import type { VisitorPreferenceStore } from './recommendations/visitor-preferences.ts';
import type { ImpressionLog } from './recommendations/impression-log.ts';
import type { SiteLog } from './recommendations/site-log.ts';
import type { AttributionFigures } from './recommendations/attribution-figures.ts';
import type { LearnedCorrections } from './search/learned-corrections.ts';
import type { MatchingItems } from './catalog/matching-items.ts';
import type { ServedTextEmbeddings, TextEmbeddings } from './search/text-embeddings.ts';
import type { ProjectStore } from './access/projects.ts';
import type { Recommenders } from './recommendations/recommenders.ts';
import type { ConfigurationStore } from './configuration/configuration-store.ts';
import type { ExperimentArms, ExperimentFigures } from './configuration/experiments.ts';
import type {
  ResourceKind,
  Resources,
  ResourceStore,
  ServedKind,
  VersionedKind,
} from './configuration/resources.ts';
import type { RuleStore } from './search/rules.ts';
import type { AppliedPosition } from './cluster/shared-log.ts';
import type { SearchCounts } from './search/search-counts.ts';
import type { QueryLog } from './search/query-log.ts';
import type { SettingsStore } from './configuration/settings.ts';
import type { StoredFiles } from './catalog/stored-files.ts';
import type { TextIndex } from './search/text.ts';
import type { ServedText } from './search/served-text.ts';
import type { VersionStore } from './configuration/versions.ts';
import type { VisitorLinks } from './recommendations/visitor-links.ts';
import type { VisitorSegments } from './recommendations/visitor-segments.ts';
import type { Pictures } from './pictures/pictures.ts';

/**
 * The ports of a project, each declared once. `served` is the part that serving threads have, if any. `viewed` is what
 * a request with one configuration has in its place; absent means the same.
 */
interface Ports extends ResourcePorts {
  catalog: { port: Catalog };
  matchingItems: { port: MatchingItems };
  events: { port: EventLog };
  text: { port: TextIndex; served: ServedText };
  recommenders: { port: Recommenders };
  visitorSegments: { port: VisitorSegments; served: VisitorSegments };
  visitorLinks: { port: VisitorLinks; served: VisitorLinks };
  visitorPreferences: { port: VisitorPreferenceStore; served: VisitorPreferenceStore };
  pictures: { port: Pictures };
  textEmbeddings: { port: TextEmbeddings; served: ServedTextEmbeddings };
  settings: {
    port: SettingsStore;
    served: Pick<SettingsStore, 'effective' | 'current' | 'applyToDefaults'>;
    viewed: Pick<SettingsStore, 'effective'>;
  };
  rules: { port: RuleStore; served: Pick<RuleStore, 'current'>; viewed: Pick<RuleStore, 'current'> };
  experimentArms: { port: ExperimentArms; served: ExperimentArms };
  experimentFigures: { port: ExperimentFigures };
  configuration: { port: ConfigurationStore };
  versions: { port: VersionStore };
  files: { port: StoredFiles };
  queryLog: { port: QueryLog };
  learnedCorrections: { port: LearnedCorrections };
  searchCounts: { port: SearchCounts };
  clickLog: { port: ClickLog };
  impressionLog: { port: ImpressionLog };
  siteLog: { port: SiteLog };
  attribution: { port: AttributionFigures };
}

/** A resource store for each line of `resourceKinds`. */
type ResourcePorts = {
  [K in ResourceKind]: { port: ResourceStore<Resources[K]> } & (K extends ServedKind
    ? { served: Pick<ResourceStore<Resources[K]>, 'current'> }
    : unknown) &
    (K extends VersionedKind ? { viewed: Pick<ResourceStore<Resources[K]>, 'current'> } : unknown);
};

type All<Form extends string> = {
  readonly [K in keyof Ports as Ports[K] extends Record<Form, unknown> ? K : never]: Ports[K] extends Record<
    Form,
    infer P
  >
    ? P
    : never;
};

/** The position of the applied writes in the shared log; null if this is the only process. */
interface Positioned {
  readonly position: AppliedPosition | null;
}

/** All ports of one project. */
export interface ProjectEngine extends All<'port'>, Positioned {
  readonly id: string;
  /** Whether this process runs the background work of the project: one process of a cluster. */
  readonly isLeader: boolean;
}

/** The ports of a project that searches need: what serving threads replicate. */
export interface ServedProject extends All<'served'>, Positioned {}

/**
 * The ports of a project for one request: the configuration of one moment, or as a draft would have it. It does not change during
 * the request.
 */
export type RequestView<P extends ServedProject> = All<'viewed'> &
  Omit<ServedProject, Replaced> &
  Omit<P, Replaced>;
type Replaced = keyof All<'viewed'> | 'position' | 'isLeader';
export type ProjectView = RequestView<ProjectEngine>;
export type ServedView = RequestView<ServedProject>;

/** The counts and settings of a project, which may be closed. */
export interface ProjectOverview {
  readonly catalog: Pick<Catalog, 'count'>;
  readonly events: Pick<EventLog, 'count'>;
  readonly pictures: Pick<Pictures, 'countByState'>;
  readonly textEmbeddings: Pick<TextEmbeddings, 'counts' | 'model' | 'isMostlyRefused'> & {
    readonly crossLingual: Pick<TextEmbeddings['crossLingual'], 'counts'>;
  };
  readonly settings: Pick<SettingsStore, 'effective'>;
}

/**
 * A read with bounded staleness: it may lack writes that other processes acknowledged in the last `stalenessMs`, except
 * those before the positions `after` (read-your-writes).
 */
export interface BoundedRead {
  readonly stalenessMs: number;
  /** Positions by the id of the log. */
  readonly after: ReadonlyMap<string, number>;
}

/** The part of an {@link Engine} that a server of requests needs. */
export interface ServingEngine<P extends ServedProject = ServedProject> {
  readonly store: Pick<ProjectStore, 'position'>;
  catchUp(likely?: string, read?: BoundedRead | null): Promise<P | null>;
  project(id: string, seen?: ServedProject | null, read?: BoundedRead | null): Promise<P>;
  hold(project: ServedProject): Disposable;
}

export interface Engine extends AsyncDisposable {
  readonly store: ProjectStore;
  /**
   * Waits until the store contains every change of projects, keys and accounts that any process of the service acknowledged
   * before the call, or those that a bounded read needs. `likely` is the project that the caller probably opens next;
   * returned if the same poll found it up to date.
   * @throws VitrineError storage_failed
   */
  catchUp(likely?: string, read?: BoundedRead | null): Promise<ProjectEngine | null>;
  /**
   * The engine of an existing project, with every change that any process acknowledged before the call. `seen` is the result of
   * `catchUp()`, returned without another poll if it is this project.
   * @throws VitrineError project_not_found, storage_failed
   */
  project(id: string, seen?: ServedProject | null, read?: BoundedRead | null): Promise<ProjectEngine>;
  /** Calls `listener` for each project that is opened from now on, before requests get it. */
  onOpened(listener: (project: ProjectEngine) => void): void;
  /** Keeps a project open until the result is disposed; an idle one may be closed, and is opened again by `project()`. */
  hold(project: ProjectEngine): Disposable;
  /** Ids of the projects that this process has open, or keeps open: all, unless they are placed on some processes of a cluster. */
  listHeldProjects(): readonly string[];
  /** The projects that may have background work, each held open until the next one is requested. */
  projectsWithWork(): AsyncGenerator<ProjectEngine>;
  /** Reads a closed project as of its last use. @throws VitrineError project_not_found, storage_failed */
  overview(id: string): Promise<ProjectOverview>;
  /** Copies all databases into a new folder while the service runs, each as of one moment. `onCopied` is called after each of them. */
  backup(
    folder: string,
    onCopied?: (done: number, total: number) => void,
  ): Promise<{ files: number; bytes: number }>;
  /** Whether the store is readable and up to date, accepts writes, and opens projects; `detail` says why not. */
  status(): { ready: boolean; detail: string; warning?: string };
  /** Whether a write would be stored; `detail` says why not. Tests a write if the last one failed or there was none. */
  writes(): Promise<{ ready: boolean; detail: string }>;
  /** Gives back memory that only makes the next requests faster. */
  releaseCaches(): void;
  /** Memory in bytes and counts by name, for `/metrics`. */
  gauges(): Readonly<Record<string, number>>;
}
