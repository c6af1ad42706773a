// A worker of `npm test`: runs test files in this process, one after the other, so that modules are loaded and compiled once. It takes the
// next file from the list that it shares with other workers: TEST_QUEUE names a folder with the file `files`.
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AsyncResource } from 'node:async_hooks';
import { after, before, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../bin/folders.mjs';
import { keepChromium } from '../../test/support/chromium.ts';
import { cpuSeconds } from './cpu-seconds.mjs';
import { workerBytes } from './worker-memory.mjs';

/** Of all tests of a file; whole matrices take longer. */
const fileMsMax = (process.env.TEST_ALL === '1' ? 60 : 20) * 60_000;

/** No file is begun after it, in ms since 1970. */
const deadline = Number(process.env.TEST_DEADLINE ?? Infinity);
const queue = process.env.TEST_QUEUE;
const files = readFileSync(join(queue, 'files'), 'utf8').split('\n');
keepChromium();

let next = 0;
/** Tests that are registered in a hook of a suite would belong to it. */
const registerNextAtRoot = AsyncResource.bind(registerNext);
registerNext();

/** Registers the suite of the next file while the one before still runs: --test-force-exit ends the process where no suite is left. */
function registerNext() {
  while (next < files.length && Date.now() < deadline && process.memoryUsage.rss() < workerBytes) {
    if (take(next++)) return registerSuite(files[next - 1]);
  }
}

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

/** The tests of a file as a suite, so that its hooks run around its own tests. */
function registerSuite(file) {
  let [cpu, started] = [0, 0];
  void suite(file, { timeout: fileMsMax }, async () => {
    // Registered first, so that it runs also if the file cannot be loaded.
    before(() => {
      [cpu, started] = [cpuSeconds(), performance.now()];
    });
    after(() => {
      const times = { cpu: cpuSeconds() - cpu, seconds: (performance.now() - started) / 1_000 };
      appendFileSync(join(queue, 'times'), `${JSON.stringify({ file, ...times })}\n`);
      registerNextAtRoot();
    });
    await import(pathToFileURL(join(root, file)).href);
  });
}
