import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  // What is only weakly reachable is let go by the first collection and freed by the second one.
  collect();
  collect();
}

/** Bytes that are reachable on the heap of V8: all garbage is collected first. */
export function heapBytes(): number {
  // What was held weakly goes with the second: tests that ran before leave some.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Bytes of all array buffers that are reachable, those of Node's pool included. */
export function arrayBufferBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
