import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureFetchError } from '../../ports/pictures/vision.ts';
import { HostCircuitBreaker } from './host-circuit-breaker.ts';

void test('HostCircuitBreaker.run() skips a host for a minute after three fetches without a response', async () => {
  let now = 0;
  const breaker = new HostCircuitBreaker(() => now);
  let asked = 0;
  const ask = async (address: string, failure: string | null): Promise<string> => {
    const work = async (): Promise<string> => {
      asked += 1;
      if (failure !== null) throw new PictureFetchError(failure, 'no', true);
      return 'picture';
    };
    return breaker.run(address, work).catch((error: PictureFetchError) => error.code);
  };
  const slow = 'http://slow.example/1.jpg';
  // Any response, also a rejected picture, resets the count.
  assert.equal(await ask(slow, 'fetch_timeout'), 'fetch_timeout');
  assert.equal(await ask(slow, 'fetch_status'), 'fetch_status');
  for (let i = 0; i < 3; i++) assert.equal(await ask(slow, 'fetch_timeout'), 'fetch_timeout');
  assert.equal(asked, 5);
  assert.equal(await ask('http://slow.example/2.jpg', null), 'host_silent');
  assert.equal(await ask('http://slow.example:8080/2.jpg', null), 'picture');
  assert.equal(asked, 6);
  now = 60_000;
  assert.equal(await ask(slow, 'fetch_failed'), 'fetch_failed');
  assert.equal(await ask(slow, null), 'host_silent');
  now = 120_000;
  assert.equal(await ask(slow, null), 'picture');
  assert.equal(await ask(slow, 'fetch_failed'), 'fetch_failed');
  assert.equal(await ask(slow, null), 'picture');
});
