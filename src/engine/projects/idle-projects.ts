import type { EmbeddedProject } from './project.ts';

const checkEveryMs = 250;
/** Maximum of unused projects that a check looks at. */
const checkedMax = 50;
/** Maximum of projects that are closed at the same time. */
const closingMax = 4;

interface Options {
  /** Time without a use after which a project is closed, in ms. */
  readonly idleMs: number;
  readonly open: ReadonlyMap<string, EmbeddedProject>;
  /** Whether an unused project may be closed. */
  readonly mayClose: (id: string, project: EmbeddedProject) => boolean;
  /** Never rejects. */
  readonly close: (id: string, project: EmbeddedProject) => Promise<void>;
  /** Returns monotonic milliseconds. */
  readonly now?: () => number;
}

/** Closes open projects that were unused for a while and have no work in progress. */
export class IdleProjects implements Disposable {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #usedAt = new WeakMap<EmbeddedProject, number>();
  /** Requests and background work that use a project now. */
  readonly #holds = new WeakMap<EmbeddedProject, number>();
  readonly #timer: NodeJS.Timeout;
  /** The next projects to check, in rotation. */
  #next: Iterator<[id: string, project: EmbeddedProject]>;
  #closing = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#next = options.open.entries();
    this.#timer = setInterval(() => this.check(), checkEveryMs).unref();
  }

  /** Call for each use. A project that was opened without one is closed at the next check. */
  recordUse(project: EmbeddedProject): void {
    this.#usedAt.set(project, this.#now());
  }

  /** Keeps a project open until the result is disposed. */
  hold(project: EmbeddedProject): Disposable {
    const change = (by: number): void => void this.#holds.set(project, (this.#holds.get(project) ?? 0) + by);
    change(1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) change(-1);
        isHeld = false;
      },
    };
  }

  check(): void {
    const { open, mayClose, close } = this.#options;
    let checked = 0;
    for (
      let visited = 0;
      visited < open.size && checked < checkedMax && this.#closing < closingMax;
      visited++
    ) {
      const next = this.#nextOpen();
      if (next === null) return;
      const [id, project] = next;
      if (this.#isUsed(project)) continue;
      checked++;
      if (!mayClose(id, project)) continue;
      this.#closing++;
      void close(id, project).finally(() => this.#closing--);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #isUsed(project: EmbeddedProject): boolean {
    const usedAt = this.#usedAt.get(project) ?? -Infinity;
    return (this.#holds.get(project) ?? 0) > 0 || usedAt > this.#now() - this.#options.idleMs;
  }

  #nextOpen(): [id: string, project: EmbeddedProject] | null {
    const next = this.#next.next();
    if (next.done !== true) return next.value;
    this.#next = this.#options.open.entries();
    const first = this.#next.next();
    return first.done === true ? null : first.value;
  }
}
