/**
 * The oracle of filters and sorting: evaluates the original form of one document at a time. It implements the comments of
 * `query.ts` and shares only the comparable form of values. For tests only.
 */
import { makeComparable } from '../segments/columns.ts';
import type { FieldValue, IndexDocument, IndexValue } from '../schema/document.ts';
import { createFieldBelow, type IndexField } from '../schema/index-field.ts';
import type { LatLonBox, LatLon } from '../segments/geo-points.ts';
import type { FilterNode, IndexSortKey } from '../query/query.ts';
import { asin, cos, sin } from '../../../math/trigonometry.ts';

/** The whole document, instead of one of its elements. */
const whole = -1;

/** Whether the element is `outer` or lies inside it. */
function liesIn(document: IndexDocument, element: number, outer: number): boolean {
  for (let at = element; ; at = document.elements![at]!.parent) {
    if (at === outer) return true;
    if (at === whole) return false;
  }
}

function valuesIn(document: IndexDocument, element: number): IndexValue[] {
  return document.values.filter((entry) => liesIn(document, entry.element ?? whole, element));
}

/** Of a coalesced field, the values of the first of its fields that the document has. */
export function readValues(document: IndexDocument, field: IndexField, element = whole): FieldValue[] {
  const fields = typeof field === 'string' ? [field] : field.fields;
  const values = fields.map((own) =>
    valuesIn(document, element)
      .filter((entry) => entry.field === own)
      .map(({ value }) => value),
  );
  return values.find((own) => own.length > 0) ?? [];
}

/** `path` is the prefix of field names, with its dot, where `element` belongs to a list. */
export function passes(document: IndexDocument, filter: FilterNode, element = whole, path = ''): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.clauses.every((clause) => passes(document, clause, element, path));
    case 'or':
      return filter.clauses.some((clause) => passes(document, clause, element, path));
    case 'not':
      return !passes(document, filter.clause, element, path);
    case 'exists': {
      const isAt = (field: string, wanted: string): boolean =>
        field === wanted || field.startsWith(`${wanted}.`);
      return valuesIn(document, element).some(
        ({ field }) =>
          isAt(field, path + filter.field) &&
          !(filter.without ?? []).some((excluded) => isAt(field, path + excluded)),
      );
    }
    case 'element': {
      const list = path + filter.list;
      const below = `${list}.`;
      const elements = (document.elements ?? []).flatMap((candidate, index) =>
        candidate.list === list && liesIn(document, index, element) ? [index] : [],
      );
      if (elements.length > 0) return elements.some((index) => passes(document, filter.clause, index, below));
      const isSingle = valuesIn(document, element).some(({ field }) => field.startsWith(below));
      return isSingle && passes(document, filter.clause, element, below);
    }
    case 'equals':
      return readValues(document, createFieldBelow(path, filter.field), element).some((value) =>
        equals(value, filter.value),
      );
    case 'within':
    case 'box':
      return pointsIn(document, path + filter.field, element).some((point) =>
        filter.kind === 'within'
          ? haversine(point, filter.from) <= filter.metres
          : isInBox(point, filter.box),
      );
    case 'documents': {
      const [first] = readValues(document, filter.field);
      return filter.keys.includes(document.key) || filter.values.includes(String(first ?? '\0'));
    }
    default: {
      const { min = -Infinity, max = Infinity, minExclusive = false, maxExclusive = false } = filter;
      return readValues(document, createFieldBelow(path, filter.field), element).some((raw) => {
        const value = naiveNumber(raw, filter.dates === true);
        return (
          typeof value === 'number' &&
          (minExclusive ? value > min : value >= min) &&
          (maxExclusive ? value < max : value <= max)
        );
      });
    }
  }
}

/** The number that a range compares: of a decimal string, or with `dates` of a date; otherwise the value itself. */
export function naiveNumber(raw: FieldValue, dates: boolean): FieldValue {
  if (typeof raw !== 'string') return raw;
  if (/^-?\d+(\.\d+)?$/.test(raw) && !/^-?0\d/.test(raw)) return Number.parseFloat(raw);
  return dates ? naiveDate(raw) : raw;
}

/** Milliseconds of a date by JavaScript's own parser, if its day is valid; otherwise the text. */
export function naiveDate(text: string): number | string {
  const [, day = '', time = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]([\d:.]+)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (day === '' || Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return text;
  const value = time === '' ? midnight : Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(value) ? text : value;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The haversine formula (Sinnott 1984), in metres. */
function haversine(a: LatLon, b: LatLon): number {
  const [dLat, dLng] = [radians(b.lat - a.lat), radians(b.lng - a.lng)];
  const h = sin(dLat / 2) ** 2 + cos(radians(a.lat)) * cos(radians(b.lat)) * sin(dLng / 2) ** 2;
  return 2 * 6_371_008.8 * asin(Math.min(1, Math.sqrt(h)));
}

/** Compares distances eastward from the west side of the box. */
function isInBox(point: LatLon, { south, west, north, east }: LatLonBox): boolean {
  if (point.lat < south || point.lat > north) return false;
  if (Math.abs(point.lat) === 90) return true;
  const eastward = (from: number, to: number): number => (((to - from) % 360) + 360) % 360;
  const width = west < east && east - west === 360 ? 360 : eastward(west, east);
  return eastward(west, point.lng) <= width;
}

/** The points of a field in the element: one latitude and one longitude in the same object. */
function pointsIn(document: IndexDocument, field: string, element: number): LatLon[] {
  const values = valuesIn(document, element);
  return [
    ['lat', 'lng'],
    ['lat', 'lon'],
    ['latitude', 'longitude'],
  ].flatMap(([latName, lngName]) => {
    const holders = new Set(values.map((entry) => entry.element));
    return [...holders].flatMap((holder): LatLon[] => {
      const [lats, lngs] = [latName, lngName].map((name) => {
        const here = values.filter((entry) => entry.element === holder && entry.field === `${field}.${name}`);
        return here.map(({ value }) => Number(typeof value === 'boolean' ? Number.NaN : value));
      }) as [number[], number[]];
      const point = { lat: lats[0]!, lng: lngs[0]! };
      const isOne = lats.length === 1 && lngs.length === 1;
      return isOne && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? [point] : [];
    });
  });
}

function equals(value: FieldValue, filterValue: FieldValue): boolean {
  const wanted = makeComparable(filterValue);
  return (
    makeComparable(value) === wanted ||
    (typeof value === 'number' && wanted !== '' && value === Number(wanted)) ||
    (typeof value === 'string' && makeComparable(value).startsWith(`${wanted} > `))
  );
}

/** Metres to the nearest point, or -1. */
export function distanceOf(document: IndexDocument, field: string, from: LatLon): number {
  const distances = pointsIn(document, field, whole).map((point) => haversine(point, from));
  return distances.length === 0 ? -1 : Math.min(...distances);
}

export function compareBySort(a: IndexDocument, b: IndexDocument, sort: readonly IndexSortKey[]): number {
  for (const { field, order } of sort) {
    const [x, y] = [a, b].map((document) => {
      const values = readValues(document, field).map(sortValue);
      values.sort(compareValues);
      return order === 'asc' ? values[0] : values.at(-1);
    });
    if (x === y) continue;
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return order === 'asc' ? compareValues(x, y) : compareValues(y, x);
  }
  return 0;
}

function sortValue(value: FieldValue): number | string {
  const number = naiveNumber(value, true);
  return typeof number === 'number' ? number : makeComparable(value);
}

export function compareValues(a: number | string, b: number | string): number {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
}
