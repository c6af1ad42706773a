/** Limits of requests in the protocols of other services. */
export const doorLimits = {
  algoliaQueriesMax: 50,
  algoliaParametersMax: 200,
  algoliaOptionalFiltersMax: 100,
  algoliaReplicasMax: 20,
  /** Variants of a product that `distinct` lists. */
  algoliaDistinctMax: 4,
  /** Characters of a tag or an ellipsis of highlights and snippets. */
  algoliaMarkupLengthMax: 200,
  algoliaIndexNameLengthMax: 256,
  /** Server keys of a project that may have made a secured key. */
  algoliaSigningKeysMax: 32,
  algoliaIndexesOfKeyMax: 100,
  /** Staging indexes of a project, their bytes together, and the hours for which each exists. */
  algoliaStagingIndexesMax: 10,
  algoliaStagingBytesMax: 256 * 1024 * 1024,
  algoliaStagingHoursMax: 24,
  /** Products of a reply to a shopper's agent. */
  agentProductsMax: 50,
  agentProductsDefault: 10,
  /** Ids of a lookup by an agent. */
  agentIdsMax: 50,
  /** Variants that are read for the products of a reply, and variants of a product in it. */
  agentVariantsReadMax: 1_000,
  agentVariantsMax: 50,
  /** Values of a filter, and selected options, of an agent's request. */
  agentValuesMax: 20,
  /** Fields of `agents.optionFields`. */
  agentOptionFieldsMax: 10,
  agentCountriesMax: 250,
  agentUrlLengthMax: 2_048,
  /** Requests without a key, of one address, for projects that are not open or do not exist. */
  guestOpeningsPerMinute: 60,
} as const;
