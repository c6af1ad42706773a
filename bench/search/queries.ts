import { productAt, type Product } from './products.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { oneOf } from './random.ts';

export type QueryKind = 'plain' | 'prefix' | 'typo';

export type FilterClause =
  | { readonly field: 'brand' | 'category' | 'color'; readonly value: string }
  | { readonly field: 'price'; readonly min: number; readonly max: number };

/** What a shopper typed, and what for. */
export interface BenchQuery {
  readonly text: string;
  readonly kind: QueryKind;
  /** Words of one product's name, in lower case; of a word half typed, the half. */
  readonly intended: readonly string[];
  /** All must hold. A category also holds for what lies below it. */
  readonly filter: readonly FilterClause[];
  /** Whether the fields of `facetFields` are counted and the prices summed up. */
  readonly facets: boolean;
}

export const facetFields = ['brand', 'category', 'color', 'size', 'price'] as const;

const seed = 4_1121;
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** The words of a text, as the intended ones are looked for in it. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** One to four words of a name, in its order. */
function chooseWords(product: Product, next: () => number): string[] {
  const words = [...new Set(wordsOf(product.name))];
  const share = next();
  const count = share < 0.2 ? 1 : share < 0.55 ? 2 : share < 0.85 ? 3 : 4;
  while (words.length > count) words.splice(Math.floor(next() * words.length), 1);
  return words;
}

/** A letter too many, another one, one missing or two swapped; the first letter stays. */
function mistyped(word: string, next: () => number): string {
  const at = 1 + Math.floor(next() * (word.length - 2));
  const letter = oneOf(letters, next);
  const kind = Math.floor(next() * 4);
  if (kind === 0) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 1) return word.slice(0, at) + letter + word.slice(at + 1);
  if (kind === 2) return word.slice(0, at) + word.slice(at + 1);
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
}

function filterOf(product: Product, next: () => number): FilterClause[] {
  const share = next();
  const price = { field: 'price', min: product.price * 0.6, max: product.price * 1.6 } as const;
  const aisle = product.category.split(' > ').slice(0, 2).join(' > ');
  if (share < 0.25) return [{ field: 'brand', value: product.brand }];
  if (share < 0.6) return [{ field: 'category', value: aisle }];
  if (share < 0.85) return [price];
  return [{ field: 'color', value: product.color }, price];
}

const mistypable = /^[a-z]{5,}$/;

function typed(words: readonly string[], kind: QueryKind, next: () => number): string[] | null {
  if (kind === 'plain') return [...words];
  if (kind === 'prefix') {
    const last = words.at(-1)!;
    return mistypable.test(last) ? [...words.slice(0, -1), last.slice(0, Math.ceil(last.length / 2))] : null;
  }
  const candidates = words.filter((word) => mistypable.test(word));
  if (candidates.length === 0) return null;
  const chosen = oneOf(candidates, next);
  const wrong = mistyped(chosen, next);
  return wrong === chosen ? null : words.map((word) => (word === chosen ? wrong : word));
}

/**
 * Queries for the catalog of the first `productCount` products: a fifth with a typo, a fifth with half a last word, a
 * third with a filter, two fifths with facets. Each has an answer: it was made from a product that passes its filter.
 */
export function benchQueries(count: number, productCount: number): BenchQuery[] {
  const next = seededRandom(seed);
  const queries: BenchQuery[] = [];
  while (queries.length < count) {
    const product = productAt(Math.floor(next() * productCount));
    const share = next();
    const kind = share < 0.2 ? 'typo' : share < 0.4 ? 'prefix' : 'plain';
    const words = chooseWords(product, next);
    const text = typed(words, kind, next);
    if (text === null) continue;
    queries.push({
      text: text.join(' '),
      kind,
      intended: kind === 'prefix' ? text : words,
      filter: next() < 1 / 3 ? filterOf(product, next) : [],
      facets: next() < 0.4,
    });
  }
  return queries;
}

/** Whether a product passes a filter: what every engine's answer is held against. */
export function passes(product: Product, filter: readonly FilterClause[]): boolean {
  return filter.every((clause) => {
    if (clause.field === 'price') return product.price >= clause.min && product.price <= clause.max;
    const value = product[clause.field];
    return value === clause.value || (clause.field === 'category' && value.startsWith(`${clause.value} > `));
  });
}

/** Whether the name has every intended word; of a half typed one, a word that begins so. */
export function answers(product: Product, query: BenchQuery): boolean {
  const words = wordsOf(product.name);
  return query.intended.every((intended, i) =>
    query.kind === 'prefix' && i === query.intended.length - 1
      ? words.some((word) => word.startsWith(intended))
      : words.includes(intended),
  );
}
