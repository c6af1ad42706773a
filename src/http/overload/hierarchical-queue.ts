/**
 * A queue that serves the client with the least usage first, on each level of a path such as key, visitor and connection:
 * hierarchical start-time fair queueing (Goyal, Vin, Cheng 1996). An idle client resumes at the current virtual time: idle
 * time earns no credit.
 */
export class HierarchicalQueue<T> {
  readonly #root = new Share<T>();

  get size(): number {
    return this.#root.waiting;
  }

  /** Tracked clients on all levels: waiting ones and some idle ones. */
  get shareCount(): number {
    return this.#root.count() - 1;
  }

  /** Number of values that wait at or below the path. */
  getSize(path: readonly string[]): number {
    let share: Share<T> | undefined = this.#root;
    for (const name of path) share = share?.children.get(name);
    return share?.waiting ?? 0;
  }

  push(path: readonly string[], value: T): void {
    let share = this.#root;
    share.waiting++;
    for (const name of path) share = share.enter(name);
    share.values.push(value);
  }

  /** Removes the next value with its path; undefined if empty. */
  shift(): { readonly path: readonly string[]; readonly value: T } | undefined {
    if (this.size === 0) return undefined;
    const path: string[] = [];
    let share = this.#root;
    share.waiting--;
    while (share.values.length === 0) {
      const [name, next] = share.takeNext();
      path.push(name);
      share = next;
    }
    return { path, value: share.values.shift()! };
  }

  /** Charges the cost of a served value to its path, in any unit. */
  charge(path: readonly string[], cost: number): void {
    let share: Share<T> | undefined = this.#root;
    for (const name of path) {
      share = share.charge(name, cost);
      // Evicted after a long idle time.
      if (share === undefined) return;
    }
  }
}

/** Idle clients kept for their usage, beyond the number of busy ones. */
const idleSharesMax = 64;

class Share<T> {
  readonly children = new Map<string, Share<T>>();
  readonly values: T[] = [];
  waiting = 0;
  #used = 0;
  /** Children with waiting values. */
  #busy = 0;
  /** Virtual time: where an idle child resumes. */
  #clock = 0;

  /** Number of shares in the subtree. */
  count(): number {
    let count = 1;
    for (const child of this.children.values()) count += child.count();
    return count;
  }

  /** Registers a value that will wait below the child. */
  enter(name: string): Share<T> {
    const child = this.children.get(name) ?? new Share<T>();
    if (child.waiting === 0) {
      this.#busy++;
      child.#used = Math.max(child.#used, this.#clock);
      this.#moveToEnd(name, child);
      if (this.children.size > 2 * this.#busy + idleSharesMax) this.#forgetIdle();
    }
    child.waiting++;
    return child;
  }

  /** Takes a value from the child with the least usage. */
  takeNext(): [name: string, child: Share<T>] {
    let best: [string, Share<T>] | null = null;
    for (const entry of this.children)
      if (entry[1].waiting > 0 && (best === null || entry[1].#used < best[1].#used)) best = entry;
    const [name, child] = best!;
    this.#clock = Math.max(this.#clock, child.#used);
    child.waiting--;
    if (child.waiting === 0) {
      this.#busy--;
      this.#moveToEnd(name, child);
    }
    return best!;
  }

  charge(name: string, cost: number): Share<T> | undefined {
    const child = this.children.get(name);
    if (child === undefined) return undefined;
    child.#used += cost;
    // Half of a fair share: a new child is served first, but an endless series of new ones cannot starve the others.
    this.#clock += cost / Math.max(1, this.#busy) / 2;
    return child;
  }

  /** Among equal children the first is served; the least recently active one is evicted first. */
  #moveToEnd(name: string, child: Share<T>): void {
    this.children.delete(name);
    this.children.set(name, child);
  }

  #forgetIdle(): void {
    let dropsLeft = idleSharesMax / 2;
    for (const [name, child] of this.children) {
      if (child.waiting > 0) continue;
      this.children.delete(name);
      if (--dropsLeft === 0) return;
    }
  }
}
