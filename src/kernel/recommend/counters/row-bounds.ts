import { recommenderBounds } from './weights.ts';

/** Limits of the cached rows. */
export interface RowBounds {
  /** Number of neighbours that are read of a row. */
  readonly cutItems: number;
  /** Minimum maintained neighbours of a row; items with more interactions have more. */
  readonly maintainedMin: number;
  readonly maintainedMax: number;
  readonly rowsMax: number;
  /** Only the cut is cached for items with at most this many interactions. */
  readonly lightInteractions: number;
  readonly lightRowsMax: number;
  /** Maximum cached rows of neighbours by content, of 720 bytes each. */
  readonly contentRowsMax: number;
}

/** A maintained row takes 4 kB or more with its cut, a light one 1.4 kB. */
export const rowBounds: RowBounds = {
  cutItems: recommenderBounds.rowItems,
  maintainedMin: 128,
  maintainedMax: 2048,
  rowsMax: 32_000,
  lightInteractions: 40,
  lightRowsMax: 80_000,
  contentRowsMax: 100_000,
};

/** Limits for a training process: rows are computed more often, and take a fifth of the memory. */
export const trainingRowBounds: RowBounds = {
  ...rowBounds,
  rowsMax: 5_000,
  lightRowsMax: 15_000,
  contentRowsMax: 25_000,
};
