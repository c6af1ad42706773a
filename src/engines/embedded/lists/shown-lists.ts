import { dropOldest } from '../../../lib/drop-oldest.ts';

/** Users remembered, and items of each: of both, those longest unseen are forgotten first. */
const usersMax = 20_000;
const itemsMax = 300;
const halfLifeMs = 86_400_000;
/** A count this small changes no order any more. */
const countMin = 0.05;

interface Showing {
  count: number;
  /** When it was counted last; milliseconds since 1970. */
  at: number;
}

/**
 * What was shown to whom and not taken up since, in memory: it is a matter of days, and a restart forgets it. Counts halve
 * in a day.
 */
export class ShownLists {
  readonly #byUser = new Map<string, Map<string, Showing>>();

  note(user: string, items: readonly string[], now: number): void {
    const shown = this.#byUser.get(user) ?? new Map<string, Showing>();
    for (const item of items) {
      const before = shown.get(item);
      shown.delete(item);
      shown.set(item, { count: 1 + (before === undefined ? 0 : countAt(before, now)), at: now });
    }
    dropOldest(shown, itemsMax);
    this.#byUser.delete(user);
    this.#byUser.set(user, shown);
    dropOldest(this.#byUser, usersMax);
  }

  /** What the user did something with was not shown in vain. */
  takenUp(user: string, items: readonly string[]): void {
    const shown = this.#byUser.get(user);
    if (shown !== undefined) for (const item of items) shown.delete(item);
  }

  to(user: string, now: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [item, showing] of this.#byUser.get(user) ?? []) {
      const count = countAt(showing, now);
      if (count >= countMin) counts.set(item, count);
    }
    return counts;
  }

  erase(user: string): void {
    this.#byUser.delete(user);
  }
}

function countAt({ count, at }: Showing, now: number): number {
  return count * 2 ** (-Math.max(0, now - at) / halfLifeMs);
}
