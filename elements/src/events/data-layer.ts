type Entry = Readonly<Record<string, unknown>>;

/** Receives each entry once: objects as pushed, and commands of `gtag()` as their arguments. */
type ReadEntry = (entry: Entry) => void;

/**
 * Follows the data layer of Google's tags: what was pushed before, what is pushed later, and what a page puts there by replacing the array.
 */
export class DataLayerReader {
  readonly #name: string;
  readonly #read: ReadEntry;
  readonly #known = new WeakSet<object>();
  #followed: unknown;

  constructor(name: string, read: ReadEntry) {
    this.#name = name;
    this.#read = read;
  }

  /** Reads what is new. Called again at the points where a page may have created its data layer. */
  sweep(): void {
    const layer = (globalThis as Record<string, unknown>)[this.#name];
    if (!Array.isArray(layer)) return;
    for (const entry of layer as unknown[]) this.#take(entry);
    if (this.#followed === layer) return;
    this.#followed = layer;
    this.#follow(layer);
  }

  /** Other tags wrap `push()` in the same way: each calls the one before it. */
  #follow(layer: unknown[]): void {
    const { push } = layer;
    const take = (entry: unknown): void => this.#take(entry);
    layer.push = function (this: unknown[], ...entries: unknown[]): number {
      const length = push.apply(layer, entries);
      for (const entry of entries) take(entry);
      return length;
    };
  }

  #take(entry: unknown): void {
    if (typeof entry !== 'object' || entry === null || this.#known.has(entry)) return;
    this.#known.add(entry);
    try {
      this.#read(entry as Entry);
    } catch {
      // An entry of an unknown form must not stop the page, whose call of `push()` this is.
    }
  }
}
