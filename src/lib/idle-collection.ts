const idleMs = 2_000;

/**
 * Collects all garbage of a thread once it had no work for two seconds. V8 collects while a thread allocates: without this, an idle
 * thread holds the memory of its last work. Call the returned function after each piece of work. Without `--expose-gc` it does nothing.
 */
export function collectWhenIdle(
  collect: ((options: NodeJS.GCOptions) => void) | undefined = globalThis.gc,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => collect?.({ type: 'major', flavor: 'last-resort' }), idleMs).unref();
  };
}
