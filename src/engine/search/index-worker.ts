import { parentPort } from 'node:worker_threads';
import { collectWhenIdle } from '../../lib/idle-collection.ts';
import { keepCompiledModules } from '../../lib/compile-cache.ts';
import { lowerThreadPriority } from '../../lib/thread-priority.ts';
import type { IndexReply, IndexRequest } from './index-messages.ts';
import { IndexWorkRunner } from './index-work-runner.ts';

/**
 * Builds and merges text segments outside the serving thread. It receives changed items in one transferred buffer, and
 * reads others from the database itself: posting them as objects would block the main thread longer than indexing them
 * there.
 */
if (parentPort === null) throw new Error('Cannot run the index builder outside a worker thread');
const port = parentPort;
const runner = new IndexWorkRunner();
// If cores are scarce, the serving thread has priority.
lowerThreadPriority(10);
const worked = collectWhenIdle();
keepCompiledModules();

port.on('message', ({ id, ...work }: IndexRequest) => {
  try {
    port.postMessage({ id, error: null, ...runner.run(work) } satisfies IndexReply);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ id, error: message, buffer: null, last: -1, names: [] } satisfies IndexReply);
  }
  worked();
});
