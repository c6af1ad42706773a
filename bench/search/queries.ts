import { productAt, type Product } from './products.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { oneOf } from './random.ts';

export type QueryKind = 'plain' | 'prefix' | 'typo';

export type FilterClause =
  | { readonly field: 'brand' | 'category' | 'color'; readonly value: string }
  | { readonly field: 'price'; readonly min: number; readonly max: number };

/** The text of a query, and the words it stands for. */
export interface BenchQuery {
  readonly text: string;
  readonly kind: QueryKind;
  /** Words of one product's name, in lower case; for a partly typed word, the prefix. */
  readonly intended: readonly string[];
  /** A conjunction. A category includes its subcategories. */
  readonly filter: readonly FilterClause[];
  /** Whether to count the `facetFields` and compute price statistics. */
  readonly facets: boolean;
}

export const facetFields = ['brand', 'category', 'color', 'size', 'price'] as const;

const seed = 4_1121;
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** The words of a text, to compare with intended words. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** One to four words of a name, in order. */
function chooseWords(product: Product, next: () => number): string[] {
  const words = [...new Set(wordsOf(product.name))];
  const share = next();
  const count = share < 0.2 ? 1 : share < 0.55 ? 2 : share < 0.85 ? 3 : 4;
  while (words.length > count) words.splice(Math.floor(next() * words.length), 1);
  return words;
}

/** Inserts, replaces, deletes or swaps letters of a word, but not the first one. */
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
 * Queries for the first `productCount` products: one fifth with a typo, one fifth with half a last word, one third with a
 * filter, two fifths with facets. Each is generated from a product that passes its filter, so that it has a result.
 */
export function benchQueries(count: number, productCount: number): BenchQuery[] {
  const next = createRandom(seed);
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

/** The measured queries, and those that run before them. */
export interface QueryLists {
  readonly measured: readonly BenchQuery[];
  readonly warmUp: readonly BenchQuery[];
}

/** Different queries for the warm-up, so that no engine has cached a measured one. */
export function queriesWithWarmUp(count: number, warmUpCount: number, productCount: number): QueryLists {
  const all = benchQueries(count + warmUpCount, productCount);
  return { measured: all.slice(0, count), warmUp: all.slice(count) };
}

/** Whether a product passes a filter; the reference for all engines. */
export function passes(product: Product, filter: readonly FilterClause[]): boolean {
  return filter.every((clause) => {
    if (clause.field === 'price') return product.price >= clause.min && product.price <= clause.max;
    const value = product[clause.field];
    return value === clause.value || (clause.field === 'category' && value.startsWith(`${clause.value} > `));
  });
}

/** Whether the name has all intended words; for a partly typed word, a word with this prefix. */
export function hasIntendedWords(product: Product, query: BenchQuery): boolean {
  const words = wordsOf(product.name);
  return query.intended.every((intended, i) =>
    query.kind === 'prefix' && i === query.intended.length - 1
      ? words.some((word) => word.startsWith(intended))
      : words.includes(intended),
  );
}
