import { systemStopwatch, type Stopwatch } from '../lib/clock.ts';
import { evictOldest } from '../lib/evict-oldest.ts';

interface TokenBucket {
  tokens: number;
  filledAt: number;
}

/** The state of a rate limit, for the `ratelimit-*` fields. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Seconds until the next request is accepted; null: accepted. */
  readonly retryAfterSeconds: number | null;
}

/** Maximum of tracked keys, addresses and visitors; the oldest are evicted and start with a full bucket. */
const bucketsMax = 200_000;

/** Token buckets by name with the capacity of a minute, refilled continuously by a monotonic clock. */
export class RateLimiter {
  readonly #stopwatch: Stopwatch;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(stopwatch: Stopwatch = systemStopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Takes a token of a bucket with `perMinute` tokens. */
  take(name: string, perMinute: number): RateState {
    const now = this.#stopwatch();
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      bucket = { tokens: perMinute, filledAt: now };
      this.#buckets.set(name, bucket);
      evictOldest(this.#buckets, bucketsMax);
    }
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.filledAt) / 60_000) * perMinute);
    bucket.filledAt = now;
    const secondsPerToken = 60 / perMinute;
    const isTaken = bucket.tokens >= 1;
    if (isTaken) bucket.tokens -= 1;
    return {
      limit: perMinute,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((perMinute - bucket.tokens) * secondsPerToken),
      retryAfterSeconds: isTaken ? null : Math.max(1, (1 - bucket.tokens) * secondsPerToken),
    };
  }
}
