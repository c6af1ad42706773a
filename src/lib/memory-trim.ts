import { DatabaseSync } from 'node:sqlite';
import { callWhenQuiet } from './quiet-times.ts';

const quietTime = {
  intervalMs: 2_000,
  intervals: 5,
  // Requests may wait for the trim where the event loop was used for more.
  utilizationMax: 0.2,
};

/**
 * Returns memory that the C library has freed to the system, in 7 to 21 ms. glibc itself returns only what is free at the end of a heap, and
 * keeps what is free between used blocks: after an import, 96 of 467 MB. Its `malloc_trim()` returns that, which nothing in Node calls.
 *
 * SQLite can call it: it opens the C library, which is loaded anyway, as an extension with this function as its entry point. Entry points
 * get a pointer first, which `malloc_trim()` takes as the number of bytes to keep at the end of the heap, and so keeps all of that; it reads
 * no other argument. It reports returned memory by 1, which is an error to SQLite and closes the extension. With another C library, or if
 * SQLite refuses, nothing happens.
 */
export function trimMemory(): void {
  if (process.platform !== 'linux') return;
  using database = new DatabaseSync(':memory:', { allowExtension: true });
  try {
    database.loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // Memory was returned, or none can be.
  }
}

/**
 * Trims the memory of the process once after each time of work, when the event loop of this thread has been quiet for ten seconds. Call the
 * returned function when memory was freed without work, as by a collection, which waits for a quieter time: it trims again ten seconds later.
 */
export function trimWhenQuiet({
  trim = trimMemory,
  utilization,
}: {
  trim?: () => void;
  /** The share of the time since its last call in which the event loop was used. */
  utilization?: () => number;
} = {}): () => void {
  return callWhenQuiet(trim, { ...quietTime, ...(utilization === undefined ? {} : { utilization }) });
}
