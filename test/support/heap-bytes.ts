import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  // The first collection clears weak references, the second frees their targets.
  collect();
  collect();
}

/** Reachable bytes of the V8 heap, after a garbage collection. */
export function heapBytes(): number {
  // The second collection frees weak references of earlier tests.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Bytes of all reachable array buffers, including Node's pool. */
export function arrayBufferBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
