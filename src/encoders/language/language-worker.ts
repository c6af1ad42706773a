import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../lib/thread-priority.ts';
import { identifyCatalogLanguage } from './catalog-language.ts';

/** A thread that identifies the language of each list of names that it receives, and posts the results in their order. */
lowerThreadPriority(10);
parentPort?.on('message', (names: readonly string[]) =>
  parentPort?.postMessage(identifyCatalogLanguage(names)),
);
