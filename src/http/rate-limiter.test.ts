import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { newRateLimits, RateLimiter } from './rate-limiter.ts';

test('RateLimiter accepts the requests of a minute, then one per refilled token', () => {
  let ms = 5;
  const rates = new RateLimiter(undefined, () => ms);
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

test('RateLimiter accepts what a token bucket accepts', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), ms: fc.nat(20_000) });
  fc.assert(
    fc.property(fc.constantFrom(1, 7, 60, 600), fc.array(step, { maxLength: 200 }), (perMinute, steps) => {
      let now = 0;
      const rates = new RateLimiter(undefined, () => now);
      const buckets = new Map<string, { tokens: number; at: number }>();
      for (const { name, ms } of steps) {
        now += ms;
        const { tokens, at } = buckets.get(name) ?? { tokens: perMinute, at: now };
        // Periods are rounded down to an eighth of a microsecond.
        const refilled = Math.min(perMinute, tokens + ((now - at) / 60_000) * perMinute + 1e-6);
        const isTaken = refilled >= 1;
        buckets.set(name, { tokens: refilled - (isTaken ? 1 : 0), at: now });
        const state = rates.take(name, perMinute);
        assert.equal(state.retryAfterSeconds === null, isTaken);
        assert.equal(state.limit, perMinute);
        assert.ok(state.resetSeconds <= 60 && state.remaining < perMinute);
      }
    }),
    { seed: 20261124, numRuns: 60 },
  );
});

test('RateLimiter counts exactly over threads', async () => {
  const memory = newRateLimits(() => 0);
  const names = ['one', ...Array.from({ length: 200 }, (_, i) => `visitor ${i}`)];
  const url = new URL('./rate-limiter.ts', import.meta.url);
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { RateLimiter } = await import(${JSON.stringify(url.href)});
    const rates = new RateLimiter(workerData.memory, () => 0);
    const accepted = workerData.names.map((name) => {
      let count = 0;
      for (let i = 0; i < 100; i++) if (rates.take(name, 150).retryAfterSeconds === null) count++;
      return count;
    });
    parentPort.postMessage(accepted);`;
  const threads = Array.from({ length: 4 }, () => {
    const data = { workerData: { memory, names } };
    return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), data);
  });
  const accepted = await Promise.all(
    threads.map((thread) => new Promise<number[]>((resolve) => thread.once('message', resolve))),
  );
  names.forEach((name, at) => {
    const sum = accepted.reduce((all, counts) => all + counts[at]!, 0);
    assert.equal(sum, 150, name);
  });
});

test('RateLimiter keeps counting where more names are limited than it can count', () => {
  const rates = new RateLimiter(undefined, () => 0);
  for (let i = 0; i < 300_000; i++) assert.equal(rates.take(`flood ${i}`, 2).remaining, 1);
  for (let left = 9; left >= 0; left--) assert.equal(rates.take('visitor', 10).remaining, left);
  assert.notEqual(rates.take('visitor', 10).retryAfterSeconds, null);
});
