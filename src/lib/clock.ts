/** The source of wall-clock time; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. The clock may be set back at any time; `Stopwatch` measures durations. */
  now(): number;
}

/** Monotonic milliseconds since an arbitrary moment. */
export type Stopwatch = () => number;

export const systemClock: Clock = { now: () => Date.now() };

/** The same in all threads, which `performance.now()` is not: each thread has its own start. */
export const systemStopwatch: Stopwatch = () => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
};
