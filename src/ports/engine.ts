import type { Catalog } from './catalog.ts';
import type { ClickLog } from './click-log.ts';
import type { EventLog } from './events.ts';
import type { TextEmbeddings } from './text-embeddings.ts';
import type { ProjectStore } from './projects.ts';
import type { Recommenders } from './recommenders.ts';
import type { RuleStore } from './rules.ts';
import type { SearchCounts } from './search-counts.ts';
import type { QueryLog } from './query-log.ts';
import type { SettingsStore } from './settings.ts';
import type { TextIndex } from './text.ts';
import type { Pictures } from './pictures.ts';

/** Everything an engine answers for one project. */
export interface ProjectEngine {
  readonly catalog: Catalog;
  readonly events: EventLog;
  readonly text: TextIndex;
  readonly recommenders: Recommenders;
  readonly pictures: Pictures;
  readonly textEmbeddings: TextEmbeddings;
  readonly settings: SettingsStore;
  readonly rules: RuleStore;
  readonly queryLog: QueryLog;
  readonly searchCounts: SearchCounts;
  readonly clickLog: ClickLog;
}

export interface Engine extends AsyncDisposable {
  readonly store: ProjectStore;
  /**
   * Resolves when what any process of the service had acknowledged of projects, keys and accounts, before the call, is in the store.
   * `likely`: the id of the project that will be asked for next, which is then given where it is as fresh by the same look.
   * @throws VitrineError storage_failed
   */
  catchUp(likely?: string): Promise<ProjectEngine | null>;
  /**
   * The engine of a project that exists, with all that any process of the service had acknowledged before the call, or before the one
   * of `fresh` that gave what was `seen`.
   * @throws VitrineError project_not_found, storage_failed
   */
  project(id: string, seen?: ProjectEngine | null): Promise<ProjectEngine>;
  /** Copies everything into a new folder while the service runs; consistent, each project at one moment. */
  backup(folder: string): Promise<{ files: number; bytes: number }>;
  /** Whether requests are answered: the store can be read and is up to date, writes are taken, and a project can be opened; where not, why. */
  status(): { ready: boolean; detail: string };
  /** Whether a write would be stored; where not, why. Where the newest one was refused, or there was none yet, one is tried. */
  writes(): Promise<{ ready: boolean; detail: string }>;
  /** Bytes of memory and counts, by name, for `/metrics`. */
  gauges(): Readonly<Record<string, number>>;
}
