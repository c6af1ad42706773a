import { BOUNDS } from './weights.ts';

/** Limits of the maintained rows. */
export interface RowBounds {
  /** Neighbours that are read of a row. */
  readonly cutItems: number;
  /** Neighbours that are maintained for them; more for items with more interactions. */
  readonly keptMin: number;
  readonly keptMax: number;
  readonly rowsMax: number;
  /** For an item with at most this many interactions only the cut is cached. */
  readonly lightTouches: number;
  readonly lightRowsMax: number;
}

/** A maintained row takes 4 kB or more with its cut, a light one 1.4 kB. */
export const ROW_BOUNDS: RowBounds = {
  cutItems: BOUNDS.rowItems,
  keptMin: 128,
  keptMax: 2048,
  rowsMax: 32_000,
  lightTouches: 40,
  lightRowsMax: 80_000,
};
