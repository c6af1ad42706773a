import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DecodeWatchdog } from './decode-watchdog.ts';

/** A watchdog over a process whose use the test sets; it checks when the test advances the clock. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const use = { cpu: 100, resident: 1_000 };
  const reported: string[] = [];
  const watch = new DecodeWatchdog(
    { cpuMsMax: 50, growthBytesMax: 500 },
    (id, detail) => reported.push(`${id} ${/ (of \w+)$/.exec(detail)?.[1]}`),
    { cpuMs: () => use.cpu, residentBytes: () => use.resident },
  );
  /** Starts decoding for a job; the returned function ends it. */
  const decode = (id: number, bytes: number): (() => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = watch.run(id, bytes, () => promise);
    return async () => {
      resolve(undefined);
      await running;
    };
  };
  return { use, reported, decode, look: () => t.mock.timers.tick(20) };
}

void test('DecodeWatchdog reports the job whose decoder exceeds its CPU budget, from its start', (t) => {
  const { use, reported, decode, look } = watched(t);
  use.cpu = 1_000;
  void decode(1, 0);
  use.cpu = 1_030;
  void decode(2, 900);
  use.cpu = 1_070;
  look();
  assert.deepEqual(reported, []);
  use.cpu = 1_071;
  look();
  assert.deepEqual(reported, ['1 of CPU']);
  look();
  assert.equal(reported.length, 1, 'reported once');
});

void test('DecodeWatchdog divides the CPU of the process among the running decoders', async (t) => {
  const { use, reported, decode, look } = watched(t);
  const ends = [1, 2, 3, 4].map((id) => decode(id, 0));
  for (let cpu = 100; cpu <= 300; cpu += 20) {
    use.cpu = cpu;
    look();
  }
  assert.deepEqual(reported, [], 'four of 50 ms each');
  for (const end of ends.slice(1)) await end();
  use.cpu = 301;
  look();
  assert.deepEqual(reported, ['1 of CPU'], 'the share of ended decoders is not reassigned');
});

void test('DecodeWatchdog reports the largest decoder where memory grows too much', (t) => {
  const { use, reported, decode, look } = watched(t);
  void decode(1, 10);
  void decode(2, 400);
  void decode(3, 20);
  use.resident = 1_500;
  look();
  assert.deepEqual(reported, []);
  use.resident = 1_501;
  look();
  assert.deepEqual(reported, ['2 of memory']);
});

void test('DecodeWatchdog does not check after the last decoder has ended', async (t) => {
  const { use, reported, decode, look } = watched(t);
  const [first, second] = [decode(1, 0), decode(2, 0)];
  await first();
  use.cpu = 151;
  await second();
  use.resident = 9_000;
  look();
  assert.deepEqual(reported, []);
});
