import { Worker } from 'node:worker_threads';
import type { CopyReply, CopyRequest, DatabaseCopy } from './database-copy-worker.ts';

export type { DatabaseCopy } from './database-copy-worker.ts';

/**
 * Copies a database that is in use: as it is at one moment, on a thread of its own, while writes go on. The copy
 * is complete in its one file and on the disk when the promise resolves.
 * @throws Error with the reason, and the system's in `errstr`
 */
export function copyDatabase(request: CopyRequest): Promise<DatabaseCopy> {
  const worker = new Worker(new URL('./database-copy-worker.ts', import.meta.url), {
    name: 'copier',
    workerData: request,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', (reply: CopyReply) => {
      if ('copy' in reply) resolve(reply.copy);
      else reject(Object.assign(new Error(reply.message), { errstr: reply.reason }));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread that copies ended with code ${code}`)));
  });
}
