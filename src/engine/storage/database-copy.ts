import { Worker } from 'node:worker_threads';
import type { CopyReply, CopyRequest, DatabaseCopy } from './database-copy-worker.ts';

export type { DatabaseCopy } from './database-copy-worker.ts';

/**
 * Copies the state of a database at one moment, on a separate thread, while writes continue.
 * When the promise resolves, the copy is one complete file on disk.
 * @throws Error with the reason, and the system's reason in `errstr`
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
    worker.once('exit', (code) =>
      reject(new Error(`The thread that copies the database exited with code ${code}`)),
    );
  });
}
