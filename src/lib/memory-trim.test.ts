import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { trimWhenQuiet } from './memory-trim.ts';

const intervalMs = 2_000;

void test('trimWhenQuiet() trims once after each time of work, when ten seconds were quiet', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let used = 0.5;
  let count = 0;
  trimWhenQuiet({ trim: () => count++, utilization: () => used });
  t.mock.timers.tick(10 * intervalMs);
  assert.equal(count, 0);
  used = 0.2;
  t.mock.timers.tick(4 * intervalMs);
  assert.equal(count, 0);
  t.mock.timers.tick(20 * intervalMs);
  assert.equal(count, 1);
  used = 1;
  t.mock.timers.tick(intervalMs);
  used = 0;
  t.mock.timers.tick(5 * intervalMs);
  assert.equal(count, 2);
});

void test('trimWhenQuiet() trims again ten seconds after memory was freed without work', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let count = 0;
  const trimAgain = trimWhenQuiet({ trim: () => count++, utilization: () => 0 });
  t.mock.timers.tick(8 * intervalMs);
  assert.equal(count, 1);
  trimAgain();
  t.mock.timers.tick(4 * intervalMs);
  assert.equal(count, 1);
  t.mock.timers.tick(8 * intervalMs);
  assert.equal(count, 2);
});

const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } })
  .header;

void test(
  'trimMemory() returns the memory that is free between used blocks',
  { skip: process.platform === 'linux' && glibcVersionRuntime !== undefined ? false : 'not with glibc' },
  () => {
    // Of 128 MB, a fiftieth stays in use. V8 frees buffers in another thread.
    const program = `
      const { trimMemory } = await import(${JSON.stringify(fileURLToPath(new URL('./memory-trim.ts', import.meta.url)))});
      let blocks = Array.from({ length: 2_000 }, () => new Uint8Array(64 * 1024).fill(1));
      const kept = blocks.filter((_, i) => i % 50 === 0);
      blocks = null;
      gc();
      const before = process.memoryUsage.rss();
      while (before - process.memoryUsage.rss() < 64 * 1024 * 1024) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        trimMemory();
      }
      console.log(kept.every((block) => block.every((byte) => byte === 1)));`;
    const environment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };
    const parameters = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e'];
    const options = { env: environment, timeout: 120_000 };
    assert.equal(execFileSync(process.execPath, [...parameters, program], options).toString(), 'true\n');
  },
);
