import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { until } from '../../test/support/until.ts';
import { createRing, RingReader, RingWatch, RingWriter } from './record-ring.ts';

const record = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (seed + 31 * at) & 255);

test('RingReader.read() returns all records in order, or reports that it was overtaken', () => {
  const action = fc.oneof(
    fc.record({ write: fc.integer({ min: 0, max: 56 }) }),
    fc.record({ reader: fc.nat(2), reads: fc.nat(6) }),
  );
  fc.assert(
    fc.property(fc.constantFrom(64, 128, 256), fc.array(action, { maxLength: 60 }), (bytes, actions) => {
      const ring = createRing(bytes);
      const writer = new RingWriter(ring);
      const written: Uint8Array[] = [];
      const words: number[] = [];
      const readers = [0, 1, 2].map(() => ({ reader: new RingReader(ring, writer.position), read: 0 }));
      for (const one of actions) {
        if ('write' in one) {
          const next = record(one.write, written.length);
          writer.write(next);
          written.push(next);
          words.push(1 + Math.ceil(next.length / 8));
          continue;
        }
        const follower = readers[one.reader]!;
        for (let i = 0; i < one.reads; i++) {
          const pending = words.slice(follower.read).reduce((sum, count) => sum + count, 0);
          const next = follower.reader.read();
          assert.equal(follower.reader.isOvertaken, 8 * pending > bytes);
          if (follower.reader.isOvertaken || follower.read === written.length) assert.equal(next, null);
          else assert.deepEqual(next, written[follower.read++]);
        }
      }
    }),
    { seed: 20261123, numRuns: 500 },
  );
});

test('RingWriter.fits() tells whether a record would overtake a reader', () => {
  const action = fc.oneof(
    fc.record({ write: fc.integer({ min: 0, max: 70 }) }),
    fc.record({ reads: fc.nat(3) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
      const ring = createRing(64);
      // Near the largest position.
      new Int32Array(ring).fill(-5, 0, 2);
      const writer = new RingWriter(ring);
      const reader = new RingReader(ring, writer.position);
      const pending: Uint8Array[] = [];
      for (const one of actions) {
        if ('write' in one) {
          const words = [...pending, { length: one.write }].map(({ length }) => 1 + Math.ceil(length / 8));
          const hasRoom = words.reduce((sum, count) => sum + count, 0) <= 8;
          assert.equal(writer.fits(one.write, reader.position), hasRoom);
          if (!hasRoom) continue;
          pending.push(record(one.write, pending.length));
          writer.write(pending.at(-1)!);
        } else for (let i = 0; i < one.reads; i++) assert.deepEqual(reader.read(), pending.shift() ?? null);
      }
    }),
    { seed: 20261125, numRuns: 500 },
  );
});

test('RingWriter.write() rejects a record that is larger than the ring', () => {
  const writer = new RingWriter(createRing(64));
  assert.equal(writer.recordBytesMax, 56);
  writer.write(record(56, 0));
  assert.throws(() => writer.write(record(57, 0)), RangeError);
  assert.throws(() => createRing(96), RangeError);
});

test('positions of a ring go on after 2^32 words', () => {
  const ring = createRing(64);
  const header = new Int32Array(ring);
  // The position before the last word.
  header[0] = header[1] = -1;
  const writer = new RingWriter(ring);
  const reader = new RingReader(ring, writer.position);
  for (let i = 0; i < 20; i++) {
    writer.write(record(9, i));
    assert.deepEqual(reader.read(), record(9, i));
    assert.ok(reader.isCurrent);
  }
});

test('a reader in another thread sees every record that it is not overtaken by', async () => {
  const ring = createRing(4_096);
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { RingReader } from ${JSON.stringify(new URL('./record-ring.ts', import.meta.url).href)};
    const reader = new RingReader(workerData.ring, 0);
    parentPort.postMessage('ready');
    let next = 0;
    const outcome = { read: 0, wrong: 0, overtaken: false };
    while (next < workerData.count && !outcome.overtaken) {
      const record = reader.read();
      outcome.overtaken = reader.isOvertaken;
      if (record === null) continue;
      const [number] = new Uint32Array(record.buffer, 0, 1);
      if (number !== next || record.some((byte, at) => at >= 4 && byte !== (number & 255))) outcome.wrong++;
      next = number + 1;
      outcome.read++;
    }
    parentPort.postMessage(outcome);`;
  const count = 20_000;
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const worker = new Worker(url, { workerData: { ring, count } });
  const message = (): Promise<unknown> => new Promise((resolve) => worker.once('message', resolve));
  await message();
  const done = message() as Promise<{ read: number; wrong: number; overtaken: boolean }>;
  const writer = new RingWriter(ring);
  for (let i = 0; i < count; i++) {
    const bytes = new Uint8Array(4 + (i % 300)).fill(i & 255);
    new DataView(bytes.buffer).setUint32(0, i, true);
    writer.write(bytes);
  }
  const { read, wrong, overtaken } = await done;
  assert.equal(wrong, 0);
  assert.ok(overtaken || read === count);
});

test('RingWatch runs after each record of another thread, and not without one', async () => {
  const ring = createRing(4_096);
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { RingWriter } from ${JSON.stringify(new URL('./record-ring.ts', import.meta.url).href)};
    const writer = new RingWriter(workerData);
    parentPort.on('message', () => writer.write(new Uint8Array(8)));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    workerData: ring,
  });
  const reader = new RingReader(ring, 0);
  let [read, runs] = [0, 0];
  const intervalMs = 1;
  const watch = new RingWatch(ring, intervalMs, () => {
    runs++;
    while (reader.read() !== null) read++;
  });
  for (let written = 1; written <= 50; written++) {
    worker.postMessage(null);
    // Some are written while the watch waits for its interval, others while it sleeps.
    if (written % 3 === 0) await until('A record was not noticed', () => read === written, intervalMs);
  }
  await until('The last records were not noticed', () => read === 50, intervalMs);
  let runsBefore = -1;
  await until('It runs without a record', async () => {
    runsBefore = runs;
    await sleep(20 * intervalMs);
    return runs === runsBefore;
  });
  watch[Symbol.dispose]();
  new RingWriter(ring).write(new Uint8Array(8));
  await sleep(20 * intervalMs);
  assert.equal(runs, runsBefore);
  await worker.terminate();
});
