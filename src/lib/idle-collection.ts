import { getHeapStatistics } from 'node:v8';
import { createLoopMeter } from './loop-utilization.ts';

type Collect = (options: NodeJS.GCOptions) => void;

const idleMs = 2_000;
/** The event loop is quiet if it was used for at most this share of the last two seconds: by ten searches, for instance. */
const quietUtilizationMax = 0.01;
/** Growth of the heap with its array buffers since the last collection that is worth another one, by default. */
const growthBytesDefault = 32 * 1024 * 1024;
/**
 * A collection stops the thread for 1 to 2 ms per megabyte. It waits until the event loop was quiet for two seconds per this many
 * bytes of the heap: a request then rarely meets it.
 */
const heapBytesPerQuiet = 48 * 1024 * 1024;
const lastResort = { type: 'major', flavor: 'last-resort' } as const;

/**
 * Collects all garbage of a thread once it had no work for two seconds, or `afterMs`. V8 collects while a thread allocates: without this, an
 * idle thread holds the memory of its last work. Call the returned function after each piece of work. Without `--expose-gc` it only calls
 * `release`, which may free other memory.
 */
export function collectWhenIdle({
  collect = globalThis.gc,
  release = () => undefined,
  afterMs = idleMs,
  onCollected = () => undefined,
}: {
  collect?: Collect | undefined;
  release?: () => void;
  afterMs?: number;
  /** Called after each collection. */
  onCollected?: () => void;
} = {}): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      release();
      if (collect === undefined) return;
      collect(lastResort);
      onCollected();
    }, afterMs).unref();
  };
}

/**
 * Collects the garbage of a thread that answers requests, once its event loop is quiet and its memory has grown since the last
 * collection. Without `--expose-gc` it does nothing.
 */
export function collectWhenQuiet({
  collect = globalThis.gc,
  heapBytes = () => getHeapStatistics().total_heap_size,
  externalBytes = () => getHeapStatistics().external_memory,
  droppedBytes = () => 0,
  utilization = createLoopMeter(),
  growthBytesMin = growthBytesDefault,
  onCollected = () => undefined,
}: {
  collect?: Collect | undefined;
  heapBytes?: () => number;
  /** Counts mostly array buffers: bodies of requests and encoded writes are garbage outside the heap. */
  externalBytes?: () => number;
  /** All shared memory that the thread has dropped so far, which V8 does not count. */
  droppedBytes?: () => number;
  /** The share of the time since its last call in which the event loop was used. */
  utilization?: () => number;
  /** Less for a thread with a small heap, of which there may be many. */
  growthBytesMin?: number;
  /** Called after each collection. */
  onCollected?: () => void;
} = {}): void {
  let collectedBytes = 0;
  let collectedDrops = 0;
  let quietIntervals = 0;
  setInterval(() => {
    quietIntervals = utilization() > quietUtilizationMax ? 0 : quietIntervals + 1;
    const bytes = heapBytes();
    const garbage = bytes + externalBytes() - collectedBytes + droppedBytes() - collectedDrops;
    if (garbage >= growthBytesMin && bytes <= quietIntervals * heapBytesPerQuiet) {
      collect?.(lastResort);
      collectedBytes = heapBytes() + externalBytes();
      collectedDrops = droppedBytes();
      onCollected();
    }
  }, idleMs).unref();
}
