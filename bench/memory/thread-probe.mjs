// Preloaded into each thread of the measured service: reports the memory of the thread's heap on a signal.
import { appendFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread, threadName } from 'node:worker_threads';

const reports = process.env['BENCH_THREAD_REPORTS'];
// A channel reaches threads that start later, too.
const channel = new BroadcastChannel('thread-probe');
channel.unref();

function report() {
  const { total_physical_size: heap, used_heap_size: used } = getHeapStatistics();
  const { arrayBuffers } = process.memoryUsage();
  const name = isMainThread ? 'main' : threadName;
  appendFileSync(reports, `${JSON.stringify({ name, heap, used, arrayBuffers })}\n`);
}

channel.addEventListener('message', report);
if (isMainThread)
  process.on('SIGWINCH', () => {
    report();
    channel.postMessage(null);
  });
