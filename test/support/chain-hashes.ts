import type { ChainHashes } from '../../src/ports/cluster/shared-log.ts';

/** The hash chain of a log up to an entry, in tests with a single history. */
export const hashAt = (next: number): string | null => (next === 0 ? null : `hash-${next}`);

export const hashesAt = (number: number): ChainHashes => ({
  before: hashAt(number),
  after: hashAt(number + 1)!,
});
