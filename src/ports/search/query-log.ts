/** A settled search: the visitor stopped typing or acted on a result. */
export interface SettledSearch {
  /** The query in lower case, with single blanks. */
  readonly query: string;
  readonly by: { readonly user: string } | { readonly session: string };
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Settled queries of one project, the source of completions. Keeps the time of the last search of each visitor and query, for
 * at most 60 days. An erasure deletes the visitor; a session that is linked to a user counts as that user.
 */
export interface QueryLog {
  /** Written within seconds; a crash may lose the last ones. */
  record(searches: readonly SettledSearch[]): void;
  /** Writes what was recorded before the call. */
  flush(): Promise<void>;
  /**
   * Completions: queries in which a word starts with the text (ignoring case and accents) and that at least three visitors
   * searched. Most frequent first: the last search of each visitor counts, half after 14 days.
   */
  completions(text: string, limit: number): string[];
}
