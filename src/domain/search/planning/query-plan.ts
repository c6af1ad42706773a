import type { Collection } from '../../../ports/configuration/collections.ts';
import type { ServedView } from '../../../ports/engine.ts';
import type { UnderstandingMode } from '../../../ports/configuration/settings.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import type { Restrictions } from '../../access/restrictions.ts';
import type { RuledQuery, RuleOptions } from '../../rules/active-rules.ts';
import type { CompiledRules } from '../../rules/compiled-rules.ts';
import type { FacetDisplay } from '../facets/facet-display.ts';
import type { UnderstoodQuery } from '../understanding/understand-query.ts';

/** Inputs of a plan. */
export type PlannedProject = Pick<
  ServedView,
  'text' | 'settings' | 'rules' | 'visitorSegments' | 'visitorPreferences'
>;

export interface UnderstandingOptions {
  /** Null means as in the settings. */
  readonly understanding: UnderstandingMode | null;
  /** Fields whose values stay words of the query. */
  readonly asWords: readonly string[];
}

/** The circumstances of a query. */
export interface QueryOptions extends UnderstandingOptions, RuleOptions {
  readonly restrictions: Restrictions;
  /** The collection that the query searches; null means all items. */
  readonly collection: Collection | null;
  /** Whether the order follows the preferences of the visitor, where that is set. */
  readonly personalize: boolean;
  /** Draft rules in place of the stored ones. */
  readonly rules?: CompiledRules;
  /** Whether similarity to a photo ranks the items; nothing else arranges their list then. */
  readonly isByPhoto?: boolean;
}

/** Phrases that were understood in a query, and their effects; null if understanding is off. */
export interface Understood {
  readonly mode: Exclude<UnderstandingMode, 'off'>;
  readonly parts: UnderstoodQuery['parts'];
}

/** The plan of a query: searches, explanations and previews use the same `query`. */
export interface QueryPlan extends RuledQuery {
  /** The request under its restrictions. */
  readonly requestedQuery: TextQuery;
  readonly options: QueryOptions;
  /** Carrier phrases of the query, as typed, which are not searched for. */
  readonly ignored: readonly string[];
  readonly understood: Understood | null;
  readonly display: FacetDisplay;
}
