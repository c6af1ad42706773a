import type { Collection, Pin } from '@vitrine/sdk';
import { moved } from '../../app/moved.ts';

/** The members of a collection that arrange its page. */
export interface Arrangement {
  readonly items: readonly string[];
  readonly pin: readonly Pin[];
  readonly exclude: readonly string[];
}

/** A card of a previewed page. */
export interface PageCard {
  readonly id: string;
  /** The id of its product; null: it has none. */
  readonly product: string | null;
  /** Variants of the product that match. */
  readonly variants: number;
  /** Whether a rule pins it; a collection cannot move it. */
  readonly byRule: boolean;
  /** Whether its collection places it. */
  readonly byCollection: boolean;
}

/** How a card got its position. */
export type Placing =
  | { readonly kind: 'rule' | 'other' }
  | { readonly kind: 'pinned'; readonly pin: Pin }
  | { readonly kind: 'chosen'; readonly item: string };

/** A card is named by its own id or by that of its product. */
const isNamed = ({ id, product }: PageCard, name: string | undefined): boolean =>
  name !== undefined && (name === id || name === product);

/** `position`: of the card, from 1. */
export function placingOf({ items, pin }: Arrangement, card: PageCard, position: number): Placing {
  if (card.byRule) return { kind: 'rule' };
  const own = pin.find(({ id }) => isNamed(card, id));
  if (own !== undefined) return { kind: 'pinned', pin: own };
  const item = items.find((id) => isNamed(card, id));
  if (item !== undefined) return { kind: 'chosen', item };
  const slot = pin.find((one) => one.filter !== undefined && one.position === position);
  return card.byCollection && slot !== undefined ? { kind: 'pinned', pin: slot } : { kind: 'other' };
}

/** Where a card from `from` goes if it is dropped at `to`: not onto the card of a rule, which keeps its position. */
export function freePosition(page: readonly PageCard[], from: number, to: number): number {
  const step = to < from ? -1 : 1;
  const isFree = (at: number): boolean => page[at - 1]?.byRule === false;
  let at = to;
  while (at >= 1 && at <= page.length && !isFree(at)) at += step;
  if (isFree(at)) return at;
  for (at = to; at !== from && !isFree(at);) at -= step;
  return at;
}

/**
 * The arrangement after the card at position `from` was dropped at `to`, where it then stands. A chosen item dropped on
 * another chosen one moves in `items`. Any other card is pinned. Pins keep their positions, except those in a row from `to`
 * towards `from`: they make room, each by one position.
 */
export function afterMove(
  old: Arrangement,
  page: readonly PageCard[],
  from: number,
  to: number,
): Arrangement {
  const target = freePosition(page, from, to);
  const card = page[from - 1];
  if (card === undefined || card.byRule || target === from) return old;
  const placing = placingOf(old, card, from);
  const there = placingOf(old, page[target - 1]!, target);
  if (placing.kind === 'chosen' && there.kind === 'chosen')
    return { ...old, items: movedItem(old.items, placing.item, there.item) };
  const own = placing.kind === 'pinned' ? placing.pin : { id: nameOf(placing, card), position: target };
  return { ...old, pin: withPinAt(own, old, page, from, target) };
}

/** Pins a card at its position, or removes its pin. */
export function withPinToggled(old: Arrangement, page: readonly PageCard[], position: number): Arrangement {
  const card = page[position - 1];
  if (card === undefined || card.byRule) return old;
  const placing = placingOf(old, card, position);
  if (placing.kind === 'pinned') return { ...old, pin: old.pin.filter((pin) => pin !== placing.pin) };
  const own = { id: nameOf(placing, card), position };
  return { ...old, pin: withPinAt(own, old, page, position, position) };
}

/** The product or item that leaves the page with a card: a product with all its variants, or the page would list the next one. */
export function leaving({ id, product, variants }: PageCard): {
  readonly isProduct: boolean;
  readonly id: string;
} {
  const isProduct = variants > 1 && product !== null;
  return { isProduct, id: isProduct ? product : id };
}

export function isChosen({ items }: Pick<Arrangement, 'items'>, card: PageCard): boolean {
  return items.some((id) => isNamed(card, id));
}

/** Without a card. It is excluded if the filter of the collection matches it, which would list it again. */
export function without(old: Arrangement, card: PageCard, isMatched: boolean): Arrangement {
  const isExcluded = isMatched || !isChosen(old, card);
  return {
    items: old.items.filter((id) => !isNamed(card, id)),
    pin: old.pin.filter(({ id }) => !isNamed(card, id)),
    exclude: isExcluded ? [...new Set([...old.exclude, leaving(card).id])] : old.exclude,
  };
}

/** With an item chosen last, which may have been excluded. */
export function withItem(old: Arrangement, item: string): Arrangement {
  if (old.items.includes(item)) return old;
  return { ...old, items: [...old.items, item], exclude: old.exclude.filter((id) => id !== item) };
}

/** With an item excluded, so that it is neither chosen nor pinned. */
export function withExcluded(old: Arrangement, exclude: readonly string[]): Arrangement {
  return {
    items: old.items.filter((id) => !exclude.includes(id)),
    pin: old.pin.filter(({ id }) => id === undefined || !exclude.includes(id)),
    exclude,
  };
}

/**
 * The cards of a page in another arrangement, until the service has previewed it: pins, then chosen items at the first free
 * positions, then the others in their old order. Items that the page did not list are not in it.
 */
export function arranged<T extends PageCard>(
  { page, before }: { readonly page: readonly T[]; readonly before: Arrangement },
  after: Arrangement,
): readonly T[] {
  const cards = page.map((card, i) => ({ card, placing: placingOf(before, card, i + 1), position: i + 1 }));
  const isNew = (name: string): boolean => !before.exclude.includes(name) && after.exclude.includes(name);
  const left = cards.filter(
    ({ card: { id, product } }) => !isNew(id) && !(product !== null && isNew(product)),
  );
  const places: (T | undefined)[] = [];
  const placed = new Set<T>();
  const put = (card: T | undefined, position: number): void => {
    if (card === undefined || placed.has(card)) return;
    let at = position;
    while (places[at - 1] !== undefined) at++;
    places[at - 1] = card;
    placed.add(card);
  };
  for (const { card, position } of left) if (card.byRule) put(card, position);
  for (const { id, filter, position } of after.pin) {
    const own = left.find(({ card, placing }) =>
      id === undefined
        ? placing.kind === 'pinned' && placing.pin.filter === filter
        : !card.byRule && isNamed(card, id),
    );
    put(own?.card, position);
  }
  for (const item of after.items) put(left.find(({ card }) => isNamed(card, item))?.card, 1);
  for (const { card } of left) put(card, 1);
  // Pins beyond the end move up to it.
  return places.filter((card) => card !== undefined);
}

/** What a collection says about its page; absent lists are empty. */
export function arrangementOf({ items = [], pin = [], exclude = [] }: Partial<Collection>): Arrangement {
  return { items, pin, exclude };
}

function nameOf(placing: Placing, { id }: PageCard): string {
  return placing.kind === 'chosen' ? placing.item : id;
}

function movedItem(items: readonly string[], item: string, target: string): readonly string[] {
  return moved(items, items.indexOf(item), items.indexOf(target));
}

/** The pins with `own` at `target`; those in a row from there towards `from` make room. */
function withPinAt(
  own: Pin,
  old: Arrangement,
  page: readonly PageCard[],
  from: number,
  target: number,
): readonly Pin[] {
  const visible = new Map<number, Pin>();
  page.forEach((card, i) => {
    const placing = placingOf(old, card, i + 1);
    if (placing.kind === 'pinned' && placing.pin !== own) visible.set(i + 1, placing.pin);
  });
  const positions = new Map<Pin, number>();
  const step = target < from ? 1 : -1;
  let carried = own;
  for (let at = target; ;) {
    const displaced = visible.get(at);
    positions.set(carried, at);
    if (displaced === undefined) break;
    carried = displaced;
    do at += step;
    while (page[at - 1]?.byRule === true);
  }
  const last = Math.max(...positions.values());
  for (const [position, pin] of visible) {
    // Another pin or a rule moved it: it keeps the position that it has. Pins beyond the end of the page stay there, last.
    const isLast = pin.position > page.length && position > last;
    if (!isLast && !positions.has(pin)) positions.set(pin, position);
  }
  const all = old.pin.includes(own) ? old.pin : [...old.pin, own];
  const placed = new Set([...visible.values(), own]);
  const taken = new Set([...placed].map((pin) => positions.get(pin) ?? pin.position));
  return all.map((pin) => {
    let position = positions.get(pin) ?? pin.position;
    // A pin that is not on the page, such as that of an inactive item: positions are distinct.
    if (!placed.has(pin)) while (taken.has(position)) position++;
    taken.add(position);
    return position === pin.position ? pin : { ...pin, position };
  });
}
