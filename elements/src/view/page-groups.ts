interface ShownList {
  /** The group of its placement; null: none. */
  readonly group: string | null;
  readonly ids: readonly string[];
}

interface PageList {
  readonly shown: Promise<ShownList>;
  readonly show: (shown: ShownList) => void;
}

const nothing: ShownList = { group: null, ids: [] };

/** Lists of the page: of a group of placements, none shows what one above shows. */
class GroupLists {
  readonly #lists = new Map<HTMLElement, PageList>();

  add(element: HTMLElement): void {
    let show = (_shown: ShownList): void => undefined;
    const shown = new Promise<ShownList>((resolve) => (show = resolve));
    this.#lists.set(element, { shown, show });
  }

  show(element: HTMLElement, shown: ShownList): void {
    this.#lists.get(element)?.show(shown);
  }

  remove(element: HTMLElement): void {
    this.show(element, nothing);
    this.#lists.delete(element);
  }

  /** Ids of the lists of a group above, once they have loaded. */
  async readShown(element: HTMLElement, group: string): Promise<string[]> {
    const above = [...this.#lists].filter(
      ([other]) => (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    const lists = await Promise.all(above.map(([, { shown }]) => shown));
    return lists.filter((list) => list.group === group).flatMap(({ ids }) => ids);
  }
}

export const groupLists = new GroupLists();
