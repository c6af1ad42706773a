import { noElement, type Column } from './columns.ts';
import type { SegmentReader } from './segment-reader.ts';
import { asin, cos, sin } from '../../../math/trigonometry.ts';

/** A point on the globe, in degrees. */
export interface LatLon {
  lat: number;
  lng: number;
}

/**
 * The points of one field. A point is an object with `lat` and `lng` (or `lon`, or `latitude` and `longitude`), each one
 * number or decimal string within its range, alone or in a list.
 */
export interface GeoPoints {
  readonly count: number;
  readonly documents: Uint16Array;
  /** The element that is the point or contains it, or `noElement`. */
  readonly rows: Uint32Array;
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** Three coordinates of each point on a globe of radius 1: chords between them need no trigonometry. */
  readonly coordinates: Float64Array;
}

/** The mean radius of the Earth (IUGG): distances on this sphere differ from those on the ellipsoid by at most 0.6 %. */
const earthRadiusMetres = 6_371_008.8;

const coordinateNames = [
  ['lat', 'lng'],
  ['lat', 'lon'],
  ['latitude', 'longitude'],
] as const;

/** Points by the column of longitudes, which belongs to one pair of names. */
const pointsByColumn = new WeakMap<Column, GeoPoints>();

/** Reads one `GeoPoints` for each pair of names in use. */
export function readGeoPoints(segment: SegmentReader, field: string): GeoPoints[] {
  return coordinateNames.flatMap(([lat, lng]) => {
    const lats = segment.getColumn(`${field}.${lat}`);
    const lngs = segment.getColumn(`${field}.${lng}`);
    if (lats === undefined || lngs === undefined) return [];
    let points = pointsByColumn.get(lngs);
    if (points === undefined) {
      points = pairColumns(segment, lats, lngs);
      if (lngs.immutable) pointsByColumn.set(lngs, points);
    }
    return [points];
  });
}

function pairColumns(segment: SegmentReader, lats: Column, lngs: Column): GeoPoints {
  const { elements } = segment;
  const points: (LatLon & { document: number; row: number })[] = [];
  const add = (document: number, row: number, lat: number, lng: number): void => {
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) points.push({ document, row, lat, lng });
  };
  const [latByRow, lngByRow] = [lats, lngs].map((column) =>
    readSingleValues(
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
  const lngByDocument = readSingleValues(lngs, lngs.documents, lngs.ordinals, lngs.entryCount);
  for (const [document, lat] of readSingleValues(lats, lats.documents, lats.ordinals, lats.entryCount)) {
    const lng = lngByDocument.get(document);
    if (lng !== undefined && !inElements.has(document)) add(document, noElement, lat, lng);
  }
  return {
    count: points.length,
    documents: Uint16Array.from(points, ({ document }) => document),
    rows: Uint32Array.from(points, ({ row }) => row),
    lats: Float64Array.from(points, ({ lat }) => lat),
    lngs: Float64Array.from(points, ({ lng }) => lng),
    coordinates: Float64Array.from(points.flatMap(toCartesian)),
  };
}

/**
 * The value of each document or row with exactly one, as a number; NaN if it is not a number or not alone. Without `owners`, entry i
 * belongs to document i.
 */
function readSingleValues(
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

function toCartesian({ lat, lng }: LatLon): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi)];
}

/** The squared chord, through a globe of radius 1, from `from` to each point: it orders points as their distance does. */
function computeChordSquares(points: GeoPoints, from: LatLon): Float64Array {
  const [x, y, z] = toCartesian(from);
  const { coordinates: at, count } = points;
  const squares = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [dx, dy, dz] = [at[3 * i]! - x, at[3 * i + 1]! - y, at[3 * i + 2]! - z];
    squares[i] = dx * dx + dy * dy + dz * dz;
  }
  return squares;
}

/** The great-circle distance in metres of a squared chord (see `findNearestByDocument`). */
export function computeMetres(square: number): number {
  return 2 * earthRadiusMetres * asin(Math.min(1, Math.sqrt(square) / 2));
}

/** Calls `visit` with document and row of every point that is at most `metres` from `from`. */
export function visitWithin(
  points: GeoPoints,
  from: LatLon,
  metres: number,
  visit: (document: number, row: number) => void,
): void {
  const halfAngle = metres / (2 * earthRadiusMetres);
  const squareMax = halfAngle >= Math.PI / 2 ? Infinity : (2 * sin(halfAngle)) ** 2;
  computeChordSquares(points, from).forEach((square, i) => {
    if (square <= squareMax) visit(points.documents[i]!, points.rows[i]!);
  });
}

/** Sides of a box in degrees; `west` above `east` crosses the antimeridian. */
export interface LatLonBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Calls `visit` with document and row of every point in the box, its sides included. */
export function visitInBox(
  points: GeoPoints,
  { south, west, north, east }: LatLonBox,
  visit: (document: number, row: number) => void,
): void {
  const isBetween = (lng: number): boolean =>
    west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  for (let i = 0; i < points.count; i++) {
    const [lat, lng] = [points.lats[i]!, points.lngs[i]!];
    if (lat < south || lat > north) continue;
    // A pole is at every longitude, and 180 degrees west is 180 degrees east.
    const isPole = Math.abs(lat) === 90;
    if (isPole || isBetween(lng) || (Math.abs(lng) === 180 && isBetween(-lng)))
      visit(points.documents[i]!, points.rows[i]!);
  }
}

/** The squared chord from each document to its nearest point; documents without a point have no entry. */
export function findNearestByDocument(segment: SegmentReader, field: string, from: LatLon): number[] {
  const nearest: number[] = [];
  for (const points of readGeoPoints(segment, field)) {
    computeChordSquares(points, from).forEach((square, i) => {
      const document = points.documents[i]!;
      if (!(nearest[document]! <= square)) nearest[document] = square;
    });
  }
  return nearest;
}
