import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, ShopProduct } from './catalogs.ts';

export const valueFields = ['category', 'color', 'size', 'brand', 'material'] as const;

/** A query with what a shopper means by it: exactly these values and this price range, no others. */
export interface JudgedQuery {
  readonly language: Language;
  readonly query: string;
  readonly values: Readonly<Partial<Record<(typeof valueFields)[number], string>>>;
  /** Null: any price. Inclusive and exclusive bounds are equal. */
  readonly price: { readonly min: number; readonly max: number } | null;
}

/** The judged queries of `queries.tsv`, 25 in each language. */
export function judgedQueries(): JudgedQuery[] {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, 'queries.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const names = head!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    const values = valueFields.map((field) => [field, cell(field)]).filter(([, value]) => value !== '');
    const [min, max] = cell('price').split('..');
    return {
      language: cell('language') as Language,
      query: cell('query'),
      values: Object.fromEntries(values) as JudgedQuery['values'],
      price: max === undefined ? null : { min: bound(min, 0), max: bound(max, Infinity) },
    };
  });
}

function bound(text: string | undefined, otherwise: number): number {
  return text === undefined || text === '' ? otherwise : Number(text);
}

/** Whether a product is what the query means. */
export function isMeant({ values, price }: JudgedQuery, product: ShopProduct): boolean {
  const inRange = price === null || (product.price >= price.min && product.price <= price.max);
  return (
    inRange && valueFields.every((field) => values[field] === undefined || values[field] === product[field])
  );
}
