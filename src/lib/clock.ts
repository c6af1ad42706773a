/** The source of wall-clock time; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. The clock may be set back at any time; `Stopwatch` measures durations. */
  now(): number;
}

/** Monotonic milliseconds since an arbitrary moment. */
export type Stopwatch = () => number;

export const systemClock: Clock = { now: () => Date.now() };

export const systemStopwatch: Stopwatch = () => performance.now();

/** The same in all threads of a process. */
export const processStopwatch: Stopwatch = () => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
};
