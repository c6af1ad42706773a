import type { ChainHashes } from '../../src/ports/shared-log.ts';

/** The hash chain of a log up to an entry, in tests with a single history. */
export const markAt = (next: number): string | null => (next === 0 ? null : `mark-${next}`);

export const marksAt = (number: number): ChainHashes => ({
  before: markAt(number),
  after: markAt(number + 1)!,
});
