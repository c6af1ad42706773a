import type { Filter } from '../../../src/ports/search/filters.ts';
import { shopProducts, type Language, type ShopProduct } from './catalogs.ts';
import { isMeant, valueFields, type JudgedQuery } from './queries.ts';

export interface Verdict {
  readonly query: JudgedQuery;
  /** Exactly the expected values and price range. */
  readonly isRight: boolean;
  /** A filter removes a product that is meant; where none is expected, any filter does. */
  readonly isWrong: boolean;
  /** What was read, as text. */
  readonly read: string;
}

/** Judges each query of a language. `read`: the filters that a query becomes, on a project with `shopItems` of it. */
export async function judge(
  language: Language,
  queries: readonly JudgedQuery[],
  read: (query: string) => Promise<readonly Filter[]>,
): Promise<Verdict[]> {
  const products = shopProducts(language);
  const verdicts: Verdict[] = [];
  for (const query of queries.filter((one) => one.language === language)) {
    const filters = await read(query.query);
    const meant = products.filter((product) => isMeant(query, product));
    const isPlain = query.price === null && Object.keys(query.values).length === 0;
    const removes = meant.some((product) => !filters.every((filter) => passes(filter, product)));
    verdicts.push({
      query,
      isRight: isExpected(query, filters),
      isWrong: isPlain ? filters.length > 0 : removes,
      read: JSON.stringify(filters),
    });
  }
  return verdicts;
}

/** The products of a shop as items of a catalog. */
export function shopItems(language: Language): Record<string, unknown>[] {
  return shopProducts(language).map((product) => ({
    sku: product.id,
    description: '',
    imgs: [],
    active: true,
    ...product,
  }));
}

function passes(filter: Filter, product: ShopProduct): boolean {
  if (filter.kind === 'equals') return product[filter.field as keyof ShopProduct] === filter.value;
  if (filter.kind !== 'range') return false;
  const { min = 0, max = Infinity } = filter;
  return product.price >= min && product.price <= max;
}

function isExpected({ values, price }: JudgedQuery, filters: readonly Filter[]): boolean {
  const read = new Map(
    filters.map((filter) => [
      filter.kind === 'range' || filter.kind === 'equals' ? filter.field : '',
      filter,
    ]),
  );
  const range = read.get('price');
  const bounds = range?.kind === 'range' ? { min: range.min ?? 0, max: range.max ?? Infinity } : null;
  const isSameRange = bounds?.min === price?.min && bounds?.max === price?.max;
  const count = Object.keys(values).length + (price === null ? 0 : 1);
  return (
    isSameRange &&
    filters.length === count &&
    valueFields.every((field) => {
      const filter = read.get(field);
      return (filter?.kind === 'equals' ? filter.value : undefined) === values[field];
    })
  );
}
