import { AssertionError } from 'node:assert/strict';
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
 * @throws Error with the difference after the timeout
 */
export async function untilEqual<Value>(
  read: () => Promise<Value>,
  expected: unknown,
  message?: string,
): Promise<void> {
  let actual: Value;
  const describe = (): string => {
    const { message: difference } = new AssertionError({ actual, expected, operator: 'deepStrictEqual' });
    return message === undefined ? difference : `${message}: ${difference}`;
  };
  await until(describe, async () => isDeepStrictEqual((actual = await read()), expected));
}

/** Polls until the text matches, as {@link untilEqual}. @throws Error with the last text after the timeout */
export async function untilMatch(
  read: () => Promise<string | null>,
  pattern: RegExp,
  message = 'The text does not match',
): Promise<void> {
  let text: string | null = null;
  await until(
    () => `${message}: ${JSON.stringify(text)}, ${pattern}`,
    async () => pattern.test((text = await read()) ?? ''),
  );
}
