/** The oracle of facets: counts the original form of each document. It implements the comments of `query.ts`. For tests only. */
import { makeComparable } from '../segments/columns.ts';
import type { FieldValue, IndexDocument } from '../schema/document.ts';
import type { IndexField } from '../schema/index-field.ts';
import { compareValues, naiveDate, naiveNumber, readValues } from './naive-conditions.fixture.ts';
import type {
  IndexFacetRange,
  IndexFacetRequest,
  IndexFacetResult,
  IndexFacetValue,
} from '../query/query.ts';

/** The product of a document as a string, or the document itself. */
export type ProductOf = (document: IndexDocument) => string | IndexDocument;

interface Counted {
  key: string | number;
  products: Set<string | IndexDocument>;
  spellings: Map<FieldValue, number>;
}

/** Each distinct value of a document, in its first spelling. */
function distinctValues(document: IndexDocument, field: IndexField): Map<string | number, FieldValue> {
  const distinct = new Map<string | number, FieldValue>();
  for (const value of readValues(document, field)) {
    const key = typeof value === 'number' ? value : makeComparable(value);
    if (!distinct.has(key)) distinct.set(key, value);
  }
  return distinct;
}

function count(
  documents: readonly IndexDocument[],
  field: IndexField,
  productOf: ProductOf,
  namesOf: (key: string | number, value: FieldValue) => [key: string | number, spelling: FieldValue][],
): Counted[] {
  const counted = new Map<string | number, Counted>();
  for (const document of documents) {
    for (const [key, value] of distinctValues(document, field)) {
      for (const [name, spelling] of namesOf(key, value)) {
        const entry = counted.get(name) ?? {
          key: name,
          products: new Set<string | IndexDocument>(),
          spellings: new Map(),
        };
        counted.set(name, entry);
        entry.products.add(productOf(document));
        entry.spellings.set(spelling, (entry.spellings.get(spelling) ?? 0) + 1);
      }
    }
  }
  return [...counted.values()];
}

/** `parent`: the comparable path above the values of a level; null: values are not split. */
function shown(
  counted: readonly Counted[],
  request: IndexFacetRequest,
  parent: string | null,
): { values: IndexFacetValue[]; distinct: number } {
  const { first = [], chosen = [], hidden = [], order = 'count', limit = 100, countMin = 1 } = request;
  const isIn = (names: readonly string[], key: string | number): boolean =>
    names.some((name) => makeComparable(name) === String(key));
  const all = [...counted];
  for (const name of chosen) {
    const key = makeComparable(name);
    const steps = asPath(key);
    if (all.some((other) => String(other.key) === key)) continue;
    if (parent !== null && steps.slice(0, -1).join(' > ') !== parent) continue;
    const below = parent === null ? counted.filter((other) => String(other.key).startsWith(`${key} > `)) : [];
    const products = new Set(below.flatMap((other) => [...other.products]));
    all.push({ key, products, spellings: new Map([[name, 0]]) });
  }
  const kept = all.filter(
    ({ key, products }) => isIn(chosen, key) || (products.size >= countMin && !isIn(hidden, key)),
  );
  kept.sort(
    (a, b) =>
      (order === 'count' ? b.products.size - a.products.size : 0) ||
      (order === 'number' || order === 'size'
        ? compareLists(naiveRank(order, a.key), naiveRank(order, b.key))
        : 0) ||
      compareValues(orderOf(a.key), orderOf(b.key)) ||
      compareValues(a.key, b.key),
  );
  const named = first.flatMap((name) => kept.filter(({ key }) => String(key) === makeComparable(name)));
  const leading = [...new Set(named)];
  const others = kept.filter((one) => !leading.includes(one));
  const free = limit - leading.length - others.filter(({ key }) => isIn(chosen, key)).length;
  let taken = 0;
  const listed = [...leading, ...others.filter(({ key }) => isIn(chosen, key) || taken++ < free)];
  const values = (limit === 0 ? [] : listed).map(({ key, products, spellings }): IndexFacetValue => {
    const [best] = [...spellings].sort(
      ([a, x], [b, y]) =>
        y - x ||
        compareValues(orderable(a), orderable(b)) ||
        Number(typeof a !== 'string') - Number(typeof b !== 'string'),
    );
    return { value: best![0], count: products.size, ...(isIn(chosen, key) ? { chosen: true } : {}) };
  });
  return { values, distinct: kept.length };
}

const naiveSizes = ['4xs', '3xs', 'xxs', 'xs', 's', 's/m', 'm', 'l', 'xl', 'xxl', '3xl', '4xl'];

/** For the sizes and numbers of the tests: one number, or a letter size. */
function naiveRank(order: 'number' | 'size', key: string | number): number[] {
  const letters = naiveSizes.indexOf(String(key));
  if (order === 'size' && letters >= 0) return [0, letters];
  const number = typeof key === 'number' ? key : Number.parseFloat(key.replace(/^[^-\d]*/, ''));
  if (Number.isNaN(number)) return order === 'size' ? [2] : [Infinity];
  return order === 'size' ? [1, number] : [number];
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, i) => one !== b[i]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}

const orderOf = (key: string | number): string | number => {
  const number = naiveNumber(key, false);
  return typeof number === 'number' ? number : key;
};
const orderable = (value: FieldValue): string | number =>
  typeof value === 'boolean' ? String(value) : value;

const asPath = (text: string): string[] => (text === '' ? [] : text.split('>').map((step) => step.trim()));

export function naiveFacet(
  documents: readonly IndexDocument[],
  request: IndexFacetRequest,
  productOf: ProductOf = (document) => document,
): Omit<IndexFacetResult, 'corrected'> {
  const { field, path, ranges } = request;
  const steps = path === undefined ? null : asPath(makeComparable(path));
  const levels = steps?.concat('').map((_, depth) => {
    const children = count(documents, field, productOf, (key, value) => {
      const nodes = typeof value === 'string' ? asPath(String(key)) : [];
      const isBelow = nodes.length > depth && steps.slice(0, depth).every((step, i) => nodes[i] === step);
      const spelling = asPath(String(value)).slice(0, depth + 1);
      return isBelow ? [[nodes.slice(0, depth + 1).join(' > '), spelling.join(' > ')]] : [];
    });
    const parent = steps.slice(0, depth).join(' > ');
    const asked = (path ?? '').split('>').slice(0, depth);
    return { asked: asked.map((step) => step.trim()).join(' > '), ...shown(children, request, parent) };
  });
  const counted = count(documents, field, productOf, (key, value) => [[key, value]]);
  const numbers = new Set(counted.map(({ key }) => key).filter((key) => typeof key === 'number'));
  const joined = count(documents, field, productOf, (key, value) => {
    const equalNumber = [...numbers].find((number) => String(number) === key);
    return [equalNumber === undefined ? [key, value] : [equalNumber, equalNumber]];
  });
  const flat = shown(joined, request, null);
  const { values, distinct } = levels?.at(-1) ?? flat;
  return {
    values,
    distinct,
    stats: statsOf(counted),
    dates: datesOf(counted),
    ranges:
      ranges?.map((range) => ({
        ...range,
        count: new Set(documents.filter((document) => isInRange(document, field, range)).map(productOf)).size,
      })) ?? null,
    levels: levels?.map(({ asked, values: own }) => ({ path: asked, values: own })) ?? null,
  };
}

function statsOf(counted: readonly Counted[]): IndexFacetResult['stats'] {
  const numbers = counted
    .flatMap(({ key, products }) => (typeof key === 'number' ? [...products].map(() => key) : []))
    .sort((a, b) => a - b);
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((total, number) => total + number, 0);
  const [min, max] = [numbers[0]!, numbers.at(-1)!];
  return { min, max, avg: sum / numbers.length, sum, count: numbers.length };
}

function datesOf(counted: readonly Counted[]): IndexFacetResult['dates'] {
  const times = counted.flatMap(({ key, products }) => {
    const time = naiveDate(String(key).toUpperCase());
    return typeof key === 'string' && typeof time === 'number' ? [...products].map(() => time) : [];
  });
  if (times.length === 0) return null;
  return { min: Math.min(...times), max: Math.max(...times), count: times.length };
}

function isInRange(document: IndexDocument, field: IndexField, range: IndexFacetRange): boolean {
  return readValues(document, field).some((raw) => {
    const value = naiveNumber(raw, range.dates === true);
    return typeof value === 'number' && value >= (range.from ?? -Infinity) && value < (range.to ?? Infinity);
  });
}
