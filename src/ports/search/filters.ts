/** A point in degrees: `lat` from -90 to 90, `lng` from -180 to 180. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/** Sides in degrees. A box with `west` above `east` crosses the antimeridian. */
export interface GeoBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/**
 * A condition on items, as a tree. `domain/query/filter-grammar.ts` parses the shops' syntax; every engine matches the
 * same items for the same tree.
 *
 * A field is a dotted path into the item; an array matches if any of its elements does. A condition on a missing field is
 * false, so its negation is true.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly clauses: readonly Filter[] }
  | { readonly kind: 'not'; readonly clause: Filter }
  /**
   * Strings compare case-insensitively, and `Home` also matches its descendant `Home > Kitchen`. The string form of a number
   * or boolean equals that value.
   */
  | { readonly kind: 'equals'; readonly field: string; readonly value: string | number | boolean }
  /** Compares numbers and numeric texts (`12.50`). Other texts match date ranges only. */
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly min?: number;
      readonly max?: number;
      readonly minExclusive?: boolean;
      readonly maxExclusive?: boolean;
      /**
       * The bounds are milliseconds since 1970. Numbers compare as such, texts with an ISO 8601 date (time optional) by their
       * instant, in UTC unless they name a zone.
       */
      readonly dates?: boolean;
    }
  /**
   * The field holds a geo point: an object with `lat` and `lng` (or `lon`, or `latitude` and `longitude`), or a list of such
   * objects. Distances are great-circle distances on a sphere with the Earth's mean radius.
   */
  | { readonly kind: 'within'; readonly field: string; readonly from: GeoPoint; readonly metres: number }
  /** A geo point inside the box or on its sides. */
  | { readonly kind: 'box'; readonly field: string; readonly box: GeoBox }
  /** The field, or a descendant outside the paths of `without`, has a value. */
  | { readonly kind: 'exists'; readonly field: string; readonly without?: readonly string[] }
  /**
   * One element of the list `list` satisfies the whole clause, whose fields are paths inside the element; a negation inside
   * it applies to that element. An object in place of a list counts as a list of one. An empty list never matches.
   */
  | { readonly kind: 'element'; readonly list: string; readonly clause: Filter };
