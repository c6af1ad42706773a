import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { facetOrders } from '../../ports/configuration/settings.ts';
import type { FacetSelection, FacetRange, FacetRequest } from '../../ports/search/text.ts';
import { readFacetText } from './facet-text.ts';
import { checkFacetValues } from './search-request.ts';
import { parseTimeSpan } from './syntax/time-span.ts';

/** The requested facets and the number of dynamic facets. */
export interface FacetRequests {
  readonly facets: FacetRequest[];
  readonly facetSelection?: FacetSelection;
}

/** The name that selects dynamic facets in place of a field. */
export const anyField = '*';

const members = ['field', 'limit', 'order', 'minCount', 'ranges', 'path', 'disjunctive', 'count'];

/**
 * Parses facets: texts (`facet-text.ts`) or objects with the same options. `disjunctive` names fields to count without their
 * own conditions, among the facets or in addition. `now` is the value of the word in dates.
 * @throws VitrineError invalid_request with the path of each error
 */
export function parseFacets(
  entries: readonly (string | JsonObject)[],
  disjunctive: readonly string[],
  now: number,
): FacetRequests {
  const reader = new FacetReader(now);
  const facets = new Map<string, FacetRequest>();
  let facetSelection: FacetSelection | undefined;
  entries.forEach((entry, index) => {
    const path = `facets[${index}]`;
    const wish = typeof entry === 'string' ? reader.readText(entry, path) : entry;
    if (wish === null) return;
    const { field, count, request } = reader.readFacet(wish, path);
    if (field === anyField) facetSelection = { countMax: count, request };
    else facets.set(field, { ...request, field });
  });
  disjunctive.forEach((field) => {
    if (field === anyField && facetSelection !== undefined) {
      facetSelection = { ...facetSelection, request: { ...facetSelection.request, disjunctive: true } };
      return;
    }
    const facet = facets.get(field) ?? { field };
    facets.set(field, { ...facet, disjunctive: true });
  });
  if (facets.size > limits.facetsMax) {
    reader.addFault(
      'disjunctive',
      'too_many',
      `at most ${limits.facetsMax} fields together with those of facets`,
    );
  }
  const disjunctiveCount = [...facets.values()].filter((request) => request.disjunctive === true).length;
  const chosen = facetSelection?.request.disjunctive === true ? facetSelection.countMax : 0;
  if (disjunctiveCount + chosen > limits.disjunctiveFacetsMax) {
    const most = limits.disjunctiveFacetsMax;
    reader.addFault(
      'disjunctive',
      'too_many',
      `at most ${most} facets that are disjunctive, not ${disjunctiveCount + chosen}`,
    );
  }
  reader.throwFaults();
  const wishes = {
    facets: [...facets.values()],
    ...(facetSelection === undefined ? {} : { facetSelection }),
  };
  checkFacetValues('facets', [wishes]);
  return wishes;
}

/** Parses facets and collects errors. */
class FacetReader {
  readonly #now: number;
  readonly #errors: InputError[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  throwFaults(): void {
    const [first] = this.#errors;
    if (first !== undefined)
      throw new VitrineError('invalid_request', first.detail, { errors: this.#errors });
  }

  addFault(path: string, code: string, expected: string): void {
    this.#errors.push({ path, code, detail: `${path} must have ${expected}` });
  }

  readText(text: string, path: string): JsonObject | null {
    const read = readFacetText(text);
    if (typeof read !== 'string') return read;
    this.addFault(path, 'format', read);
    return null;
  }

  readFacet(
    wish: JsonObject,
    path: string,
  ): { field: string; count: number; request: Omit<FacetRequest, 'field'> } {
    for (const name of Object.keys(wish)) {
      if (members.includes(name)) continue;
      this.addFault(path, 'unknown_member', `no member ${formatValue(name)}, only ${members.join(', ')}`);
    }
    const { field, ranges, path: below, disjunctive, order } = wish;
    const isNamed =
      typeof field === 'string' && field.trim() !== '' && field.length <= limits.fieldNameLengthMax;
    if (!isNamed) this.addFault(path, 'format', `a field of 1 to ${limits.fieldNameLengthMax} characters`);
    const isAny = field === anyField;
    for (const name of isAny ? ['ranges', 'path'] : ['count']) {
      if (name in wish) this.addFault(path, 'not_allowed', `no ${name} with ${isAny ? '*' : 'a field'}`);
    }
    const facetOrder = facetOrders.find((one) => one === order);
    if (order !== undefined && facetOrder === undefined)
      this.addFault(path, 'not_allowed', `an order of ${facetOrders.join(', ')}`);
    if (disjunctive !== undefined && typeof disjunctive !== 'boolean')
      this.addFault(path, 'type', 'disjunctive as true or false');
    if (below !== undefined && (typeof below !== 'string' || below.length > limits.facetPathLengthMax))
      this.addFault(path, 'too_long', `a path of at most ${limits.facetPathLengthMax} characters`);
    const countMin = this.#readWholeNumber(wish, 'minCount', path, 1, 1_000_000_000);
    const limit = this.#readWholeNumber(wish, 'limit', path, 0, limits.facetValuesMax);
    return {
      field: isNamed ? field : '',
      count: this.#readWholeNumber(wish, 'count', path, 1, limits.facetsMax) ?? limits.facetsChosenDefault,
      request: {
        ...(limit === undefined ? {} : { limit }),
        ...(facetOrder === undefined ? {} : { order: facetOrder }),
        ...(countMin === undefined ? {} : { countMin }),
        ...(ranges === undefined ? {} : { ranges: this.#readRanges(ranges, `${path}.ranges`) }),
        ...(typeof below === 'string' ? { path: below } : {}),
        ...(disjunctive === true ? { disjunctive } : {}),
      },
    };
  }

  #readWholeNumber(
    wish: JsonObject,
    name: string,
    path: string,
    min: number,
    max: number,
  ): number | undefined {
    const value = wish[name];
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    this.addFault(path, 'out_of_range', `a ${name} from ${min} to ${max}, not ${formatValue(value)}`);
    return undefined;
  }

  #readRanges(ranges: unknown, path: string): FacetRange[] {
    if (!Array.isArray(ranges) || ranges.length === 0 || ranges.length > limits.facetRangesMax) {
      this.addFault(path, 'type', `1 to ${limits.facetRangesMax} ranges`);
      return [];
    }
    return ranges.map((range: unknown, index) => this.#readRange(range, `${path}[${index}]`));
  }

  #readRange(range: unknown, path: string): FacetRange {
    const isObject = range !== null && typeof range === 'object' && !Array.isArray(range);
    const { from, to, ...others } = (isObject ? range : {}) as JsonObject;
    if (!isObject || Object.keys(others).length > 0 || (from === undefined && to === undefined)) {
      this.addFault(path, 'format', 'from, to or both, as numbers or dates');
      return {};
    }
    const [least, most] = [from, to].map((bound) => this.#parseRangeBound(bound, path));
    if (least !== undefined && most !== undefined && least.value >= most.value)
      this.addFault(path, 'out_of_range', 'a from below its to');
    return {
      ...(least === undefined ? {} : { from: least.value }),
      ...(most === undefined ? {} : { to: most.value }),
      ...(least?.isTime === true || most?.isTime === true ? { dates: true } : {}),
    };
  }

  /** A day or month starts a range at its beginning, so that consecutive ranges do not overlap. */
  #parseRangeBound(bound: unknown, path: string): { value: number; isTime: boolean } | undefined {
    if (bound === undefined || bound === null) return undefined;
    const number = typeof bound === 'string' && bound.trim() !== '' ? Number(bound) : bound;
    if (typeof number === 'number' && Number.isFinite(number)) return { value: number, isTime: false };
    const span = typeof bound === 'string' ? parseTimeSpan(bound.trim(), this.#now) : null;
    if (span !== null) return { value: span.from, isTime: true };
    this.addFault(path, 'format', `numbers or dates, not ${formatValue(bound)}`);
    return undefined;
  }
}

const formatValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}...` : text;
};
