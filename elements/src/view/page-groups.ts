/** Lists of the page in their order: none shows what one above shows. */
class GroupLists {
  readonly #lists = new Map<
    HTMLElement,
    { readonly shown: Promise<readonly string[]>; readonly show: (ids: readonly string[]) => void }
  >();

  add(element: HTMLElement): void {
    let show = (_ids: readonly string[]): void => undefined;
    const shown = new Promise<readonly string[]>((resolve) => (show = resolve));
    this.#lists.set(element, { shown, show });
  }

  show(element: HTMLElement, ids: readonly string[]): void {
    this.#lists.get(element)?.show(ids);
  }

  remove(element: HTMLElement): void {
    this.show(element, []);
    this.#lists.delete(element);
  }

  /** Ids of the lists above, once they have loaded. */
  async readShown(element: HTMLElement): Promise<string[]> {
    const above = [...this.#lists].filter(
      ([other]) => (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    const ids = await Promise.all(above.map(([, { shown }]) => shown));
    return ids.flat();
  }
}

export const groupLists = new GroupLists();
