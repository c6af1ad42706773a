import { resolveImportsDirectly } from '../lib/direct-imports.ts';

// The program of a serving thread.
resolveImportsDirectly();
const { prepareServing, receiveThreadOptions, serveRequests } = await import('./serving-thread.ts');
// The first thread waits for its options while the service is opened.
const options = receiveThreadOptions();
await prepareServing();
await serveRequests(await options);
