import type { SynonymRule } from '../configuration/settings.ts';

/** Synonyms of another system as rules that settings accept. */
export interface MergedSynonyms {
  readonly rules: SynonymRule[];
  /** The parts that no rule can have, each with the index of its rule. */
  readonly lost: readonly { readonly rule: number; readonly detail: string }[];
  /** Number of rules that were merged with others. */
  readonly merged: number;
}

/** Facts about text search that conversions need. */
export interface TextAnalysis {
  /** Codes of the languages that settings accept. */
  readonly languageCodes: readonly string[];
  /** Merges synonyms that are the same after analysis or lead to each other. `search` has their languages and stop words. */
  readonly mergeSynonyms: (
    rules: readonly SynonymRule[],
    search: { readonly languages?: readonly string[]; readonly stopWords?: readonly string[] | null },
  ) => MergedSynonyms;
}
