import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { Clock } from '../../src/lib/clock.ts';

const dataName = 'vitrine-test-clock';

/** A clock that a test drives, also for the threads that start afterwards. */
export function newDrivenClock(): Clock & { readonly advance: (ms: number) => void } {
  const memory = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const time = new Float64Array(memory);
  time[0] = Date.UTC(2026, 0, 1);
  setEnvironmentData(dataName, memory);
  return { now: () => time[0]!, advance: (ms) => void (time[0]! += ms) };
}

/** In a thread: the clock of the test. */
export function drivenClock(): Clock {
  const time = new Float64Array(getEnvironmentData(dataName) as unknown as SharedArrayBuffer);
  return { now: () => time[0]! };
}
