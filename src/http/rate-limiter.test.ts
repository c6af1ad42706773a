import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from './rate-limiter.ts';

test('RateLimiter accepts the requests of a minute, then one per refilled token', () => {
  let ms = 5;
  const rates = new RateLimiter(() => ms);
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
