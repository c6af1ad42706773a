import type { Authorship } from './authorship.ts';
import type {
  Configuration,
  ConfigurationChange,
  ConfigurationKind,
  ConfigurationPart,
} from './configuration.ts';
import type { Json } from '../catalog/json.ts';

/** A change of the configuration that took effect at once. */
export interface VersionSummary extends Authorship {
  /** Ascending over all kinds. */
  readonly number: number;
  readonly at: number;
  readonly parts: readonly ConfigurationPart[];
  /** The summary of the replay before the version was published, or null if it was published without one. */
  readonly proof: Json | null;
}

export interface Version extends VersionSummary {
  readonly changes: readonly ConfigurationChange[];
}

/** The versions of a project's configuration: every change keeps one, in the same transaction. The oldest are deleted. */
export interface VersionStore {
  /** Newest first, of one kind or of all. */
  list(options: {
    readonly kind: ConfigurationKind | null;
    readonly offset: number;
    readonly limit: number;
  }): {
    readonly versions: readonly VersionSummary[];
    readonly total: number;
  };
  /** Null means that there is none, or no longer. */
  version(number: number): Version | null;
  /** The changes from one configuration to another, as a version has them. */
  changesBetween(before: Configuration, after: Configuration): readonly ConfigurationChange[];
}
