import { createLoopMeter } from './loop-utilization.ts';

/**
 * Calls `action` once in each time in which the event loop of this thread stays quiet for this number of intervals. The returned function begins to
 * count them again.
 */
export function callWhenQuiet(
  action: () => void,
  {
    intervalMs,
    intervals,
    utilizationMax,
    utilization = createLoopMeter(),
  }: {
    readonly intervalMs: number;
    readonly intervals: number;
    /** An interval is quiet if the event loop was used for at most this share of it. */
    readonly utilizationMax: number;
    /** The share of the time since its last call in which the event loop was used. */
    readonly utilization?: () => number;
  },
): () => void {
  let quietIntervals = 0;
  setInterval(() => {
    quietIntervals = utilization() > utilizationMax ? 0 : quietIntervals + 1;
    if (quietIntervals === intervals) action();
  }, intervalMs).unref();
  return () => {
    quietIntervals = 0;
  };
}
