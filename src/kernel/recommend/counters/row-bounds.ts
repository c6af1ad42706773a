import { BOUNDS } from './weights.ts';

/** How much is kept of how many rows. */
export interface RowBounds {
  /** Neighbours that are read of a row. */
  readonly cutItems: number;
  /** Neighbours that are kept up for that: the more, the more often the item was touched. */
  readonly keptMin: number;
  readonly keptMax: number;
  readonly rowsMax: number;
  /** Of an item with no more touches only the cut is kept. */
  readonly lightTouches: number;
  readonly lightRowsMax: number;
}

/** A row of these takes 4 kB with its cut and more, a light one 1.4 kB. */
export const ROW_BOUNDS: RowBounds = {
  cutItems: BOUNDS.rowItems,
  keptMin: 128,
  keptMax: 2048,
  rowsMax: 32_000,
  lightTouches: 40,
  lightRowsMax: 80_000,
};
