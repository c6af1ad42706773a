import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** The longest wait of tests: by its settings a cluster takes at most a minute, and the slowest machine less than three. */
export const waitMsMax = 180_000;
/** `everyMs` of a condition that takes the service much CPU time, such as a search by photo. */
export const costlyPollMs = 250;
/** How much longer each wait is than the one before, and at most than the first one. */
const growth = 1.1;
const growthMax = 5;

/**
 * Polls until the condition holds, less often the longer it takes: a condition may be a request.
 * @throws Error with the message, or what it then returns, after the timeout
 */
export async function until(
  message: string | (() => string),
  condition: () => boolean | Promise<boolean>,
  everyMs = 25,
): Promise<void> {
  const giveUpAt = performance.now() + waitMsMax;
  for (let waitMs = everyMs; !(await condition()); waitMs = Math.min(waitMs * growth, everyMs * growthMax)) {
    if (performance.now() > giveUpAt) throw new Error(typeof message === 'string' ? message : message());
    await sleep(waitMs);
  }
}

/**
 * Polls until the value equals the expected one: a page may show the outcome of a step a moment after the sign that a test waited for.
 * @throws AssertionError with the difference after the timeout
 */
export async function untilEqual<Value>(
  read: () => Promise<Value>,
  expected: unknown,
  message?: string,
): Promise<void> {
  const value = await readUntil(read, (one) => isDeepStrictEqual(one, expected));
  assert.deepEqual(value, expected, message);
}

/**
 * Polls until the text matches, as {@link untilEqual}.
 * @throws AssertionError after the timeout
 */
export async function untilMatch(
  read: () => Promise<string | null>,
  pattern: RegExp,
  message?: string,
): Promise<void> {
  const text = await readUntil(read, (one) => one !== null && pattern.test(one));
  assert.match(text ?? '', pattern, message);
}

/** The value that is accepted, or the last one before the timeout. */
async function readUntil<Value>(
  read: () => Promise<Value>,
  accepts: (value: Value) => boolean,
): Promise<Value> {
  const giveUpAt = performance.now() + waitMsMax;
  let value = await read();
  for (; !accepts(value) && performance.now() < giveUpAt; value = await read()) await sleep(50);
  return value;
}
