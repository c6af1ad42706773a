import { ReadConnection } from '../storage/database.ts';

/**
 * Reads of a project's database. The rows of a write are stored before it is applied to the projections: until the pin of the write
 * is released, reads see the state before it.
 */
export class PinnedReads {
  readonly #live: ReadConnection;
  readonly #path: string;
  #pinned: ReadConnection | null = null;
  #pins = new Set<symbol>();

  constructor(live: ReadConnection, path: string) {
    this.#live = live;
    this.#path = path;
  }

  get current(): ReadConnection {
    return this.#pinned ?? this.#live;
  }

  /**
   * Pins the stored state, until the returned function is called. All stored writes must be applied, except those that are pinned.
   * SQLite cannot checkpoint its log in the meantime.
   */
  pin(): () => void {
    const pin = Symbol('pin');
    if (this.#pinned === null) {
      this.#pinned = new ReadConnection(this.#path);
      this.#pinned.prepare('BEGIN').run();
      // A transaction sees the state of its first read.
      this.#pinned.number('SELECT count(*) FROM items WHERE no < 0');
    }
    this.#pins.add(pin);
    return () => {
      this.#pins.delete(pin);
      if (this.#pins.size === 0) this.release();
    };
  }

  /** Ends all pins. */
  release(): void {
    this.#pins.clear();
    this.#pinned?.close(null);
    this.#pinned = null;
  }
}
