import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const linux = { skip: process.platform === 'linux' ? false : 'only Linux has a niceness per thread' };

test('lowerThreadPriority() lowers the priority of the calling thread alone', linux, async () => {
  const priority = getPriority();
  const script = `
    import { readFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    import { lowerThreadPriority } from ${JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href)};
    lowerThreadPriority(17);
    parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'utf8'));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const stat = await new Promise<string>((resolve) => worker.once('message', resolve));
  // Field 19 of proc(5).
  assert.equal(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16], '17');
  assert.equal(getPriority(), priority);
});
