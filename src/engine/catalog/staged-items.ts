import type { AppliedChange, NumberedItem } from '../storage/applied-change.ts';

/**
 * Changes of items that are accepted and not applied yet. Deciding looks at the newest of them; reading looks at
 * what was there before the oldest, because the database may be ahead of what searches and lists know.
 */
export class StagedItems {
  /** The newest change by the shop's id. */
  readonly #newest = new Map<string, AppliedChange>();
  /** The shop's id by ours. */
  readonly #ids = new Map<string, string>();
  /** By number: the applied state, and how many changes wait to follow it. */
  readonly #applied = new Map<number, { item: NumberedItem | null; waiting: number }>();

  add(change: AppliedChange): void {
    const item = identityOf(change);
    this.#newest.set(item.id, change);
    this.#ids.set(item._id, item.id);
    const known = this.#applied.get(change.no);
    if (known === undefined) this.#applied.set(change.no, { item: change.before, waiting: 1 });
    else known.waiting++;
  }

  /** The staged state under the shop's id: null where it will be gone, undefined where nothing is staged. */
  byId(id: string): NumberedItem | null | undefined {
    return this.#newest.get(id)?.after;
  }

  /** The same by our id. An item that was deleted stays gone when another one comes under its id. */
  byServiceId(serviceId: string): NumberedItem | null | undefined {
    const id = this.#ids.get(serviceId);
    const change = id === undefined ? undefined : this.#newest.get(id);
    if (change === undefined) return undefined;
    return change.after?._id === serviceId ? change.after : null;
  }

  /** The applied state of a number with changes on their way; undefined where there are none. */
  applied(no: number): NumberedItem | null | undefined {
    return this.#applied.get(no)?.item;
  }

  /** Ends the waiting of a change, the oldest of its item. */
  settle(change: AppliedChange): void {
    const { id, _id } = identityOf(change);
    if (this.#newest.get(id) === change) this.#newest.delete(id);
    const known = this.#applied.get(change.no);
    if (known === undefined) return;
    known.item = change.after;
    known.waiting--;
    if (known.waiting > 0) return;
    this.#applied.delete(change.no);
    this.#ids.delete(_id);
  }

  clear(): void {
    this.#newest.clear();
    this.#ids.clear();
    this.#applied.clear();
  }
}

function identityOf(change: AppliedChange): NumberedItem {
  const item = change.after ?? change.before;
  if (item === null) throw new Error('Cannot stage a change of nothing into nothing');
  return item;
}
