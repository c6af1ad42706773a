/** A point in degrees: `lat` from -90 to 90, `lng` from -180 to 180. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/** Sides in degrees. One with `west` above `east` goes over the antimeridian. */
export interface GeoBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/**
 * A condition on items, as a tree. The grammar that shops write is parsed above the ports
 * (`domain/search/query/filter-grammar.ts`); every engine answers the same tree with the same items.
 *
 * A field is a dotted path into the item; an array matches where any of its elements does. A condition on a
 * field that an item does not have is false, so that its negation is true.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly clauses: readonly Filter[] }
  | { readonly kind: 'not'; readonly clause: Filter }
  /**
   * Strings compare without regard to case, and `Home` also matches `Home > Kitchen` below it. The string
   * of a number or a boolean equals that number or boolean.
   */
  | { readonly kind: 'equals'; readonly field: string; readonly value: string | number | boolean }
  /** Compares numbers, and texts that are written as one (`12.50`); other texts are in no range but one of dates. */
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly min?: number;
      readonly max?: number;
      readonly minExclusive?: boolean;
      readonly maxExclusive?: boolean;
      /**
       * The bounds are milliseconds since 1970. Then numbers count as such, and other texts that are a date of ISO 8601, with or
       * without a time, as the instant they name, in UTC where they name no zone.
       */
      readonly dates?: boolean;
    }
  /**
   * The field holds a place: an object with `lat` and `lng` (or `lon`, or `latitude` and `longitude`), or a list of such.
   * Ways are along the surface of a sphere with the Earth's mean radius.
   */
  | { readonly kind: 'within'; readonly field: string; readonly from: GeoPoint; readonly metres: number }
  /** A place in the box, its sides included. */
  | { readonly kind: 'box'; readonly field: string; readonly box: GeoBox }
  /** The field, or one below it that is not in `without` nor below a path there, has a value. */
  | { readonly kind: 'exists'; readonly field: string; readonly without?: readonly string[] }
  /**
   * One and the same element of the list `list` satisfies the whole clause, whose fields are paths from the element on; a
   * negation in it holds for an element that does not satisfy what it negates. An object that stands where others have a
   * list is a list of one. An empty list has no element, so that nothing holds of it.
   */
  | { readonly kind: 'element'; readonly list: string; readonly clause: Filter };
