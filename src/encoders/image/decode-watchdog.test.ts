import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DecodeWatchdog } from './decode-watchdog.ts';

/** A watch over a process whose use the test sets; it looks when the test says so. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const use = { cpu: 100, resident: 1_000 };
  const told: string[] = [];
  const watch = new DecodeWatchdog(
    { cpuMsMax: 50, growthBytesMax: 500 },
    (id, detail) => told.push(`${id} ${/ (of \w+)$/.exec(detail)?.[1]}`),
    { cpuMs: () => use.cpu, residentBytes: () => use.resident },
  );
  /** Begins to decode for a job; ends it when called. */
  const decode = (id: number, bytes: number): (() => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = watch.run(id, bytes, () => promise);
    return async () => {
      resolve(undefined);
      await running;
    };
  };
  return { use, told, decode, look: () => t.mock.timers.tick(20) };
}

void test('DecodeWatchdog tells of the job whose decoder takes more CPU than it may, counted from its start', (t) => {
  const { use, told, decode, look } = watched(t);
  use.cpu = 1_000;
  void decode(1, 0);
  use.cpu = 1_030;
  void decode(2, 900);
  use.cpu = 1_070;
  look();
  assert.deepEqual(told, []);
  use.cpu = 1_071;
  look();
  assert.deepEqual(told, ['1 of CPU']);
  look();
  assert.equal(told.length, 1, 'told once');
});

void test('DecodeWatchdog shares the CPU of the process out to the decoders that ran', async (t) => {
  const { use, told, decode, look } = watched(t);
  const ends = [1, 2, 3, 4].map((id) => decode(id, 0));
  for (let cpu = 100; cpu <= 300; cpu += 20) {
    use.cpu = cpu;
    look();
  }
  assert.deepEqual(told, [], 'four of 50 ms each');
  for (const end of ends.slice(1)) await end();
  use.cpu = 301;
  look();
  assert.deepEqual(told, ['1 of CPU'], 'what the others used does not count for less when they have ended');
});

void test('DecodeWatchdog tells of the largest decoder where memory grows too much', (t) => {
  const { use, told, decode, look } = watched(t);
  void decode(1, 10);
  void decode(2, 400);
  void decode(3, 20);
  use.resident = 1_500;
  look();
  assert.deepEqual(told, []);
  use.resident = 1_501;
  look();
  assert.deepEqual(told, ['2 of memory']);
});

void test('DecodeWatchdog looks at nothing once a decoder has ended', async (t) => {
  const { use, told, decode, look } = watched(t);
  const [first, second] = [decode(1, 0), decode(2, 0)];
  await first();
  use.cpu = 151;
  await second();
  use.resident = 9_000;
  look();
  assert.deepEqual(told, []);
});
