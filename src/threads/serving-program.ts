import { receiveThreadOptions, serveRequests } from './serving-thread.ts';

// The program of a serving thread.
await serveRequests(await receiveThreadOptions());
