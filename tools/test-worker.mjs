// A worker of `npm test`: runs test files in this process, one after the other, so that modules are loaded and compiled once. It takes the
// next file from the list that it shares with other workers: VITRINE_TEST_QUEUE names a folder with the file `files`.
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../bin/folders.mjs';
import { keepChromium } from '../test/support/chromium.ts';
import { cpuSeconds } from './cpu-seconds.mjs';

/** A worker that has more ends: another one takes the next files. What earlier files hold is not freed before. */
const rssBytesMax = 1.2e9;
/** Of all tests of a file. */
const fileMsMax = 20 * 60_000;

/** No file is begun after it, in ms since 1970. */
const deadline = Number(process.env.VITRINE_TEST_DEADLINE ?? Infinity);
const queue = process.env.VITRINE_TEST_QUEUE;
const files = readFileSync(join(queue, 'files'), 'utf8').split('\n');
const closeChromium = keepChromium();

for (const [index, file] of files.entries()) {
  if (Date.now() > deadline || process.memoryUsage.rss() > rssBytesMax) break;
  if (take(index)) await run(file);
}
await closeChromium();

/** Whether this worker is the first to take the file. */
function take(index) {
  try {
    closeSync(openSync(join(queue, String(index)), 'wx'));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Runs the tests of a file as a suite, so that its hooks run around its own tests. */
async function run(file) {
  const before = cpuSeconds();
  const started = performance.now();
  await new Promise((resolve) => {
    void suite(file, { timeout: fileMsMax }, async () => {
      try {
        after(resolve);
        await import(pathToFileURL(join(root, file)).href);
      } catch (error) {
        // Hooks of a suite that cannot be loaded do not run.
        resolve();
        throw error;
      }
    });
  });
  const [cpu, seconds] = [cpuSeconds() - before, (performance.now() - started) / 1_000];
  appendFileSync(join(queue, 'times'), `${JSON.stringify({ file, cpu, seconds })}\n`);
}
