let dropped = 0;

/**
 * Counts bytes of shared memory that this thread no longer refers to. V8 does not count shared array buffers, so that they are no reason for it to collect
 * what refers to them.
 */
export function noteDropped(bytes: number): void {
  dropped += bytes;
}

/** All bytes that this thread has dropped since it started. */
export function countDroppedBytes(): number {
  return dropped;
}
