/** A document near a query in the embedding space. */
export interface SemanticNeighbour {
  readonly key: number;
  /** The cosine: 1 for equal meanings, about 0 for unrelated ones. */
  readonly cosine: number;
}

/** Semantic similarity of the documents to a query, computed outside the text index. Documents may lack a vector. */
export interface SemanticScorer {
  /** Cosines in the order of `keys`; null for a document without a vector. */
  computeCosines(keys: readonly number[]): (number | null)[];
  /** At most `count` nearest documents for which `passes` is true, best first, ties by key. */
  nearest(count: number, passes: (key: number) => boolean): readonly SemanticNeighbour[];
  /** Minimum cosine of a document listed by semantic similarity alone. */
  readonly cosineMin: number;
  /** The same if no document matches a keyword, so that nothing else suggests a relevant product. */
  readonly cosineMinWithoutMatches: number;
  /** Minimum cosine of a document listed with some of the words; -Infinity if it cannot be determined. */
  readonly cosineMinPartial: number;
  /** The cosine that nearly no pair of ordinary words exceeds; -Infinity if it cannot be determined. */
  readonly cosineBetweenWords: number;
  /** Mean cosine of the query with unrelated texts; null if it cannot be determined. */
  readonly cosineUnrelated: number | null;
  /** The minimum share of the distance from `cosineUnrelated` to the nearest cosine of an added document, besides that of `findSimilarityCutoff()`. */
  readonly tailShare: number;
}

/** Semantic similarity as an input of a search. */
export interface SemanticSignal {
  readonly scorer: SemanticScorer;
  /** Weight of the semantic similarity in the fused score, 0 to 1; the rest is the weight of the keyword score. */
  readonly weight: number;
  /** Whether keywords alone decide where a document has all of them. */
  readonly keepsWordMatches?: boolean;
  /** Whether the words are of another language than the documents: they are not corrected. */
  readonly isForeign?: boolean;
}

/** How semantic similarity affected the position of a document. */
export interface FusionScore {
  /** Null for a document without a vector: the mean of the others then replaces it. */
  readonly cosine: number | null;
  /** The keyword score (c T / max T in `fuseMatches()`), 0 to 1. */
  readonly keywordScore: number;
  /** (1 - weight) times the keyword score plus weight times the cosine. */
  readonly fused: number;
  /** Whether the document is listed by semantic similarity alone. */
  readonly added: boolean;
  /** Packs the criteria that rank before `fused`, which orders only documents of the same level. */
  readonly level: number;
}
