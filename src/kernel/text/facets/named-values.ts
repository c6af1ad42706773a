import { makeComparable } from '../segments/columns.ts';
import { parseNumberText } from '../schema/number-values.ts';
import type { IndexFacetRequest } from '../query/query.ts';
import type { FacetKey } from './value-order.ts';

/** A value that the request has chosen. */
export interface ChosenValue {
  /** The value as in the request. */
  readonly value: string;
  /** The comparable form of the value. */
  readonly key: string;
}

/** The values that a facet request names, by key. A string that is written as a number also names that number. */
export interface NamedValues {
  /** The positions of values in `first`. */
  readonly first: ReadonlyMap<FacetKey, number>;
  readonly chosen: ReadonlyMap<FacetKey, ChosenValue>;
  readonly hidden: ReadonlySet<FacetKey>;
}

/** The values that a request names, or null if it names none. */
export function selectNamedValues({
  first = [],
  chosen = [],
  hidden = [],
}: Pick<IndexFacetRequest, 'first' | 'chosen' | 'hidden'>): NamedValues | null {
  if (first.length + chosen.length + hidden.length === 0) return null;
  const positions = new Map<FacetKey, number>();
  first.forEach((value, position) => {
    for (const key of listKeys(value)) if (!positions.has(key)) positions.set(key, position);
  });
  const chosenByKey = new Map<FacetKey, ChosenValue>();
  for (const value of chosen) {
    const key = makeComparable(value);
    for (const each of listKeys(value)) if (!chosenByKey.has(each)) chosenByKey.set(each, { value, key });
  }
  return { first: positions, chosen: chosenByKey, hidden: new Set(hidden.flatMap(listKeys)) };
}

function listKeys(value: string): FacetKey[] {
  const key = makeComparable(value);
  const number = parseNumberText(key);
  return number === null ? [key] : [key, number];
}

/** Whether a value is a path below another. */
export function isBelow(key: FacetKey, path: string): boolean {
  return typeof key === 'string' && key.startsWith(`${path} > `);
}
