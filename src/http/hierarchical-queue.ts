/**
 * A queue that serves its clients by what they have used so far, least first, on each level of a path such as key, visitor and
 * connection: start-time fair queueing (Goyal, Vin, Cheng 1996) in a hierarchy. A client that was idle begins where those who wait
 * are: it has no credit of the past.
 */
export class HierarchicalQueue<T> {
  readonly #root = new Share<T>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many wait at the path or below it. */
  sizeOf(path: readonly string[]): number {
    let share: Share<T> | undefined = this.#root;
    for (const name of path) share = share?.children.get(name);
    return share?.waiting ?? 0;
  }

  push(path: readonly string[], value: T): void {
    this.#size++;
    let share = this.#root;
    share.waiting++;
    for (const name of path) {
      share = share.child(name);
      share.waiting++;
    }
    share.values.push(value);
  }

  /** The value that is next, and its path; undefined where there is none. */
  shift(): { readonly path: readonly string[]; readonly value: T } | undefined {
    if (this.#size === 0) return undefined;
    this.#size--;
    const path: string[] = [];
    let share = this.#root;
    share.waiting--;
    while (share.values.length === 0) {
      const [name, next] = share.leastServed();
      path.push(name);
      share = next;
      share.waiting--;
    }
    return { path, value: share.values.shift()! };
  }

  /** Adds what serving a value of the path took, in any unit. */
  charge(path: readonly string[], cost: number): void {
    let share: Share<T> | undefined = this.#root;
    for (const name of path) {
      share = share.children.get(name);
      // Forgotten while nobody waited: there was nobody to be fair to.
      if (share === undefined) return;
      share.used += cost;
    }
  }
}

/** Idle shares kept for their usage, beyond twice the number of busy ones. */
const idleSharesMax = 64;

class Share<T> {
  readonly children = new Map<string, Share<T>>();
  readonly values: T[] = [];
  waiting = 0;
  used = 0;
  /** What the child served last had used before. */
  #clock = 0;

  child(name: string): Share<T> {
    const child = this.children.get(name) ?? new Share<T>();
    if (child.waiting === 0) {
      child.used = Math.max(child.used, this.#clock);
      this.children.set(name, child);
    }
    return child;
  }

  leastServed(): [name: string, child: Share<T>] {
    let best: [string, Share<T>] | null = null;
    let busy = 0;
    for (const entry of this.children) {
      if (entry[1].waiting === 0) continue;
      busy++;
      if (best === null || entry[1].used < best[1].used) best = entry;
    }
    this.#clock = best![1].used;
    if (this.children.size > 2 * busy + idleSharesMax) this.#forgetIdle();
    return best!;
  }

  #forgetIdle(): void {
    for (const [name, child] of this.children)
      if (child.waiting === 0 && child.used <= this.#clock) this.children.delete(name);
  }
}
