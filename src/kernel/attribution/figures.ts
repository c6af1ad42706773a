/** Names of the figures, which are summed by day and value. Amounts are in parts of a currency unit, see {@link amountUnit}. */
export const figureNames = [
  /** Searches and lists that were shown, and how many a click, a cart event or a purchase followed. */
  'shown',
  'clicked',
  'carted',
  'converted',
  /** Visits in which a search or list was shown. */
  'sessions',
  /** Figures of direct purchases. */
  'orders',
  'units',
  'revenue',
  'returned',
  /** Figures of assisted purchases. */
  'assistedOrders',
  'assistedRevenue',
  'assistedReturned',
  /** The part of `revenue` and `assistedRevenue` at estimated prices. */
  'estimated',
  /** Figures of all purchases, in totals only. */
  'allOrders',
  'allUnits',
  'allRevenue',
  'allReturned',
  'allEstimated',
] as const;

export type FigureName = (typeof figureNames)[number];

/** Amounts and quantities are counted in this many parts of a unit: sums of whole numbers are exact in any order. */
export const amountUnit = 10_000;
/** A larger amount of a line counts as this one, in currency units, so that sums stay exact. */
const lineAmountMax = 1_000_000_000;

/** The amount of a line of an order; 0 if its price is unknown. */
export function computeLineAmount(quantity: number, price: number | null): number {
  return price === null ? 0 : countWholeParts(quantity * price);
}

/** A number in parts of a unit. */
export function countWholeParts(units: number): number {
  return Math.round(Math.min(lineAmountMax, units) * amountUnit);
}

/** The figures of a value of a dimension on a day, in one currency. */
export interface FigureRow {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly dimension: string;
  readonly value: string;
  /** Empty for the project's currency, and for figures without an amount. */
  readonly currency: string;
  /** In the order of {@link figureNames}. */
  readonly figures: readonly number[];
}

const indexes = Object.fromEntries(figureNames.map((name, i) => [name, i])) as Record<FigureName, number>;

/** Sums of figures. Subtracting what was added leaves nothing. */
export class FigureSums {
  readonly #rows = new Map<string, FigureRow & { readonly figures: number[] }>();
  readonly #firstDay: number;
  /** 1 to add, -1 to subtract. */
  sign: 1 | -1 = 1;

  /** Earlier days than `firstDay` do not count. */
  constructor(firstDay = 0) {
    this.#firstDay = firstDay;
  }

  add(
    { day, dimension, value, currency }: Omit<FigureRow, 'figures'>,
    figure: FigureName,
    amount: number,
  ): void {
    if (day < this.#firstDay || amount === 0) return;
    const key = `${day}\0${dimension}\0${value}\0${currency}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = { day, dimension, value, currency, figures: Array<number>(figureNames.length).fill(0) };
      this.#rows.set(key, row);
    }
    row.figures[indexes[figure]]! += this.sign * amount;
  }

  /** The rows with a figure other than 0. */
  listRows(): FigureRow[] {
    return [...this.#rows.values()].filter(({ figures }) => figures.some((figure) => figure !== 0));
  }
}
