/**
 * Work that its caller may interrupt: it yields how much a step was, in units of a value or a document that is looked at, and
 * returns its result. What it rests on must stand still, or be its own, from one step to the next.
 */
export type Steps<T> = Generator<number, T, void>;

/** The result of all steps, without a pause. */
export function finish<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
