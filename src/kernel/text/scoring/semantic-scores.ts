/** A document near to what a text means. */
export interface SemanticNeighbour {
  readonly key: number;
  /** 1 for the same meaning, about 0 for nothing in common. */
  readonly cosine: number;
}

/**
 * What a query means, as something that is not the text index's knows it: how near each document is to it. Documents may be
 * without a vector.
 */
export interface SemanticScorer {
  /** By place; null where nothing is known of the document. */
  cosinesOf(keys: readonly number[]): (number | null)[];
  /** The documents of which `passes` is true that are nearest, best first, ties by key; at most `count`. */
  nearest(count: number, passes: (key: number) => boolean): readonly SemanticNeighbour[];
  /** What is less near than this is not alike: it is listed by its words or not at all. */
  readonly least: number;
  /** The same where no word of the query is found, so that nothing else says that there is such a thing. */
  readonly leastAlone: number;
  /** What is less near than this is not alike either where it has some of the words; -Infinity where that cannot be told. */
  readonly leastPartial: number;
  /** What comes after the nearest few is listed from this on only; -Infinity where that cannot be told. */
  readonly leastBeyond: number;
  /** The cosine of the query with what has nothing in particular to do with it, on average; null where that cannot be told. */
  readonly unrelated: number | null;
}

/** What a search takes of it. */
export interface SemanticSignal {
  readonly likeness: SemanticScorer;
  /** Share of the meaning in a place, 0 to 1; the rest is the words'. */
  readonly weight: number;
}

/** How the meaning had a part in a document's place. */
export interface FusionScore {
  /** Null where nothing is known of the document: then it counts as the average of the others. */
  readonly cosine: number | null;
  /** What the words count (c T / max T in `fuse()`), 0 to 1. */
  readonly keywordScore: number;
  /** What orders: (1 - weight) of the one and weight of the other. */
  readonly fused: number;
  /** Whether it is listed by its meaning alone. */
  readonly added: boolean;
  /** Stands for what comes first: documents of the same level are ordered by `fused`. */
  readonly level: number;
}
