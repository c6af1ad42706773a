import type { Catalog } from './catalog.ts';
import type { Choices } from './choices.ts';
import type { EventLog } from './events.ts';
import type { Meanings } from './meaning.ts';
import type { ProjectStore } from './projects.ts';
import type { Recommenders } from './recommenders.ts';
import type { RuleStore } from './rules.ts';
import type { SearchLog } from './searches.ts';
import type { SettingsStore } from './settings.ts';
import type { TextIndex } from './text.ts';
import type { Pictures } from './vectors.ts';

/** Everything an engine answers for one project. */
export interface ProjectEngine {
  readonly catalog: Catalog;
  readonly events: EventLog;
  readonly text: TextIndex;
  readonly recommenders: Recommenders;
  readonly pictures: Pictures;
  readonly meanings: Meanings;
  readonly settings: SettingsStore;
  readonly rules: RuleStore;
  readonly searches: SearchLog;
  readonly choices: Choices;
}

export interface Engine extends AsyncDisposable {
  readonly store: ProjectStore;
  /**
   * The engine of a project that exists.
   * @throws VitrineError project_not_found
   */
  project(id: string): Promise<ProjectEngine>;
  /** Copies everything into a new folder while the service runs; consistent, each project at one moment. */
  backup(folder: string): Promise<{ files: number; bytes: number }>;
  /** Whether writes are taken; where not, why. */
  status(): { ready: boolean; detail: string };
  /** Bytes of memory and counts, by name, for `/metrics`. */
  gauges(): Readonly<Record<string, number>>;
}
