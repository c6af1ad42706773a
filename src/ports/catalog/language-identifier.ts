/** The share of a catalog whose names are in a language. */
export interface LanguageShare {
  /** ISO 639-1 code. */
  readonly language: string;
  /** 0 to 1. */
  readonly share: number;
}

/** What the names of a catalog tell about its language. */
export interface CatalogLanguage {
  /**
   * The language of most names as an ISO 639-1 code; null if there are too few names or letters, if no language has a clear majority, or if the
   * language cannot be told from a similar one.
   */
  readonly language: string | null;
  /** The largest share first. The shares of names whose language is unknown are missing, so the sum may be less than 1. */
  readonly shares: readonly LanguageShare[];
}

/** Identifies the language of a catalog. */
export interface LanguageIdentifier {
  /**
   * Identifies the language of items by their names. Brands, numbers and some names of other languages do not matter. Of many names, a sample
   * is read: those of a whole catalog may be passed. Equal names give equal results. @throws Error if no thread can be started
   */
  identify(names: readonly string[]): Promise<CatalogLanguage>;
}
