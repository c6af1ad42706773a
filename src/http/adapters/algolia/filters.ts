import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Filter, GeoPoint } from '../../../ports/search/filters.ts';
import type { Json } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { geoField, tagsField } from './attributes.ts';
import { parseFacetCondition, parseNumericFilter, parseFilters, type ScoredFilter } from './filter-syntax.ts';
import type { ParameterReader } from './parameter-reader.ts';

/** Maximum of boxes of a search. */
const boxesMax = 50;
/** Maximum length of a latitude and a longitude as text. */
const pointLengthMax = 100;

/** Joins all conditions of a search by AND. Returns null without any. @throws VitrineError invalid_request */
export function readFilter(reader: ParameterReader): Filter | null {
  const text = reader.readText('filters', limits.filterLengthMax);
  const clauses = [
    ...(text === null ? [] : [parseFilters(text)]),
    ...readNestedFilters(reader, 'facetFilters', (one) => parseFacetCondition(one, 'facetFilters').filter),
    ...readNestedFilters(reader, 'numericFilters', parseNumericFilter),
    ...readNestedFilters(reader, 'tagFilters', parseTagFilter),
    readBoxFilter(reader),
    readRadiusFilter(reader),
  ].filter((clause) => clause !== null);
  if (clauses.reduce((sum, clause) => sum + countConditions(clause), 0) > limits.filterClausesMax)
    throw createParameterError('facetFilters', 'too_many', `at most ${limits.filterClausesMax} conditions`);
  return clauses.length === 0 ? null : clauses.length === 1 ? clauses[0]! : { kind: 'and', clauses };
}

/**
 * Conditions that rank items higher, each with its score; a negated one ranks lower. Each is tested for every match.
 * @throws VitrineError invalid_request
 */
export function readOptionalFilters(reader: ParameterReader): ScoredFilter[] {
  const name = 'optionalFilters';
  const lists = readTextLists(reader, name);
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (count > limits.algoliaOptionalFiltersMax)
    throw createParameterError(name, 'too_many', `at most ${limits.algoliaOptionalFiltersMax} conditions`);
  return lists.map((texts) => {
    const inner = texts.map((one) => parseFacetCondition(one, name));
    const score = Math.max(...inner.map((one) => one.score));
    const [only] = inner;
    if (inner.length === 1 && only !== undefined)
      return only.filter.kind === 'not' ? { filter: only.filter.clause, score: -score } : only;
    return { filter: { kind: 'or', clauses: inner.map(({ filter }) => filter) }, score };
  });
}

function countConditions(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.clauses.reduce((sum, clause) => sum + countConditions(clause), 0);
    case 'not':
      return countConditions(filter.clause);
    default:
      return 1;
  }
}

/** `["a:1", ["b:1", "b:2"]]`: an AND of ORs. */
function readNestedFilters(reader: ParameterReader, name: string, read: (one: string) => Filter): Filter[] {
  return readTextLists(reader, name).map((texts) => {
    const clauses = texts.map(read);
    return clauses.length === 1 ? clauses[0]! : { kind: 'or', clauses };
  });
}

/** A list of texts, and of lists of texts: each as a list. Empty ones are left out, as pages build them from what is chosen. */
function readTextLists(reader: ParameterReader, name: string): string[][] {
  const lists = (reader.readList(name) ?? []).map((one) => (Array.isArray(one) ? one : [one]));
  if (!lists.flat().every((one) => typeof one === 'string'))
    throw createParameterError(name, 'type', 'a list of texts, and of lists of texts');
  return (lists as string[][]).filter(({ length }) => length > 0);
}

function parseTagFilter(text: string): Filter {
  const equals: Filter = { kind: 'equals', field: tagsField, value: text.replace(/^-/, '') };
  return text.startsWith('-') ? { kind: 'not', clause: equals } : equals;
}

/** Reads the centre of a search around a point, or null without one. @throws VitrineError invalid_request */
export function readCentre(reader: ParameterReader): GeoPoint | null {
  const text = reader.readText('aroundLatLng', pointLengthMax);
  if (text === null) return null;
  const [lat = Number.NaN, lng = Number.NaN] = parseNumbers(text);
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180))
    throw createParameterError(
      'aroundLatLng',
      'format',
      'a latitude and a longitude, such as "40.71,-74.01"',
    );
  return { lat, lng };
}

function readRadiusFilter(reader: ParameterReader): Filter | null {
  const from = readCentre(reader);
  const radius = reader.readValue('aroundRadius');
  if (from === null || radius === null || radius === 'all') return null;
  const metres = reader.readInteger('aroundRadius', { min: 1, max: 40_000_000, fallback: 1 });
  return { kind: 'within', field: geoField, from, metres };
}

/** Any of several boxes, each by two opposite corners. */
function readBoxFilter(reader: ParameterReader): Filter | null {
  const value = reader.readValue('insideBoundingBox');
  if (value === null) return null;
  const lists = typeof value === 'string' ? parseBoxes(value) : Array.isArray(value) ? value : [];
  const clauses = lists.map((list): Filter => {
    const corners = Array.isArray(list) ? list : [];
    const [lat1, lng1, lat2, lng2] = corners;
    if (corners.length !== 4 || ![lat1, lng1, lat2, lng2].every(Number.isFinite)) throw createBoxError();
    const [a, b, c, d] = corners as [number, number, number, number];
    if (Math.abs(a) > 90 || Math.abs(c) > 90) throw createBoxError();
    // Clients send any two opposite corners. A box of more than half the world means the box across the antimeridian.
    const [west, east] = [wrapLongitude(b), wrapLongitude(d)].toSorted((one, other) => one - other) as [
      number,
      number,
    ];
    const sides = east - west > 180 ? { west: east, east: west } : { west, east };
    return { kind: 'box', field: geoField, box: { south: Math.min(a, c), north: Math.max(a, c), ...sides } };
  });
  if (clauses.length === 0 || clauses.length > boxesMax) throw createBoxError();
  return clauses.length === 1 ? clauses[0]! : { kind: 'or', clauses };
}

/** Reads boxes from JSON, or from numbers with commas, four for each box. */
function parseBoxes(text: string): Json[] {
  if (!text.trim().startsWith('[')) {
    const numbers = parseNumbers(text);
    return Array.from({ length: Math.ceil(numbers.length / 4) }, (_, at) =>
      numbers.slice(4 * at, 4 * at + 4),
    );
  }
  try {
    const parsed = JSON.parse(text) as Json[];
    return parsed.length === 4 && parsed.every((one) => typeof one === 'number') ? [parsed] : parsed;
  } catch {
    throw createBoxError();
  }
}

const createBoxError = () =>
  createParameterError(
    'insideBoundingBox',
    'format',
    `up to ${boxesMax} boxes of two corners: [[lat1, lng1, lat2, lng2]]`,
  );

function parseNumbers(text: string): number[] {
  return text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}

/** Brings a longitude into -180 to 180, as maps of the world continue beyond these degrees. */
function wrapLongitude(degrees: number): number {
  return degrees >= -180 && degrees <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180;
}
