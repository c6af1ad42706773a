import { Listeners } from './listeners.ts';

/** A list that is on the page. */
interface PageList {
  /** Undefined: not known yet, as of a placement before its first reply. Null: none. */
  group: string | null | undefined;
  /** Ids of its items; null while its first request runs. */
  ids: readonly string[] | null;
}

/** What other lists of its group show, before a list in the order in which they came to the page. */
export type OtherItems = { readonly isReady: false } | { readonly isReady: true; readonly ids: string[] };

/** The lists that are on the page, so that lists of a group show no item twice: each leaves out what those before it show. */
export class PageLists {
  /** In the order in which they came to the page. */
  readonly #lists: PageList[] = [];
  /** The groups of placements, as their replies say. */
  readonly #groups = new Map<string, string | null>();
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.subscribe;

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

  /** `list`: null before it is on the page. */
  itemsBefore(list: PageList | null, group: string | null | undefined): OtherItems {
    if (group === null || group === undefined) return { isReady: true, ids: [] };
    if (list === null) return { isReady: false };
    const before = this.#lists.slice(0, this.#lists.indexOf(list)).filter((one) => one.group === group);
    const ids = before.flatMap((one) => one.ids ?? []);
    return before.some((one) => one.ids === null) ? { isReady: false } : { isReady: true, ids };
  }
}
