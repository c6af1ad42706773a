/** The source of wall-clock time; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. The clock may be set back at any time; `Stopwatch` measures durations. */
  now(): number;
}

/** Monotonic milliseconds since an arbitrary moment. */
export type Stopwatch = () => number;

export const systemClock: Clock = { now: () => Date.now() };

/** Comparable across threads, unlike `performance.now()`, which counts from the start of each thread. */
export const systemStopwatch: Stopwatch = () => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
};
