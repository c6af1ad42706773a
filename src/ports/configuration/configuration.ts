import type { Collection } from './collections.ts';
import type { Json } from '../catalog/json.ts';
import type { RecommendationPlacement } from '../recommendations/recommendation-placements.ts';
import type { Rule } from '../search/rules.ts';
import type { SettingsChanges } from './settings.ts';

/** Kinds of parts of a project's configuration, each of which has a state of its own. */
export const configurationKinds = ['settings', 'rules', 'ruleOrder', 'collections', 'placements'] as const;
export type ConfigurationKind = (typeof configurationKinds)[number];

/** All that a shop sets of a project. */
export interface Configuration {
  readonly settings: SettingsChanges;
  readonly rules: readonly Rule[];
  readonly collections: ReadonlyMap<string, Collection>;
  readonly placements: ReadonlyMap<string, RecommendationPlacement>;
}

/** The id of the only part of the kind `ruleOrder`. */
export const ruleOrderId = 'all';

/** The name of a part of the configuration. */
export interface ConfigurationPart {
  readonly kind: ConfigurationKind;
  /** A setting has its group and name, such as `search.synonyms`; the order of rules has {@link ruleOrderId}. */
  readonly id: string;
}

/** The change of one part. */
export interface ConfigurationChange extends ConfigurationPart {
  /** The state before and after, or null, which is the default of a setting. The order of rules is a list of ids. */
  readonly before: Json | null;
  readonly after: Json | null;
  /** A removed rule has the id of the rule before it, or null if it was the first. */
  readonly follows?: string | null;
}
