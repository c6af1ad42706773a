import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadTask } from './idle-thread.ts';
import { lowerThreadPriority } from './thread-priority.ts';

/** CPU priority: threads that answer requests have precedence. */
const niceness = 10;

/** The body of a program that `IdleThread` runs: `handle` gets each task, and its result is the reply. */
export function answerTasks(handle: (task: never) => unknown): void {
  if (parentPort === null) throw new Error('Cannot answer tasks outside a worker thread');
  const port = parentPort;
  lowerThreadPriority(niceness);
  port.on('message', ({ id, task }: ThreadTask) =>
    port.postMessage(answerTask(id, () => handle(task as never))),
  );
}

function answerTask(id: number, work: () => unknown): ThreadAnswer {
  try {
    return { id, reply: work() };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
