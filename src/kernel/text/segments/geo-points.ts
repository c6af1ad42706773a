import { noElement, type Column } from './columns.ts';
import type { SegmentReader } from './segment-reader.ts';

/** A point of the globe, in degrees. */
export interface LatLon {
  lat: number;
  lng: number;
}

/**
 * The places of one field: an object with `lat` and `lng` (or `lon`, or `latitude` and `longitude`), one number or
 * decimal text each within their ranges, alone or in a list.
 */
export interface GeoPoints {
  readonly count: number;
  readonly documents: Uint16Array;
  /** The element that the place is or lies in, or `noElement`. */
  readonly rows: Uint32Array;
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** Three coordinates each on a globe of radius 1: distances by these need no trigonometry. */
  readonly points: Float64Array;
}

/** The mean radius of the Earth (IUGG): distances on this sphere differ from those on the ellipsoid by at most 0.6 %. */
const earthRadiusMetres = 6_371_008.8;

const namings = [
  ['lat', 'lng'],
  ['lat', 'lon'],
  ['latitude', 'longitude'],
] as const;

/** By the column of longitudes, which belongs to one naming. */
const placesByColumn = new WeakMap<Column, GeoPoints>();

/** One `Places` for each naming in use. */
export function geoPointsOf(segment: SegmentReader, field: string): GeoPoints[] {
  return namings.flatMap(([lat, lng]) => {
    const lats = segment.column(`${field}.${lat}`);
    const lngs = segment.column(`${field}.${lng}`);
    if (lats === undefined || lngs === undefined) return [];
    let places = placesByColumn.get(lngs);
    if (places === undefined) {
      places = pair(segment, lats, lngs);
      if (lngs.immutable) placesByColumn.set(lngs, places);
    }
    return [places];
  });
}

function pair(segment: SegmentReader, lats: Column, lngs: Column): GeoPoints {
  const { elements } = segment;
  const found: (LatLon & { document: number; row: number })[] = [];
  const add = (document: number, row: number, lat: number, lng: number): void => {
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) found.push({ document, row, lat, lng });
  };
  const [latByRow, lngByRow] = [lats, lngs].map((column) =>
    singles(
      column,
      column.elements?.rows ?? null,
      column.elements?.ordinals,
      column.elements?.entryCount ?? 0,
    ),
  ) as [Map<number, number>, Map<number, number>];
  const inElements = new Set<number>();
  for (const { rows, entryCount } of [lats, lngs].flatMap((column) => column.elements ?? [])) {
    for (let i = 0; i < entryCount; i++) inElements.add(elements.documents[rows[i]!]!);
  }
  for (const [row, lat] of latByRow) {
    const lng = lngByRow.get(row);
    if (lng !== undefined) add(elements.documents[row]!, row, lat, lng);
  }
  const lngByDocument = singles(lngs, lngs.documents, lngs.ordinals, lngs.entryCount);
  for (const [document, lat] of singles(lats, lats.documents, lats.ordinals, lats.entryCount)) {
    const lng = lngByDocument.get(document);
    if (lng !== undefined && !inElements.has(document)) add(document, noElement, lat, lng);
  }
  return {
    count: found.length,
    documents: Uint16Array.from(found, ({ document }) => document),
    rows: Uint32Array.from(found, ({ row }) => row),
    lats: Float64Array.from(found, ({ lat }) => lat),
    lngs: Float64Array.from(found, ({ lng }) => lng),
    points: Float64Array.from(found.flatMap(pointOf)),
  };
}

/** By document or row: its value where it has exactly one, as a number; NaN where it is none. `owners` null: entry i is of i. */
function singles(
  column: Column,
  owners: ArrayLike<number> | null,
  ordinals: ArrayLike<number> | undefined,
  entryCount: number,
): Map<number, number> {
  const values = new Map<number, number>();
  for (let i = 0; i < entryCount; i++) {
    const owner = owners === null ? i : owners[i]!;
    const raw = column.values[ordinals![i]!]!;
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    values.set(owner, values.has(owner) || typeof value !== 'number' ? Number.NaN : value);
  }
  return values;
}

function pointOf({ lat, lng }: LatLon): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Squares of the straight lines, through a globe of radius 1, from `from` to each place: they order as the ways do. */
function chordSquares(places: GeoPoints, from: LatLon): Float64Array {
  const [x, y, z] = pointOf(from);
  const { points, count } = places;
  const squares = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [dx, dy, dz] = [points[3 * i]! - x, points[3 * i + 1]! - y, points[3 * i + 2]! - z];
    squares[i] = dx * dx + dy * dy + dz * dz;
  }
  return squares;
}

/** The way over the globe in metres that belongs to the square of a straight line (`nearestByDocument`). */
export function metresOfChordSquare(square: number): number {
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(square) / 2));
}

/** Calls `visit` with document and row of every place that is at most `metres` from `from`. */
export function forEachWithin(
  places: GeoPoints,
  from: LatLon,
  metres: number,
  visit: (document: number, row: number) => void,
): void {
  const half = metres / (2 * earthRadiusMetres);
  const most = half >= Math.PI / 2 ? Infinity : (2 * Math.sin(half)) ** 2;
  chordSquares(places, from).forEach((square, i) => {
    if (square <= most) visit(places.documents[i]!, places.rows[i]!);
  });
}

/** Sides of a box in degrees; `west` above `east` crosses the antimeridian. */
export interface LatLonBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Calls `visit` with document and row of every place in the box, its sides included. */
export function forEachInBox(
  places: GeoPoints,
  { south, west, north, east }: LatLonBox,
  visit: (document: number, row: number) => void,
): void {
  const between = (lng: number): boolean =>
    west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  for (let i = 0; i < places.count; i++) {
    const [lat, lng] = [places.lats[i]!, places.lngs[i]!];
    if (lat < south || lat > north) continue;
    // A pole is at every longitude, and 180 degrees west is 180 degrees east.
    const isPole = Math.abs(lat) === 90;
    if (isPole || between(lng) || (Math.abs(lng) === 180 && between(-lng)))
      visit(places.documents[i]!, places.rows[i]!);
  }
}

/** By document: the square of the straight line to its nearest place; nothing where it has none. */
export function nearestByDocument(segment: SegmentReader, field: string, from: LatLon): number[] {
  const nearest: number[] = [];
  for (const places of geoPointsOf(segment, field)) {
    chordSquares(places, from).forEach((square, i) => {
      const document = places.documents[i]!;
      if (!(nearest[document]! <= square)) nearest[document] = square;
    });
  }
  return nearest;
}
