import { hash, randomFillSync } from 'node:crypto';
import { systemStopwatch, type Stopwatch } from '../../lib/clock.ts';

/** The state of a rate limit, for the `ratelimit-*` fields. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Seconds until the next request is accepted, or null if this one was. */
  readonly retryAfterSeconds: number | null;
}

/** Maximum of tracked keys, addresses and visitors of a process. */
const slotsDefault = 2 ** 18;
/** Slots that may hold a bucket, beginning with its home slot (its identity modulo the number of slots). */
const windowSlots = 16;
/** A salt and the number of added buckets, then two words of 64 bits per slot: identity and state. */
const saltBytes = 16;
const headerBytes = 64;
const slotBytes = 16;

/** Times are in ticks of 1/16 µs: a rate of a million per minute is then exact to 0.05 %. */
const ticksPerMs = 16_000;
const minuteTicks = 60_000 * ticksPerMs;
/** A state is 12 bits of the identity and a time, which lasts for 8 years since the start of the machine. */
const timeBits = 52n;
const timeMask = (1n << timeBits) - 1n;
/** Added buckets have a number, in the low bits of their identity, and as their first time: one long before now. */
const numberBits = 20n;
const numbers = 2 ** Number(numberBits);

/** Memory of the rate limits of a process, for a {@link RateLimiter} in each thread. `slots` is a power of 2 and at least 16. */
export function allocateRateLimits(slots = slotsDefault): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(headerBytes + slots * slotBytes);
  new Uint8Array(memory, 0, saltBytes).set(randomFillSync(new Uint8Array(saltBytes)));
  return memory;
}

/**
 * Rate limits by name, counted exactly across the threads of a process, without locks.
 *
 * **Algorithm.** The generic cell rate algorithm (ITU-T I.371): a token bucket with the capacity of a minute whose whole state is
 * one number, the time at which the bucket is full again. A request adds the time that refills one token, and is rejected if the
 * bucket would be full more than a minute from now.
 *
 * **Table.** Open addressing in shared memory. The identity of a bucket is a keyed hash of its name, so that clients who choose
 * their names cannot make them collide. A bucket is in its home slot or in one of the 15 after it. A bucket whose
 * time has passed equals a missing one, so its slot is free. If none is free, the bucket that is full first is evicted.
 *
 * **Protocol.** All accesses are atomic, and both words of a slot change by compare-and-swap. A thread starts over if its
 * compare-and-swap fails.
 *
 * 1. A slot belongs to a bucket if its identity has the hash of the name, and its state the tag of that hash.
 * 2. A new bucket takes a free slot in two steps: a state with its tag and a unique number instead of a time, then its identity with
 *    the same number. The first step takes the slot from its last owner, whose concurrent update fails. The slot belongs to the
 *    new bucket once both numbers are equal: then no thread that is late with its second step can still take it.
 * 3. Two threads may add the same bucket to two slots. The first slot of the window counts: after each update a thread checks that
 *    no earlier slot belongs to the bucket, otherwise it starts over. The first update of a slot starts from the latest time
 *    among the other slots of the bucket.
 *
 * A request may be counted twice by step 3, so that a bucket loses a token. It never gains one.
 */
export class RateLimiter {
  readonly #stopwatch: Stopwatch;
  readonly #salt: string;
  readonly #words: BigUint64Array;
  readonly #added: Uint32Array;
  readonly #slotMask: bigint;

  /** All threads with this memory need the same `stopwatch`. */
  constructor(memory: SharedArrayBuffer = allocateRateLimits(), stopwatch: Stopwatch = systemStopwatch) {
    this.#stopwatch = stopwatch;
    this.#salt = readSalt(memory);
    this.#words = new BigUint64Array(memory, headerBytes);
    this.#added = new Uint32Array(memory, saltBytes, 1);
    this.#slotMask = BigInt(this.#words.length / 2 - 1);
  }

  /** Takes a token of a bucket with `perMinute` tokens. */
  take(name: string, perMinute: number): RateState {
    const now = Math.round(this.#stopwatch() * ticksPerMs);
    const identity = this.#hashName(name);
    for (;;) {
      const place = this.#find(identity, windowSlots);
      if (place === windowSlots) {
        this.#add(identity, now);
        continue;
      }
      const at = this.#findWord(identity, place) + 1;
      const state = this.#state(identity, place);
      if (state === null) continue;
      const time = isTime(state) ? unpackTime(state) : this.#readLatestTime(identity);
      const used = countUsedTokens(Math.max(0, time - now), perMinute);
      if (used + 1 > perMinute) return rateState(used, perMinute, false);
      const fullAt = now + Math.round(((used + 1) / perMinute) * minuteTicks);
      if (Atomics.compareExchange(this.#words, at, state, packState(identity, fullAt)) !== state) continue;
      if (this.#find(identity, place) === place) return rateState(used + 1, perMinute, true);
    }
  }

  #hashName(name: string): bigint {
    return BigInt(`0x${hash('sha256', this.#salt + name).slice(0, 16)}`);
  }

  /** Returns the index of a slot's first word. `place` counts the slots from the first one of the identity. */
  #findWord(identity: bigint, place: number): number {
    const first = Number(identity & this.#slotMask);
    return (2 * (first + place)) % this.#words.length;
  }

  /** Finds the slot of a bucket among the first `places`. Returns `places` if none has it. */
  #find(identity: bigint, places: number): number {
    for (let place = 0; place < places; place++) if (this.#state(identity, place) !== null) return place;
    return places;
  }

  /** The state in a slot, or null if the slot belongs to another bucket. */
  #state(identity: bigint, place: number): bigint | null {
    const word = this.#findWord(identity, place);
    const owner = Atomics.load(this.#words, word);
    if ((owner ^ identity) >> numberBits !== 0n) return null;
    const state = Atomics.load(this.#words, word + 1);
    if ((state ^ identity) >> timeBits !== 0n) return null;
    return isTime(state) || unpackTime(state) === unpackNumber(owner) ? state : null;
  }

  /** The latest time among all slots of a bucket. */
  #readLatestTime(identity: bigint): number {
    let latest = 0;
    for (let place = 0; place < windowSlots; place++)
      latest = Math.max(latest, unpackTime(this.#state(identity, place) ?? 0n));
    return latest;
  }

  #add(identity: bigint, now: number): void {
    let word = 0;
    let owner = 0n;
    let state = 0n;
    let earliest = Infinity;
    for (let place = 0; place < windowSlots && earliest > now; place++) {
      const candidate = this.#findWord(identity, place);
      const itsOwner = Atomics.load(this.#words, candidate);
      const itsState = Atomics.load(this.#words, candidate + 1);
      if (unpackTime(itsState) >= earliest) continue;
      [word, owner, state, earliest] = [candidate, itsOwner, itsState, unpackTime(itsState)];
    }
    const number = Atomics.add(this.#added, 0, 1) % numbers;
    const added = packState(identity, number);
    if (Atomics.compareExchange(this.#words, word + 1, state, added) !== state) return;
    Atomics.compareExchange(this.#words, word, owner, withNumber(identity, number));
  }
}

function readSalt(memory: SharedArrayBuffer): string {
  return Buffer.from(memory, 0, saltBytes).toString('hex');
}

function withNumber(identity: bigint, number: number): bigint {
  return ((identity >> numberBits) << numberBits) | BigInt(number);
}

function packState(identity: bigint, time: number): bigint {
  return (identity & ~timeMask) | BigInt(time);
}

function unpackTime(state: bigint): number {
  return Number(state & timeMask);
}

/** Whether the state has a time, not the number of an added bucket. */
function isTime(state: bigint): boolean {
  return unpackTime(state) >= numbers;
}

function unpackNumber(identity: bigint): number {
  return Number(identity & ((1n << numberBits) - 1n));
}

/** The tokens that are missing in a bucket which is full in `ticks`. */
function countUsedTokens(ticks: number, perMinute: number): number {
  const used = (ticks / minuteTicks) * perMinute;
  const whole = Math.round(used);
  // Times are rounded to ticks.
  return Math.abs(whole - used) * minuteTicks <= 0.5 * perMinute ? whole : used;
}

function rateState(used: number, perMinute: number, isAccepted: boolean): RateState {
  const secondsPerToken = 60 / perMinute;
  return {
    limit: perMinute,
    remaining: Math.max(0, Math.floor(perMinute - used)),
    resetSeconds: Math.ceil(used * secondsPerToken),
    retryAfterSeconds: isAccepted ? null : Math.max(1, (used + 1 - perMinute) * secondsPerToken),
  };
}
