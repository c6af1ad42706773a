import { requestSlices } from '../../lib/work-slices.ts';
import type {
  AttributedFigures,
  AttributedRow,
  AttributionDimension,
} from '../../ports/recommendations/attribution-figures.ts';
import type { DaySpan } from '../../ports/search/search-counts.ts';
import type { ReadConnection } from '../storage/database.ts';
import { attributionDimensions } from '../../ports/recommendations/attribution-figures.ts';
import { figureNames, type FigureRow } from '../../kernel/attribution/figures.ts';
import type { Row } from '../storage/row-codec.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** The columns of the table `attribution`, in the order of {@link figureNames}. */
const columns = figureNames.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const putFigures = `INSERT INTO attribution (dimension, day, value, currency, ${columns.join(', ')})
  VALUES (${Array(4 + columns.length)
    .fill('?')
    .join(', ')})
  ON CONFLICT (dimension, day, value, currency) DO UPDATE SET ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;
/** Deletes rows without figures: their value, such as a query, may come from an erased visitor alone. */
const removeEmpty = `DELETE FROM attribution WHERE dimension = ? AND day = ? AND value = ? AND currency = ?
  AND ${columns.map((name) => `${name} = 0`).join(' AND ')}`;

/** Maximum values of one dimension that are stored for a final day: those with the most revenue and impressions. */
const finalValuesMax = 1_000;
const keepBest = `DELETE FROM attribution WHERE dimension = ?1 AND day = ?2 AND value NOT IN (
  SELECT value FROM attribution WHERE dimension = ?1 AND day = ?2
    ORDER BY revenue + assisted_revenue DESC, shown DESC, value LIMIT ${finalValuesMax})`;

/** Dimensions with any number of values. */
const openDimensions = ['query', 'filter', 'device', 'country'] as const;

/** The statements that add figures. */
export function createFigureParts(rows: readonly FigureRow[]): StatementBatch[] {
  const listKeyValues = ({ dimension, day, value, currency }: FigureRow): Row => [
    dimension,
    day,
    value,
    currency,
  ];
  const reduced = rows.filter(({ figures }) => figures.some((figure) => figure < 0));
  return [
    { sql: putFigures, rows: rows.map((row) => [...listKeyValues(row), ...row.figures]) },
    { sql: removeEmpty, rows: reduced.map(listKeyValues) },
  ];
}

/** The statements that remove the figures of days that expired or are counted again. */
export function deleteDays(where: { readonly from: number } | { readonly before: number }): StatementBatch {
  const [comparison, day] = 'from' in where ? ['>=', where.from] : ['<', where.before];
  return {
    sql: `DELETE FROM attribution WHERE dimension = ? AND day ${comparison} ?`,
    rows: attributionDimensions.map((dimension): Row => [dimension, day]),
  };
}

/** The statements that shorten the figures of days that have become final. */
export function createFinalParts(days: readonly number[]): StatementBatch {
  return {
    sql: keepBest,
    rows: days.flatMap((day) => openDimensions.map((dimension): Row => [dimension, day])),
  };
}

const rowsPerRead = 500;

/** The rows of a dimension, by day, value and currency. */
export async function* createFigureRows(
  reads: ReadConnection,
  dimension: AttributionDimension,
  { from, to }: DaySpan,
): AsyncGenerator<AttributedRow> {
  const slices = requestSlices(rowsPerRead);
  let last: readonly [day: number, value: string, currency: string] = [from - 1, '', ''];
  for (;;) {
    const next = reads.prepare(
      `SELECT day, value, currency, ${columns.join(', ')} FROM attribution
        WHERE dimension = ? AND (day, value, currency) > (?, ?, ?) AND day BETWEEN ? AND ?
        ORDER BY day, value, currency LIMIT ${rowsPerRead}`,
    );
    next.setReturnArrays(true);
    const rows = next.all(dimension, ...last, from, to) as unknown as [number, string, string, ...number[]][];
    for (const [day, value, currency, ...figures] of rows) {
      const figuresByName = Object.fromEntries(figureNames.map((name, i) => [name, figures[i] ?? 0]));
      yield { day, value, currency, figures: figuresByName as unknown as AttributedFigures };
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsPerRead) return;
    last = [end[0], end[1], end[2]];
    await slices.spend(rows.length);
  }
}
