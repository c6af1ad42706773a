import { parentPort, workerData } from 'node:worker_threads';
import { collectWhenIdle } from '../../lib/idle-collection.ts';
import { keepCompiledModules } from '../../lib/compile-cache.ts';
import { lowerThreadPriority } from '../../lib/thread-priority.ts';
import type { ItemsReply, ItemsRequest } from './items-messages.ts';
import { normaliseNameCase } from './letter-case.ts';
import { openSentenceEncoder, type MultilingualModel } from './multilingual-model.ts';

/** Embeds the texts of items outside of the threads that answer requests. */
if (parentPort === null) throw new Error('Cannot run the encoder of items outside a worker thread');
const port = parentPort;
const encoder = openSentenceEncoder(workerData as MultilingualModel);
// If cores are scarce, the serving threads have priority.
lowerThreadPriority(10);
const worked = collectWhenIdle();
keepCompiledModules();

port.on('message', ({ id, texts }: ItemsRequest) => {
  try {
    port.postMessage({
      id,
      vectors: texts.map((text) => encoder.encode(normaliseNameCase(text))),
    } satisfies ItemsReply);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ id, error: message } satisfies ItemsReply);
  }
  worked();
});
