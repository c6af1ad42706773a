import { hash, randomBytes } from 'node:crypto';
import { processStopwatch, type Stopwatch } from '../lib/clock.ts';

/** The state of a rate limit, for the `ratelimit-*` fields. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Seconds until the next request is accepted; null: accepted. */
  readonly retryAfterSeconds: number | null;
}

/** Keys, addresses and visitors with requests in the last minute; where there are more, some start with a full bucket. */
const slotCount = 2 ** 18;
/** A name is in one of this many slots. */
const windowLength = 16;
/** Words of the header: a salt and the time of creation. */
const headerWords = 4;
const wordBytes = BigInt64Array.BYTES_PER_ELEMENT;
/** Times are in eighths of a microsecond since creation: 48 bits last for a year. */
const unitsPerMs = 8_000;
const minute = 60_000 * unitsPerMs;
const timeBits = 48n;
const timeMask = (1n << timeBits) - 1n;
const tagMask = 0xffffn;

/** Shared memory for the rate limits of a process. */
export function newRateLimits(stopwatch: Stopwatch = processStopwatch): SharedArrayBuffer {
  const memory = new SharedArrayBuffer((headerWords + 2 * slotCount) * wordBytes);
  new Uint8Array(memory).set(randomBytes(2 * wordBytes));
  new Float64Array(memory)[2] = stopwatch();
  return memory;
}

/**
 * Rate limits by name, counted exactly over all threads of a process, without locks. Each is a token bucket with the capacity of a
 * minute, refilled continuously; as in the generic cell rate algorithm (ITU-T I.371), one number describes it: the time at which it
 * will be full, the theoretical arrival time.
 *
 * A name has a slot of two words in a hash table: its hash, and the time with 16 other bits of the hash as a tag. Both are replaced
 * by compare-and-swap. A bucket that is full equals one that does not exist, so a new name takes such a slot; a time with the tag of
 * another name is of the slot's last owner. Hashes are salted, as visitors choose names.
 */
export class RateLimiter {
  readonly #stopwatch: Stopwatch;
  readonly #salt: string;
  readonly #createdAt: number;
  readonly #names: BigInt64Array;
  readonly #times: BigInt64Array;

  /** `stopwatch`: the same in all threads, and that of {@link newRateLimits}. */
  constructor(memory?: SharedArrayBuffer, stopwatch: Stopwatch = processStopwatch) {
    const shared = memory ?? newRateLimits(stopwatch);
    this.#stopwatch = stopwatch;
    const salt = Buffer.from(new Uint8Array(shared, 0, 2 * wordBytes));
    this.#salt = salt.toString('hex');
    this.#createdAt = new Float64Array(shared)[2]!;
    this.#names = new BigInt64Array(shared, headerWords * wordBytes, slotCount);
    this.#times = new BigInt64Array(shared, (headerWords + slotCount) * wordBytes, slotCount);
  }

  /** Takes a token of a bucket with `perMinute` tokens. */
  take(name: string, perMinute: number): RateState {
    const digest = hash('sha256', this.#salt + name, 'buffer');
    const identity = digest.readBigInt64LE(0) || 1n;
    const tag = BigInt(digest.readUInt16LE(8));
    const first = digest.readUInt32LE(10) % slotCount;
    for (;;) {
      const now = Math.round((this.#stopwatch() - this.#createdAt) * unitsPerMs);
      const slot = this.#find(identity, first) ?? this.#insert({ identity, tag }, first, now);
      if (slot === null) continue;
      const before = Atomics.load(this.#times, slot);
      const fullAt = Math.max(now, tagOf(before) === tag ? timeOf(before) : 0);
      const state = stateOf(perMinute, fullAt - now);
      if (state.retryAfterSeconds !== null) return state;
      const after = (tag << timeBits) | BigInt(fullAt + periodOf(perMinute));
      if (Atomics.compareExchange(this.#times, slot, before, BigInt.asIntN(64, after)) === before)
        return state;
    }
  }

  #find(identity: bigint, first: number): number | null {
    for (let i = 0; i < windowLength; i++) {
      const slot = (first + i) % slotCount;
      if (Atomics.load(this.#names, slot) === identity) return slot;
    }
    return null;
  }

  /** The slot of a new name: one that is free, or else the one that will be soonest. Null: another thread was faster. */
  #insert(
    { identity, tag }: { readonly identity: bigint; readonly tag: bigint },
    first: number,
    now: number,
  ): number | null {
    let chosen = first;
    let earliest = Infinity;
    for (let i = 0; i < windowLength && earliest > now; i++) {
      const slot = (first + i) % slotCount;
      const time = Atomics.load(this.#names, slot) === 0n ? 0 : timeOf(Atomics.load(this.#times, slot));
      if (time < earliest) [chosen, earliest] = [slot, time];
    }
    const owner = Atomics.load(this.#names, chosen);
    if (Atomics.compareExchange(this.#names, chosen, owner, identity) !== owner) return null;
    // Another thread may have inserted the name into another slot: the one that sees the other's gives way.
    for (let i = 0; i < windowLength; i++) {
      const slot = (first + i) % slotCount;
      if (slot === chosen || Atomics.load(this.#names, slot) !== identity) continue;
      Atomics.compareExchange(this.#names, chosen, identity, 0n);
      return null;
    }
    const time = Atomics.load(this.#times, chosen);
    // The last owner may have had the same tag.
    if (tagOf(time) === tag) Atomics.compareExchange(this.#times, chosen, time, 0n);
    return chosen;
  }
}

/** Time for one token. Rounded down; the capacity is as many periods as there are tokens. */
function periodOf(perMinute: number): number {
  return Math.floor(minute / perMinute);
}

/** The state after a request; `missing`: the time until the bucket was full before it. */
function stateOf(perMinute: number, missing: number): RateState {
  const period = periodOf(perMinute);
  const left = period * perMinute - missing - period;
  const isTaken = left >= 0;
  const units = 1_000 * unitsPerMs;
  return {
    limit: perMinute,
    remaining: isTaken ? Math.floor(left / period) : 0,
    resetSeconds: Math.ceil((isTaken ? missing + period : missing) / units),
    retryAfterSeconds: isTaken ? null : Math.max(1, -left / units),
  };
}

function tagOf(word: bigint): bigint {
  return (word >> timeBits) & tagMask;
}

function timeOf(word: bigint): number {
  return Number(word & timeMask);
}
