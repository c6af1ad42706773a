import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { receiveThreadOptions, serveRequests } from '../../src/threads/serving-thread.ts';

/** The channel on which a test names the thread that fails, and how. */
export const faults = 'vitrine-test-faults';

export interface Fault {
  readonly thread: number;
  readonly kind: 'throw' | 'pause' | 'fill-heap';
}

/** Two megabytes. */
const leakLength = 250_000;
/** Keeps what it allocates. */
const kept: number[][] = [];

/** A serving thread that fails when a test says so. */
function fail(kind: Fault['kind']): void {
  if (kind === 'throw') throw new Error('A test made this thread fail');
  if (kind === 'fill-heap') setInterval(() => kept.push(Array<number>(leakLength).fill(kept.length / 3)), 10);
  else for (;;);
}

if (!isMainThread) {
  const options = await receiveThreadOptions();
  const channel = new BroadcastChannel(faults);
  channel.addEventListener('message', (event) => {
    const fault = ('data' in event ? event.data : null) as Fault | null;
    if (fault?.thread === options.thread) setImmediate(() => fail(fault.kind));
  });
  channel.unref();
  await serveRequests(options);
}
