import type { Configuration } from './configuration.ts';
import type { StoredDraft } from './drafts.ts';
import type { Json } from '../catalog/json.ts';
import type { VersionedResources } from './resources.ts';
import type { SettingsUpdate } from './settings.ts';
import type { Version } from './versions.ts';

/** A decision about the whole configuration. */
export interface ConfigurationDecision {
  /** Members that are the same object stay as they are. */
  readonly after: Configuration;
  /** The id of the draft that is published, which is removed, or null. */
  readonly published: string | null;
  readonly message: string | null;
  readonly proof: Json | null;
}

export interface ConfigurationUpdate {
  /** Null means nothing changed. */
  readonly version: Version | null;
  /** See `SettingsUpdate`. */
  readonly rebuilt: SettingsUpdate['rebuilt'];
}

/** The configuration of a project as a whole. */
export interface ConfigurationStore {
  current(): Configuration;
  /**
   * Decides on the newest configuration and drafts, including accepted changes that are not durable yet, and stores all changes
   * with one version in one transaction. They take effect in one step: no reply is made of a part of them. `decide` may throw a
   * VitrineError to refuse.
   */
  change(
    decide: (current: Configuration, drafts: VersionedResources<StoredDraft>) => ConfigurationDecision,
    options: { readonly author: string; readonly progress: (indexed: number, total: number) => void },
  ): Promise<ConfigurationUpdate>;
}
