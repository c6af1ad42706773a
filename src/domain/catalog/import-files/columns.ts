import { decodeEntities } from '../../../lib/html-entities.ts';
import { isTextField } from '../../../ports/catalog/item-fields.ts';
import {
  readAmountText,
  readDecimals,
  isAmbiguous,
  inferDecimalSign,
  type DecimalSign,
} from '../../../lib/decimal-text.ts';

/**
 * The type of the cells of a column. `plain` is a text, even if it looks like JSON. `text` is a text, or JSON. `value` is also
 * a number, `true` or `false`. `list` has values separated by `;`. `amount` is a price, with or without currency. `pictures` are URLs, see
 * `readAddresses()`. `price` and `other` are a price or something else that the layout of the file reads, together with other columns.
 */
export type ColumnKind = 'plain' | 'text' | 'value' | 'list' | 'amount' | 'pictures' | 'price' | 'other';

/** The treatment of a column by a layout. */
export interface ColumnRule {
  /** The field that it becomes, or null. */
  readonly field: string | null;
  readonly kind: ColumnKind;
  /** The reason, for people. */
  readonly reason: string;
}

/** A column of a file. */
export interface TableColumn extends ColumnRule {
  readonly name: string;
  readonly index: number;
  /** Its first values. */
  readonly values: readonly string[];
  /** The decimal sign of its numbers, or null if they have none, or it is not clear. */
  readonly sign: DecimalSign | null;
  /** Whether numbers of it, such as `1.299`, have two meanings. */
  readonly isAmbiguous: boolean;
}

const plainFields: ReadonlySet<string> = new Set(['id', 'sku', 'name', 'description']);

/** The columns that a file of rejected records has after those of the merchant. */
export const rejectedColumns = ['line', 'error'] as const;

function hasRejectedColumns(names: readonly string[]): boolean {
  const last = names.slice(-rejectedColumns.length);
  return (
    names.length > rejectedColumns.length && rejectedColumns.every((name, index) => name === last[index])
  );
}

/** The columns of the merchant. */
export function selectMerchantColumns(names: readonly string[]): readonly string[] {
  return hasRejectedColumns(names) ? names.slice(0, -rejectedColumns.length) : names;
}

/** Returns the type of the cells of a field. */
export function findColumnKind(field: string): ColumnKind {
  if (plainFields.has(field)) return 'plain';
  if (field === 'imgs') return 'pictures';
  if (/^price$|_price$|Price$/.test(field)) return 'amount';
  return field.split('.').some(isTextField) ? 'text' : 'value';
}

/** Evidence about the numbers of a column, from a sample. */
interface NumberSample {
  readonly sign: DecimalSign | null;
  readonly hasAmbiguous: boolean;
}

/**
 * The columns with the decimal signs of their numbers, decided per column from a sample of its cells. `decimal` is the sign
 * that the caller names, which wins. A column without any proof takes the sign of the prices, if they agree, or else `usualDecimal`.
 *
 * If commas separate the cells of the file, `12,15` in a column other than a price may be a list: it stays a text.
 */
export function findDecimalSigns(
  columns: readonly Omit<TableColumn, 'sign' | 'isAmbiguous'>[],
  sample: readonly (readonly string[])[],
  {
    delimiter,
    decimal,
    usualDecimal,
  }: { delimiter: string | null; decimal: DecimalSign | null; usualDecimal: DecimalSign | null },
): TableColumn[] {
  const samples = columns.map(({ kind, index }) => readSample(kind, sample, index));
  const priceSigns = new Set(
    samples.flatMap((probe, at) => (isPrice(columns[at]!) ? (probe?.sign ?? []) : [])),
  );
  const [priceSign = null] = priceSigns.size === 1 ? priceSigns : [];
  return columns.map((column, at) => {
    const probe = samples[at] ?? null;
    if (probe === null) return { ...column, sign: null, isAmbiguous: false };
    if (delimiter === ',' && column.kind === 'value' && decimal === null) {
      const mayBeList = probe.sign === 'comma' || (probe.hasAmbiguous && probe.sign === null);
      return { ...column, sign: mayBeList ? null : probe.sign, isAmbiguous: mayBeList };
    }
    const sign = decimal ?? probe.sign ?? priceSign ?? usualDecimal;
    return { ...column, sign, isAmbiguous: probe.hasAmbiguous && sign === null };
  });
}

/** Rows that values of a column are taken from, and what is shown of them. */
const valueRows = 50;
const valuesShown = 3;
const valueLengthMax = 60;

/** Some different values of a column. */
export function readColumn(rows: readonly (readonly string[])[], index: number): string[] {
  const values = new Set<string>();
  for (const row of rows.slice(0, valueRows)) {
    const cell = row[index]?.trim().slice(0, valueLengthMax) ?? '';
    if (cell !== '') values.add(cell);
    if (values.size === valuesShown) break;
  }
  return [...values];
}

/** Whether the numbers of a column are prices. */
export function isPrice({ kind }: Pick<ColumnRule, 'kind'>): boolean {
  return kind === 'amount' || kind === 'price';
}

function readSample(
  kind: ColumnKind,
  rows: readonly (readonly string[])[],
  index: number,
): NumberSample | null {
  if (kind !== 'value' && !isPrice({ kind })) return null;
  const signs = new Set<DecimalSign>();
  let hasAmbiguous = false;
  for (const row of rows) {
    const cell = decodeEntities(row[index] ?? '');
    if (cell === '') continue;
    const readings = kind === 'value' ? readDecimals(cell) : (readAmountText(cell)?.readings ?? null);
    if (readings === null) continue;
    // Numbers in a column of words may be anything.
    if (readings.point === null && readings.comma === null) return null;
    const sign = inferDecimalSign(readings);
    if (sign !== null) signs.add(sign);
    hasAmbiguous ||= isAmbiguous(readings);
  }
  const [sign = null] = signs.size === 1 ? signs : [];
  return { sign, hasAmbiguous };
}
