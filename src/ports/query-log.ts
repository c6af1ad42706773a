/** A search that somebody finished: they did not go on typing, or did something with what it found. */
export interface SettledSearch {
  /** As it was typed, in lower case and with single blanks. */
  readonly query: string;
  readonly by: { readonly user: string } | { readonly session: string };
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What shoppers of one project search for, as far as it is to become completions. Of each query and person the time of the last search
 * is kept, for 60 days at the most. Whoever is erased is erased here too; whom a session turns out to be counts once.
 */
export interface QueryLog {
  /** Kept within moments: what is lost when the process is killed are the searches of the last seconds. */
  record(searches: readonly SettledSearch[]): void;
  /**
   * Queries with a word from which on they begin as the text does, without regard to case and accents, that at least three people
   * finished. The most searched first: of each person the last search counts, half after 14 days.
   */
  completions(text: string, limit: number): string[];
}
