import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ReadConnection } from './database.ts';
import { openFacts, writeFacts, type RecommenderWork } from './recommender-files.ts';

/** Makes the facts of a project from what was kept and the log since, and writes them: beside the thread that serves. */
// Of this thread alone: requests come first.
setPriority(constants.priority.PRIORITY_LOW);
const { database, kept, made, weights } = workerData as RecommenderWork;
using reads = new ReadConnection(database, false);
const revision = reads.number('SELECT max(rev) FROM log');
const { facts } = openFacts(reads, kept, weights, revision);
parentPort?.postMessage(writeFacts(reads, made, facts, revision));
