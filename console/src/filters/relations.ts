import type { ItemField } from '@vitrine/sdk';
import { comparesWithProduct, countValues, type FilterRow, type Relation } from './filter-model.ts';

type FieldType = ItemField['types'][number];

/** What a field holds, for the choice of relations and values. */
export type FieldKind = 'text' | 'number' | 'date' | 'boolean' | 'unknown';

export function findKind(types: readonly FieldType[] | undefined): FieldKind {
  if (types === undefined || types.length === 0) return 'unknown';
  if (types.includes('date')) return 'date';
  if (types.includes('text')) return 'text';
  return types.includes('number') ? 'number' : 'boolean';
}

const wordsByRelation: Readonly<Record<Relation, string>> = {
  is: 'is',
  isNot: 'is not',
  oneOf: 'is one of',
  noneOf: 'is none of',
  atLeast: 'is at least',
  atMost: 'is at most',
  moreThan: 'is more than',
  lessThan: 'is less than',
  between: 'is between',
  during: 'is in',
  lastDays: 'is in the last … days',
  exists: 'has a value',
  missing: 'has no value',
  sameAsProduct: 'is that of the page’s product',
  otherThanProduct: 'is not that of the page’s product',
  atLeastOfProduct: 'is at least that of the page’s product',
  atMostOfProduct: 'is at most that of the page’s product',
  moreThanOfProduct: 'is more than that of the page’s product',
  lessThanOfProduct: 'is less than that of the page’s product',
};
const wordsOfDates: Partial<Record<Relation, string>> = {
  atLeast: 'is on or after',
  atMost: 'is on or before',
  moreThan: 'is after',
  lessThan: 'is before',
};

/** A relation in words: of a date, "is before". */
export function relationWords(relation: Relation, kind: FieldKind): string {
  return (kind === 'date' ? wordsOfDates[relation] : undefined) ?? wordsByRelation[relation];
}

const texts = ['is', 'oneOf', 'isNot', 'noneOf'] as const;
const bounds = ['atLeast', 'atMost', 'moreThan', 'lessThan', 'between'] as const;
const presence = ['exists', 'missing'] as const;
const equality = ['sameAsProduct', 'otherThanProduct'] as const;
const order = ['atLeastOfProduct', 'atMostOfProduct', 'moreThanOfProduct', 'lessThanOfProduct'] as const;
const relationsByKind: Readonly<Record<FieldKind, readonly Relation[]>> = {
  text: [...texts, ...presence],
  number: [...bounds, ...texts, ...presence],
  date: ['lastDays', ...bounds, 'during', ...presence],
  boolean: ['is', 'isNot', ...presence],
  unknown: [...texts, ...bounds, ...presence],
};

/** The relations that a field offers, the usual one first. */
export function listRelations(kind: FieldKind, aboutProduct: boolean): readonly Relation[] {
  const own = relationsByKind[kind];
  if (!aboutProduct) return own;
  const ordered = kind === 'number' || kind === 'date' || kind === 'unknown';
  return [...own, ...equality, ...(ordered ? order : [])];
}

/** The values that a row keeps with another relation. */
export function keepValues({ field, values, relation }: FilterRow, next: Relation): readonly string[] {
  if (comparesWithProduct(next)) return comparesWithProduct(relation) ? values : [field];
  const kept = comparesWithProduct(relation) || relation === 'lastDays' ? [] : values;
  if (next === 'lastDays') return [];
  const count = countValues(next);
  return count === null ? kept.filter((value) => value !== '') : kept.slice(0, count);
}
