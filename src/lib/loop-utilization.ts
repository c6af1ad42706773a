import { performance } from 'node:perf_hooks';

/** A function that returns the share of the time since its last call in which the event loop of this thread was used. */
export function createLoopMeter(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
