import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const megabyte = 1024 * 1024;

/** Frees 200 MB in blocks between others that stay, and prints the resident memory before and after. */
const program = `
const { returnFreeMemory } = await import(process.argv[1]);
const blockBytes = 50_000;
let freed = [];
const kept = [];
for (let i = 0; i < 4_000; i++) {
  freed.push(new Uint8Array(new ArrayBuffer(blockBytes)).fill(1));
  kept.push(new ArrayBuffer(3_000));
}
freed = null;
gc();
await new Promise((resolve) => setTimeout(resolve, 500));
const before = process.memoryUsage.rss();
returnFreeMemory();
returnFreeMemory();
console.log(JSON.stringify({ before, after: process.memoryUsage.rss(), kept: kept.length }));
`;

const header: { header?: { glibcVersionRuntime?: string } } = process.report.getReport();
const skip = header.header?.glibcVersionRuntime === undefined ? 'needs glibc' : false;

void test('returnFreeMemory() returns freed blocks that lie between others', { skip }, () => {
  const module = join(import.meta.dirname, 'malloc-trim.ts');
  const env = { MALLOC_MMAP_THRESHOLD_: '131072', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', program, module],
    { encoding: 'utf8', env },
  );
  assert.equal(stderr, '');
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  assert.ok(before - after > 100 * megabyte, `${before} to ${after} bytes`);
});
