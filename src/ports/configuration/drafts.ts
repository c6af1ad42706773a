import type { Collection } from './collections.ts';
import type { ConfigurationPart } from './configuration.ts';
import type { Json } from '../catalog/json.ts';
import type { RecommendationPlacement } from '../recommendations/recommendation-placements.ts';
import type { Rule } from '../search/rules.ts';

/** Resources that a draft puts, and ids of those that it removes. */
export interface DraftResources<T> {
  readonly put?: readonly T[];
  readonly remove?: readonly string[];
}

export interface DraftRules extends DraftResources<Rule> {
  /** Ids of rules in the order that they are to have among each other; other rules stay where they are. */
  readonly order?: readonly string[];
}

/** Changes of the configuration that are not live, as sent. */
export interface Draft {
  readonly id: string;
  /** A label for people. */
  readonly name?: string;
  /** Changes by group, as in the body of a change of the settings: null resets a setting. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly rules?: DraftRules;
  readonly collections?: DraftResources<Collection>;
  readonly placements?: DraftResources<RecommendationPlacement>;
}

/** The live state of a part when the draft began to change it, or null if there was none. */
export interface DraftBase extends ConfigurationPart {
  readonly state: Json | null;
}

export interface StoredDraft {
  readonly draft: Draft;
  /** Who changed it last. */
  readonly author: string;
  /** The id of the key that changed it last; absent in drafts of earlier versions. Names of keys repeat. */
  readonly authorId?: string;
  /** The base of every part that the draft changes. */
  readonly base: readonly DraftBase[];
}
