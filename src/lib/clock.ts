/** Time comes in through here, so that a test can drive it. */
export interface Clock {
  /** Milliseconds since 1970. It may be set back at any time: for how long something took, or still lasts, there is `Stopwatch`. */
  now(): number;
}

/** Milliseconds since an arbitrary moment: they only ever increase. */
export type Stopwatch = () => number;

export const systemClock: Clock = { now: () => Date.now() };

export const systemStopwatch: Stopwatch = () => performance.now();
