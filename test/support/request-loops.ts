import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered; returns the latency of each from its due time. A
 * pause of the server thus counts for all requests during it.
 */
export async function openLoop(
  perSecond: number,
  seconds: number,
  send: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const count = Math.round(perSecond * seconds);
  const started = performance.now();
  const answered: Promise<number>[] = [];
  for (let i = 0; i < count; i++) {
    const due = started + (i * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    answered.push(send(i).then(() => performance.now() - due));
  }
  return Promise.all(answered);
}

/** Sends a number of requests with a fixed concurrency; returns the latency of each. */
export async function closedLoop(
  count: number,
  inFlight: number,
  send: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let sent = 0;
  const sendSome = async (): Promise<void> => {
    for (let i = 0; i < count / inFlight; i++) {
      const started = performance.now();
      await send(sent++);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sendSome));
  return times;
}

/** Count, median, 99th percentile and maximum. */
export function summary(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN).toFixed(1);
  return `${sorted.length}, p50 ${at(0.5)} p99 ${at(0.99)} p99.9 ${at(0.999)} longest ${at(1)} ms`;
}
