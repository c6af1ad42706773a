/** The oracle of what is done to a list by hand: follows the prose of `query.ts`, one product at a time. Used by tests alone. */
import type { IndexDocument } from '../schema/document.ts';
import { passes, valuesOf } from './naive-conditions.ts';
import type { Pin, IndexQuery } from '../query/query.ts';

/** The sum of the boosts that a document satisfies, at most 7 steps either way. */
export function stepsOf(document: IndexDocument, query: IndexQuery): number {
  const steps = (query.rules?.boosts ?? [])
    .filter(({ filter }) => passes(document, filter))
    .reduce((sum, { by }) => sum + by, 0);
  return Math.max(-7, Math.min(7, steps));
}

interface Reading<T> {
  productOf: (own: T) => string;
  documentOf: (own: T) => IndexDocument;
  groupBy: string;
}

/** The products of a list with the pinned ones at their places; of each, the variants, the one that is shown first. */
export function arranged<T>(
  listed: readonly T[],
  unlisted: readonly T[],
  { pins }: { pins: readonly Pin[] },
  { productOf, documentOf, groupBy }: Reading<T>,
): { products: T[][]; pinOf: (shown: T) => number | undefined } {
  const groups = Map.groupBy(listed, productOf);
  const pinned = new Map<string, { pin: number; shown: T; place: number }>();
  pins.forEach(({ key, product, position }, pin) => {
    const shown = [...listed, ...unlisted].find((own) => {
      const document = documentOf(own);
      if (key !== null) return document.key === key;
      const [first] = groupBy === '' ? [] : valuesOf(document, groupBy);
      return first !== undefined && String(first) === product;
    });
    if (shown === undefined || pinned.has(productOf(shown))) return;
    const taken = [...pinned.values()].map(({ place }) => place);
    let place = position;
    while (taken.includes(place)) place++;
    pinned.set(productOf(shown), { pin, shown, place });
  });
  const others = [...groups].filter(([product]) => !pinned.has(product)).map(([, variants]) => variants);
  const waiting = [...pinned].sort(([, a], [, b]) => a.place - b.place);
  const products: T[][] = [];
  while (others.length + waiting.length > 0) {
    const [product, next] = waiting[0] ?? [];
    if (next !== undefined && (others.length === 0 || next.place <= products.length + 1)) {
      waiting.shift();
      const variants = groups.get(product!) ?? [];
      products.push([next.shown, ...variants.filter((own) => own !== next.shown)]);
    } else products.push(others.shift()!);
  }
  const pinsByShown = new Map([...pinned.values()].map(({ shown, pin }) => [shown, pin]));
  return { products, pinOf: (shown) => pinsByShown.get(shown) };
}
