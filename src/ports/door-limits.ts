/** The limits of requests in the forms of other services. */
export const doorLimits = {
  algoliaQueriesMax: 50,
  algoliaParametersMax: 200,
  algoliaOptionalFiltersMax: 100,
  algoliaReplicasMax: 20,
  algoliaIndexNameLengthMax: 256,
  /** Server keys of a project that may have made a secured key. */
  algoliaSigningKeysMax: 32,
  algoliaIndexesOfKeyMax: 100,
} as const;
