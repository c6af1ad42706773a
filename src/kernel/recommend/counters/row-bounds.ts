import { recommenderBounds } from './weights.ts';

/** Limits of the maintained rows. */
export interface RowBounds {
  /** Neighbours that are read of a row. */
  readonly cutItems: number;
  /** Neighbours that are maintained for them; more for items with more interactions. */
  readonly maintainedMin: number;
  readonly maintainedMax: number;
  readonly rowsMax: number;
  /** For an item with at most this many interactions only the cut is cached. */
  readonly lightInteractions: number;
  readonly lightRowsMax: number;
}

/** A maintained row takes 4 kB or more with its cut, a light one 1.4 kB. */
export const rowBounds: RowBounds = {
  cutItems: recommenderBounds.rowItems,
  maintainedMin: 128,
  maintainedMax: 2048,
  rowsMax: 32_000,
  lightInteractions: 40,
  lightRowsMax: 80_000,
};
