/**
 * Work that its caller may interrupt. Each step yields its cost, in units of one counted value or document, and the last one
 * returns the result. The data it reads must not change between steps, unless it is a copy.
 */
export type Steps<T> = Generator<number, T, void>;

/** Runs all steps without a pause and returns the result. */
export function finish<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
