import { workerData } from 'node:worker_threads';
import { serveRequests } from '../../src/threads/serving-thread.ts';
import type { ThreadOptions } from '../../src/threads/thread-messages.ts';
import { drivenClock } from './driven-clock.ts';

// A serving thread with the clock of the test.
await serveRequests(workerData as ThreadOptions, drivenClock());
