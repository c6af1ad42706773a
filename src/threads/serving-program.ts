import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { serveRequests } from './serving-thread.ts';
import type { ThreadOptions } from './thread-messages.ts';

// The program of a serving thread. One that was prepared receives its options once they are known.
const options = (workerData ?? (await once(parentPort!, 'message'))[0]) as ThreadOptions;
await serveRequests(options);
