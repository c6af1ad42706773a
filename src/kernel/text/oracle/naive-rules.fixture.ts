/** The oracle of rules: implements the comments of `query.ts`, one product at a time. For tests only. */
import type { IndexDocument } from '../schema/document.ts';
import { passes, readValues } from './naive-conditions.fixture.ts';
import type { Pin, IndexQuery } from '../query/query.ts';

/** The sum of the satisfied boosts, limited to 7 steps either way. */
export function stepsOf(document: IndexDocument, query: IndexQuery): number {
  const steps = (query.rules?.boosts ?? [])
    .filter(({ filter }) => passes(document, filter))
    .reduce((sum, { by }) => sum + by, 0);
  return Math.max(-7, Math.min(7, steps));
}

interface Accessors<T> {
  productOf: (match: T) => string;
  documentOf: (match: T) => IndexDocument;
  groupBy: string;
  /** Rearranges the unpinned products. `pinned`: by position. */
  arrange: (unpinned: T[][], pinned: ReadonlyMap<number, T[]>) => T[][];
}

/** The products of a list with the pinned ones at their positions. Each product lists its variants, the representative first. */
export function arranged<T>(
  listed: readonly T[],
  unlisted: readonly T[],
  { pins }: { pins: readonly Pin[] },
  { productOf, documentOf, groupBy, arrange }: Accessors<T>,
): { products: T[][]; pinOf: (shown: T) => number | undefined } {
  const groups = Map.groupBy(listed, productOf);
  const shownBy = new Map<number, T>();
  const taken = new Set<string>();
  const show = (pin: number, shown: T | undefined): void => {
    if (shown === undefined || taken.has(productOf(shown))) return;
    taken.add(productOf(shown));
    shownBy.set(pin, shown);
  };
  pins.forEach(({ key, product, filter }, pin) => {
    if (filter !== undefined) return;
    const shown = [...listed, ...unlisted].find((match) => {
      const document = documentOf(match);
      if (key !== null) return document.key === key;
      const [first] = groupBy === '' ? [] : readValues(document, groupBy);
      return first !== undefined && String(first) === product;
    });
    show(pin, shown);
  });
  pins.forEach(({ filter }, pin) => {
    if (filter === undefined) return;
    const free = listed.filter((match) => passes(documentOf(match), filter) && !taken.has(productOf(match)));
    show(pin, free[0]);
  });
  const pinned = new Map<string, { pin: number; shown: T; position: number }>();
  pins.forEach(({ position }, pin) => {
    const shown = shownBy.get(pin);
    if (shown === undefined) return;
    const positions = [...pinned.values()].map((other) => other.position);
    let freePosition = position;
    while (positions.includes(freePosition)) freePosition++;
    pinned.set(productOf(shown), { pin, shown, position: freePosition });
  });
  const unpinned = [...groups].filter(([product]) => !pinned.has(product)).map(([, variants]) => variants);
  const total = unpinned.length + pinned.size;
  const pinAt = new Map<number, { product: string; shown: T }>();
  const waiting = [...pinned].sort(([, a], [, b]) => a.position - b.position);
  waiting.forEach(([product, { shown, position }], i) =>
    pinAt.set(Math.min(position, unpinned.length + i + 1), { product, shown }),
  );
  const others = arrange(unpinned, new Map([...pinAt].map(([position, { shown }]) => [position, [shown]])));
  const products: T[][] = [];
  while (products.length < total) {
    const pin = pinAt.get(products.length + 1);
    if (pin === undefined) {
      products.push(others.shift()!);
      continue;
    }
    const variants = groups.get(pin.product) ?? [];
    products.push([pin.shown, ...variants.filter((match) => match !== pin.shown)]);
  }
  const pinsByShown = new Map([...pinned.values()].map(({ shown, pin }) => [shown, pin]));
  return { products, pinOf: (shown) => pinsByShown.get(shown) };
}
