import { receiveThreadOptions, serveRequests } from '../../src/threads/serving-thread.ts';
import { drivenClock } from './driven-clock.ts';

// A serving thread with the clock of the test.
await serveRequests(await receiveThreadOptions(), drivenClock());
