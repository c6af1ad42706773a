import type { AppliedChange, NumberedItem } from '../log/applied-change.ts';

/**
 * Changes of items that are accepted but not applied yet. Decisions use the newest of them. Reads use the state
 * before the oldest, because the database may be ahead of the projections.
 */
export class StagedItems {
  /** The newest change by the shop's id. */
  readonly #newest = new Map<string, AppliedChange>();
  /** The shop's id by the service's id. */
  readonly #ids = new Map<string, string>();
  /** The states before the pending changes of each item, by its number, the oldest first. The first one is the applied state. */
  readonly #before = new Map<number, (NumberedItem | null)[]>();

  add(change: AppliedChange): void {
    const item = identifyItem(change);
    this.#newest.set(item.id, change);
    this.#ids.set(item._id, item.id);
    const states = this.#before.get(change.no);
    if (states === undefined) this.#before.set(change.no, [change.before]);
    else states.push(change.before);
  }

  /** The staged state under the shop's id: null if a deletion is pending, undefined if nothing is staged. */
  findById(id: string): NumberedItem | null | undefined {
    return this.#newest.get(id)?.after;
  }

  /** The staged state under the service's id. A deleted item stays deleted when a new one takes its shop id. */
  findByServiceId(serviceId: string): NumberedItem | null | undefined {
    const id = this.#ids.get(serviceId);
    const change = id === undefined ? undefined : this.#newest.get(id);
    if (change === undefined) return undefined;
    return change.after?._id === serviceId ? change.after : null;
  }

  /** The states before the pending changes of each item, by its number, the oldest first. */
  get pending(): ReadonlyMap<number, readonly (NumberedItem | null)[]> {
    return this.#before;
  }

  /** The applied state of a number with pending changes; undefined without any. */
  findApplied(itemNumber: number): NumberedItem | null | undefined {
    return this.#before.get(itemNumber)?.[0];
  }

  /** Removes a change after it was applied; it must be the oldest of its item. */
  remove(change: AppliedChange): void {
    const { id, _id } = identifyItem(change);
    if (this.#newest.get(id) === change) this.#newest.delete(id);
    const states = this.#before.get(change.no);
    if (states === undefined) return;
    // The state before the next change is the one after this change.
    states.shift();
    if (states.length > 0) return;
    this.#before.delete(change.no);
    this.#ids.delete(_id);
  }

  clear(): void {
    this.#newest.clear();
    this.#ids.clear();
    this.#before.clear();
  }
}

function identifyItem(change: AppliedChange): NumberedItem {
  const item = change.after ?? change.before;
  if (item === null) throw new Error('Cannot stage a change without an old or a new item');
  return item;
}
