import { Listeners } from './listeners.ts';

/** A list that is on the page. */
export interface PageList {
  /** Undefined: not known yet, as of a placement before its first reply. Null: none. */
  group: string | null | undefined;
  /** Ids of its items; null while its first request runs. */
  ids: readonly string[] | null;
}

/** The lists that are on the page, so that lists of a group show no item twice: each leaves out what those before it show. */
export class PageLists {
  /** In the order in which they came to the page. */
  readonly #lists: PageList[] = [];
  /** The groups of placements, as their replies say. */
  readonly #groups = new Map<string, string | null>();
  readonly #listeners = new Listeners();

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe;

  /** Adds a list at the end of the page. Returns it, and a function that removes it. */
  add(): { readonly list: PageList; readonly remove: () => void } {
    const list: PageList = { group: undefined, ids: null };
    this.#lists.push(list);
    const remove = (): void => {
      this.#lists.splice(this.#lists.indexOf(list), 1);
      this.#listeners.notify();
    };
    return { list, remove };
  }

  change(list: PageList, { group, ids }: PageList): void {
    if (list.group === group && list.ids?.join('\n') === ids?.join('\n')) return;
    Object.assign(list, { group, ids });
    this.#listeners.notify();
  }

  learnGroup(placement: string, group: string | null): void {
    if (this.#groups.get(placement) === group) return;
    this.#groups.set(placement, group);
    this.#listeners.notify();
  }

  /** Undefined: not known yet. */
  groupOf(placement: string): string | null | undefined {
    return this.#groups.get(placement);
  }

  /** Ids of the items that lists of the group show before this one; null while these load. `list`: null before it is on the page. */
  itemsBefore(list: PageList | null, group: string | null | undefined): string[] | null {
    if (group === null || group === undefined) return [];
    if (list === null) return null;
    const before = this.#lists.slice(0, this.#lists.indexOf(list)).filter((one) => one.group === group);
    return before.some(({ ids }) => ids === null) ? null : before.flatMap(({ ids }) => ids ?? []);
  }
}
