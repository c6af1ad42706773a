/** Maps values with up to `concurrency` calls of `work` at once, and yields the results in the order of the values. */
export async function* mapInOrder<T, R>(
  values: Iterable<T>,
  concurrency: number,
  work: (value: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  const start = (value: T): void => {
    const result = work(value);
    // A failure is thrown when its turn comes, or not at all where the reader has stopped.
    result.catch(() => undefined);
    waiting.push(result);
  };
  for (const value of values) {
    start(value);
    if (waiting.length >= concurrency) yield await waiting.shift()!;
  }
  while (waiting.length > 0) yield await waiting.shift()!;
}
