import { VitrineError } from '../../ports/errors.ts';
import { ReadConnection } from './database.ts';
import type { Part, Writer } from './writer.ts';

/**
 * The database of one project and the order of everything that happens to it.
 *
 * A write is decided at once on the newest state (durable or staged), made durable by the writer together
 * with whatever else waits there, then applied to the live projections in the order of its revision, and
 * only then acknowledged:
 *
 *   decide -> stage -> commit (writer thread, in groups) -> apply (in order) -> acknowledge
 *
 * Where a commit fails, everything decided after it rests on a state that never came to be: it fails too,
 * what was staged is forgotten, and numbering goes on from what is on disk.
 */
export class ProjectDatabase implements AsyncDisposable {
  readonly name: string;
  readonly path: string;
  readonly reads: ReadConnection;
  readonly #writer: Writer;
  readonly #resets: (() => void)[] = [];
  #epoch = 0;
  #nextRevision = 0;
  #applied: Promise<unknown> = Promise.resolve();
  #recovering: Promise<void> | null = null;

  private constructor(name: string, path: string, writer: Writer) {
    this.name = name;
    this.path = path;
    this.#writer = writer;
    this.reads = new ReadConnection(path);
    this.#renumber();
  }

  static async open(name: string, path: string, writer: Writer): Promise<ProjectDatabase> {
    await writer.open(name, path, 'project');
    return new ProjectDatabase(name, path, writer);
  }

  /**
   * Resolves when writes may be decided: at once, except while a failed commit is being cleaned up after.
   * Whoever decides must do so, and call `commit()`, without waiting for anything in between.
   */
  async writable(): Promise<void> {
    while (this.#recovering !== null) await this.#recovering;
  }

  /** The revision of the next write. Every row of the log has its own. */
  takeRevision(): number {
    return this.#nextRevision++;
  }

  /** Calls `forget` whenever staged state is lost. */
  onReset(forget: () => void): void {
    this.#resets.push(forget);
  }

  /**
   * Makes the parts durable, then applies them. Resolves when both are done.
   * @throws VitrineError storage_failed: nothing of this write is on disk.
   */
  commit(parts: readonly Part[], apply: () => void | Promise<void>): Promise<void> {
    const epoch = this.#epoch;
    const durable = this.#writer.transact(this.name, epoch, parts).catch((error: unknown) => {
      this.#reset(epoch);
      throw error;
    });
    const before = this.#applied;
    const applied = durable.then(() => before).then(apply);
    // The next write waits for this one to be applied, not for it to succeed.
    this.#applied = applied.catch(() => undefined);
    return applied;
  }

  /** Resolves when everything that was committed so far is applied. */
  async settled(): Promise<void> {
    await this.#applied;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#applied;
    this.reads[Symbol.dispose]();
    await this.#writer.close(this.name).catch((error: unknown) => {
      if (!(error instanceof VitrineError)) throw error;
    });
  }

  #reset(epoch: number): void {
    if (epoch !== this.#epoch || this.#recovering !== null) return;
    // What is durable already must be applied before the staged state that it came from is forgotten.
    this.#recovering = this.#applied.then(() => {
      this.#epoch++;
      this.#renumber();
      for (const forget of this.#resets) forget();
      this.#recovering = null;
    });
  }

  #renumber(): void {
    this.#nextRevision = this.reads.number('SELECT max(rev) FROM log') + 1;
  }
}
