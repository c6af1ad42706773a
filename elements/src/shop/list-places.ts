import type { PlacedList } from './script-settings.ts';
import type { PageKind } from './page-facts.ts';

const reservedPixels = 380;

/**
 * Puts the lists of the settings onto the page. Nothing that is seen moves: a list whose place is on the screen, after the page was painted, waits
 * until it is not, or until the shopper clicks.
 */
export class ListPlaces {
  readonly #lists: readonly PlacedList[];
  readonly #atOnce: boolean;
  #placed: HTMLElement[] = [];
  #ends: AbortController[] = [];

  /** `atOnce`: also where the page moves, as in a preview. */
  constructor(lists: readonly PlacedList[], { atOnce }: { readonly atOnce: boolean }) {
    this.#lists = lists;
    this.#atOnce = atOnce;
  }

  /** Places the lists of a page; those of the page before are removed. */
  place(kind: PageKind): void {
    this.remove();
    for (const list of this.#lists) {
      if (list.pages !== 'all' && list.pages !== kind) continue;
      const anchor = findAnchor(list.selector);
      if (anchor !== null) this.#insertUnseen(list, anchor);
    }
  }

  remove(): void {
    for (const element of this.#placed) element.remove();
    for (const end of this.#ends) end.abort();
    this.#placed = [];
    this.#ends = [];
  }

  #insertUnseen(list: PlacedList, anchor: Element): void {
    if (this.#atOnce || !isPainted() || isOffScreen(findEdge(list, anchor))) {
      this.#insert(list, anchor);
      return;
    }
    const end = new AbortController();
    this.#ends.push(end);
    const insert = (): void => {
      end.abort();
      if (anchor.isConnected) this.#insert(list, anchor);
    };
    const { signal } = end;
    const onScroll = (): void => {
      if (isOffScreen(findEdge(list, anchor))) insert();
    };
    addEventListener('scroll', onScroll, { passive: true, signal });
    // What moves after a click of the shopper's own does not surprise.
    addEventListener('click', () => setTimeout(insert), { signal });
    document.addEventListener('visibilitychange', insert, { signal });
  }

  #insert({ placement, position, title }: PlacedList, anchor: Element): void {
    const element = document.createElement('vitrine-list');
    element.setAttribute('placement', placement);
    if (title !== '') element.setAttribute('heading', title);
    element.style.setProperty('--vitrine-reserved', `${reservedPixels}px`);
    if (position === 'before') anchor.before(element);
    else if (position === 'after') anchor.after(element);
    else if (position === 'start') anchor.prepend(element);
    else anchor.append(element);
    this.#placed.push(element);
  }
}

function findAnchor(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    // The setting is no selector.
    return null;
  }
}

/** How far below the top of the screen the list would stand, in pixels. */
function findEdge({ position }: PlacedList, anchor: Element): number {
  const { top, bottom } = anchor.getBoundingClientRect();
  return position === 'before' || position === 'start' ? top : bottom;
}

/** What is above the screen moves what is seen, unless the browser anchors the scroll position: then it does not. */
function isOffScreen(edge: number): boolean {
  return edge >= innerHeight || (edge < 0 && CSS.supports('overflow-anchor', 'auto'));
}

function isPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0;
}
