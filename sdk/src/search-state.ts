/** What a visitor chose: the part of a search that belongs in the address of the page. */
export interface SearchState {
  readonly query: string;
  /** Selected values by field; an item has one of them. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** Selected ranges of numbers by field, ends included. */
  readonly ranges: Readonly<Record<string, NumberRange>>;
  /** A sort key such as `price:asc`; empty: by relevance. */
  readonly sort: string;
  /** From 1. */
  readonly page: number;
}

/** A missing end is open. */
export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export const emptySearch: SearchState = { query: '', facets: {}, ranges: {}, sort: '', page: 1 };

/**
 * Reads the state from a query string: `q`, `f.<field>` (repeated), `r.<field>` (`10..50`), `sort` and `page`. Everything else
 * and whatever cannot be read is ignored.
 *
 * @example
 * ```ts
 * parseSearchState('?q=shoes&f.brand=Nike&r.price=..50'); // { query: 'shoes', facets: { brand: ['Nike'] }, ... }
 * ```
 */
export function parseSearchState(query: string): SearchState {
  const facets = new Map<string, string[]>();
  const ranges = new Map<string, NumberRange>();
  const state = { query: '', sort: '', page: 1 };
  for (const [name, value] of new URLSearchParams(query)) {
    const field = name.slice(2);
    if (name === 'q') state.query = value;
    else if (name === 'sort') state.sort = value;
    else if (name === 'page') state.page = Math.max(1, Math.trunc(Number(value)) || 1);
    else if (field === '') continue;
    else if (name.startsWith('f.')) facets.set(field, [...(facets.get(field) ?? []), value]);
    else if (name.startsWith('r.')) {
      const range = rangeOf(value);
      if (range !== null) ranges.set(field, range);
    }
  }
  return { ...state, facets: Object.fromEntries(facets), ranges: Object.fromEntries(ranges) };
}

function rangeOf(text: string): NumberRange | null {
  const at = text.indexOf('..');
  const [min, max] = at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + 2)];
  if (![min, max].every((end) => /^-?[\d.]*$/.test(end))) return null;
  const range = {
    ...(min !== '' && Number.isFinite(Number(min)) ? { min: Number(min) } : {}),
    ...(max !== '' && Number.isFinite(Number(max)) ? { max: Number(max) } : {}),
  };
  return Object.keys(range).length === 0 ? null : range;
}

/** The query string of a state, without `?`. `others`: the query string before, whose other parameters stay. */
export function formatSearchState(state: SearchState, others = ''): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(others)) {
    if (!/^(?:q|sort|page|[fr]\..+)$/s.test(name)) pairs.append(name, value);
  }
  if (state.query !== '') pairs.append('q', state.query);
  for (const [field, values] of Object.entries(state.facets)) {
    for (const value of values) pairs.append(`f.${field}`, value);
  }
  for (const [field, range] of Object.entries(state.ranges)) {
    if (!isOpen(range)) pairs.append(`r.${field}`, `${range.min ?? ''}..${range.max ?? ''}`);
  }
  if (state.sort !== '') pairs.append('sort', state.sort);
  if (state.page > 1) pairs.append('page', String(state.page));
  return pairs.toString();
}

/** The state as `filters` of a search, or undefined. `base`: a filter that applies too. */
export function filtersOf(state: SearchState, base?: string): string | undefined {
  const parts = [
    ...(base === undefined || base.trim() === '' ? [] : [`(${base})`]),
    ...Object.entries(state.facets)
      .filter(([, values]) => values.length > 0)
      .map(([field, values]) => `${quoted(field)} IN [${values.map(quoted).join(', ')}]`),
    ...Object.entries(state.ranges)
      .filter(([, range]) => !isOpen(range))
      .map(([field, { min, max }]) => `${quoted(field)}:${min ?? ''}..${max ?? ''}`),
  ];
  return parts.length === 0 ? undefined : parts.join(' AND ');
}

function isOpen({ min, max }: NumberRange): boolean {
  return min === undefined && max === undefined;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
