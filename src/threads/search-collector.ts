import type { ReportedSearch } from '../domain/feedback/search-tracker.ts';

/** A search with its number among those of all threads, modulo 2^32. */
export interface NumberedSearch {
  readonly number: number;
  readonly search: ReportedSearch;
}

/** Creates a counter in {@link SearchCollector.memory} that numbers the searches of all serving threads in the order of their replies. */
export function searchNumbers(memory: SharedArrayBuffer): () => number {
  const next = new Int32Array(memory);
  return () => Atomics.add(next, 0, 1);
}

/** A serving thread's searches. */
export interface SearchSource {
  /** Adds the searches that arrived since the last call. */
  takeSearches(into: NumberedSearch[]): void;
}

/**
 * Receives the searches of all serving threads in the order of their replies: the requests of one visitor may reach several
 * threads, and query settling needs a visitor's queries in the order in which they were typed.
 */
export class SearchCollector {
  /** The next number, shared with the threads. */
  readonly memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #next = new Int32Array(this.memory);
  readonly #onSearch: (search: ReportedSearch) => void;
  readonly #sources = new Set<SearchSource>();
  #pending: NumberedSearch[] = [];

  constructor(onSearch: (search: ReportedSearch) => void) {
    this.#onSearch = onSearch;
  }

  add(source: SearchSource): void {
    this.#sources.add(source);
  }

  /** Receives what the source has, for the last time. */
  remove(source: SearchSource): void {
    this.receive();
    this.#sources.delete(source);
  }

  /** Receives all searches that were answered before the call. */
  receive(): void {
    // All searches with a lower number have been written, so their order is final. Later ones wait.
    const end = Atomics.load(this.#next, 0);
    for (const source of this.#sources) source.takeSearches(this.#pending);
    if (this.#pending.length === 0) return;
    const isDue = ({ number }: NumberedSearch): boolean => ((number - end) | 0) < 0;
    const due = this.#pending.filter(isDue).sort((a, b) => (a.number - b.number) | 0);
    this.#pending = this.#pending.filter((each) => !isDue(each));
    for (const { search } of due) this.#onSearch(search);
  }
}
