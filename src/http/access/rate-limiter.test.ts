import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { allocateRateLimits, RateLimiter, type RateState } from './rate-limiter.ts';

test('RateLimiter accepts the requests of a minute, then one per refilled token', () => {
  let ms = 5;
  const rates = new RateLimiter(allocateRateLimits(), () => ms);
  for (let left = 59; left >= 0; left--) assert.equal(rates.take('key', 60).remaining, left);
  assert.equal(rates.take('key', 60).retryAfterSeconds, 1);
  ms += 1_000;
  assert.equal(rates.take('key', 60).retryAfterSeconds, null);
  assert.equal(rates.take('key', 60).retryAfterSeconds, 1);
});

test('RateLimiter is independent of the wall clock', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 5, 2) });
  const rates = new RateLimiter();
  for (let i = 0; i < 5; i++) rates.take('key', 60);
  t.mock.timers.setTime(Date.UTC(2026, 5, 1));
  assert.equal(rates.take('key', 60).retryAfterSeconds, null);
});

/** A request of a thread that another one interrupts before its atomic access number `steps`. */
interface Take {
  readonly name: string;
  readonly isLate: boolean;
  readonly steps: number;
}

/** Clocks start later than the numbers of added buckets, which are smaller than times. */
const startMs = 1_000;

/** A token bucket. */
class NaiveBucket {
  #tokens: number;
  #filledAt = startMs;

  constructor(perMinute: number) {
    this.#tokens = perMinute;
  }

  take(perMinute: number, now: number): RateState {
    this.#tokens = Math.min(perMinute, this.#tokens + ((now - this.#filledAt) * perMinute) / 60_000);
    this.#filledAt = now;
    const isTaken = this.#tokens >= 1;
    if (isTaken) this.#tokens -= 1;
    const secondsPerToken = 60 / perMinute;
    return {
      limit: perMinute,
      remaining: Math.floor(this.#tokens),
      resetSeconds: Math.ceil((perMinute - this.#tokens) * secondsPerToken),
      retryAfterSeconds: isTaken ? null : Math.max(1, (1 - this.#tokens) * secondsPerToken),
    };
  }
}

test('RateLimiter equals a token bucket', () => {
  // Tokens without rounding: whole seconds per token, and pauses of a power of two to the minute.
  const limit = fc.constantFrom(1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60);
  const pause = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(200)).map((count) => (count * 60_000) / 128);
  const take = fc.record({ name: fc.nat(5), pauseMs: pause });
  const history = fc.record({
    limits: fc.array(limit, { minLength: 6, maxLength: 6 }),
    takes: fc.array(take, { maxLength: 300 }),
  });
  fc.assert(
    fc.property(history, ({ limits, takes }) => {
      let ms = startMs;
      // A full window, so that names share it.
      const rates = new RateLimiter(allocateRateLimits(16), () => ms);
      const naive = limits.map((perMinute) => new NaiveBucket(perMinute));
      for (const { name, pauseMs } of takes) {
        ms += pauseMs;
        const perMinute = limits[name]!;
        assert.deepEqual(rates.take(`name ${name}`, perMinute), naive[name]!.take(perMinute, ms));
      }
    }),
    { seed: 20261124, numRuns: 300 },
  );
});

test('RateLimiter accepts exactly the limit at a time, whatever the limit', () => {
  const rates = new RateLimiter(allocateRateLimits(), () => 1e9);
  for (const limit of [1, 2, 7, 59, 61, 997, 1_013, 9_001, 65_537, 199_999]) {
    for (let i = 1; i <= limit; i++) assert.equal(rates.take(`${limit}`, limit).remaining, limit - i);
    assert.notEqual(rates.take(`${limit}`, limit).retryAfterSeconds, null);
  }
});

test('RateLimiter accepts the limit of each minute, rounded by at most 0.05 %', () => {
  for (const limit of [7, 997, 60_000, 999_983]) {
    let ms = startMs;
    const rates = new RateLimiter(allocateRateLimits(), () => ms);
    // Empties the bucket.
    rates.take('key', 1);
    let accepted = 0;
    // 20,000 tokens.
    const lastsMs = (20_000 * 60_000) / limit;
    for (; ms < startMs + lastsMs; ms += lastsMs / 7_919) {
      while (rates.take('key', limit).retryAfterSeconds === null) accepted++;
    }
    assert.ok(Math.abs(accepted - 20_000) <= 10, `${accepted} of 20,000`);
  }
});

test('RateLimiter evicts the bucket that is full first, and only from a full window', () => {
  let ms = startMs;
  const rates = new RateLimiter(allocateRateLimits(16), () => ms);
  const left = (name: string): number => rates.take(name, 60).remaining;
  for (let i = 0; i < 16; i++) {
    // A second refills a token.
    for (let taken = 0; taken <= i; taken++) left(`name ${i}`);
  }
  assert.equal(left('name 0'), 58);
  assert.equal(left('name 15'), 43);
  // Evicts the names with the fewest taken tokens: 1 and 0 have two each, and the new name one.
  assert.equal(left('new'), 59);
  assert.equal(left('new'), 58);
  const kept = Array.from({ length: 16 }, (_, i) => i).filter((i) => i > 1);
  for (const i of kept.reverse()) assert.equal(left(`name ${i}`), 58 - i - (i === 15 ? 1 : 0));
  ms += 60_000;
  assert.equal(left('another'), 59);
  assert.equal(left('name 8'), 59);
});

interface Round {
  readonly names: number;
  readonly perMinute: number;
  readonly takes: number;
  readonly slots?: number;
  readonly rounds?: number;
}

/**
 * The accepted requests by name, of 4 threads that all take from all buckets. The clock stands still during a round. There are
 * four sets of names, which the rounds use in turn.
 */
async function acceptedByThreads({ names, perMinute, takes, slots, rounds = 1 }: Round): Promise<number[]> {
  const threads = 4;
  const memory = allocateRateLimits(slots);
  const accepted = new Int32Array(new SharedArrayBuffer(4 * names));
  // The round, and the threads that have finished it.
  const barrier = new Int32Array(new SharedArrayBuffer(8));
  const script = `
    import { workerData } from 'node:worker_threads';
    import { RateLimiter } from ${JSON.stringify(new URL('./rate-limiter.ts', import.meta.url).href)};
    const { memory, accepted, barrier, names, perMinute, takes, threads, rounds } = workerData;
    let round = 0;
    const rates = new RateLimiter(memory, () => 1e6 + round * 61_000);
    for (; round < rounds; round++) {
      for (let i = 0; i < takes; i++)
        for (let name = 0; name < names; name++)
          if (rates.take('name ' + name + ' ' + (round % 4), perMinute).retryAfterSeconds === null) Atomics.add(accepted, name, 1);
      if (Atomics.add(barrier, 1, 1) + 1 === threads * (round + 1)) {
        Atomics.store(barrier, 0, round + 1);
        Atomics.notify(barrier, 0);
      } else while (Atomics.load(barrier, 0) === round) Atomics.wait(barrier, 0, round);
    }`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const workerData = { memory, accepted, barrier, names, perMinute, takes, threads, rounds };
  await Promise.all(
    Array.from({ length: threads }, () => {
      const worker = new Worker(url, { workerData });
      return new Promise<unknown>((resolve, reject) => worker.once('exit', resolve).once('error', reject));
    }),
  );
  return Array.from(accepted);
}

test('RateLimiter counts exactly across threads, with one name and with many', async () => {
  assert.deepEqual(await acceptedByThreads({ names: 1, perMinute: 20_011, takes: 10_000 }), [20_011]);
  const many = await acceptedByThreads({ names: 2_000, perMinute: 9, takes: 4 });
  assert.deepEqual(many, Array(2_000).fill(9));
});

test('RateLimiter counts exactly while threads reuse the slots of full buckets', async () => {
  const rounds = 1_000;
  // With 24 names a round in 128 slots no window gets full.
  const accepted = await acceptedByThreads({ names: 24, perMinute: 1, takes: 2, slots: 128, rounds });
  assert.deepEqual(accepted, Array(24).fill(rounds));
});

test('RateLimiter never accepts too many requests when threads interrupt each other anywhere', (t) => {
  /** Called before each atomic access of the current thread. */
  let step = (): void => undefined;
  for (const method of ['load', 'compareExchange'] as const) {
    const original = Atomics[method] as (...values: unknown[]) => unknown;
    Reflect.set(Atomics, method, (...values: unknown[]) => {
      step();
      return original(...values);
    });
    t.after(() => Reflect.set(Atomics, method, original));
  }
  // The clocks of the threads differ by 2 ms, and buckets are full again in between.
  const earlyMs = 1e6;
  const lateMs = earlyMs + 2;
  const isFullAt = fc.constantFrom(earlyMs - 1, earlyMs + 1, lateMs + 1);
  const take = fc.record({
    name: fc.constantFrom('a', 'b', 'old 1'),
    isLate: fc.boolean(),
    steps: fc.nat(90),
  });
  const scenario = fc.record({
    old: fc.array(isFullAt, { minLength: 2, maxLength: 6 }),
    limit: fc.constantFrom(1, 2),
    takes: fc.array(take, { minLength: 2, maxLength: 3 }),
  });
  fc.assert(
    fc.property(scenario, ({ old, limit, takes }) => {
      let ms = 0;
      const memory = allocateRateLimits(16);
      const rates = (): RateLimiter => new RateLimiter(memory, () => ms);
      for (const [no, fullAtMs] of old.entries()) {
        ms = fullAtMs - 60_000;
        assert.equal(rates().take(`old ${no}`, 1).retryAfterSeconds, null);
      }
      const accepted: Record<string, number> = {};
      const perMinute = (name: string): number => (name === 'old 1' ? 1 : limit);
      const run = ([first, ...others]: readonly Take[]): void => {
        if (first === undefined) return;
        const { name } = first;
        // The old bucket as of the late clock only: as of the early one it may be evicted before it is full.
        const nowMs = first.isLate || name === 'old 1' ? lateMs : earlyMs;
        let steps = first.steps;
        const own = (): void => {
          if (steps-- !== 0) return;
          run(others);
          ms = nowMs;
          step = own;
        };
        ms = nowMs;
        step = own;
        if (rates().take(name, perMinute(name)).retryAfterSeconds === null)
          accepted[name] = (accepted[name] ?? 0) + 1;
        step = () => undefined;
      };
      run(takes);
      for (const name of ['a', 'b', 'a', 'b', 'old 1']) run([{ name, isLate: true, steps: -1 }]);
      for (const [name, count] of Object.entries(accepted))
        assert.ok(count <= perMinute(name), `${count} of ${perMinute(name)} for ${name}`);
    }),
    { seed: 20261124, numRuns: 10_000 },
  );
});
