/** Callbacks that run after each change, such as those of `useSyncExternalStore`. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Returns the end of the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
