import { workerData } from 'node:worker_threads';
import { serveRequests } from './serving-thread.ts';
import type { ThreadOptions } from './thread-messages.ts';

// The program of a serving thread.
await serveRequests(workerData as ThreadOptions);
