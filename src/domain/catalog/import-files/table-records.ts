import type { DecimalSign } from '../../../lib/decimal-text.ts';
import type { WorkSlices } from '../../../lib/work-slices.ts';
import { readTexts } from '../../../lib/json-values.ts';
import { limits } from '../../../ports/limits.ts';
import {
  createCellError,
  parseJsonRecord,
  refusalCost,
  type ImportRecord,
  type RecordSource,
  type SourceRow,
} from '../import-records.ts';
import { fillTemplate } from '../item-address.ts';
import { readAmount, CellError, convertCell, decodeCell, readPrice, type Amount } from './cell-json.ts';
import { buildUrlTemplate, type ColumnMapping } from './column-mapping.ts';
import {
  findDecimalSigns,
  findColumnKind,
  selectMerchantColumns,
  readColumn,
  type TableColumn,
  type ColumnRule,
} from './columns.ts';
import type { FileWarnings } from './file-warnings.ts';
import type { TableLayout, TableLayoutName, FileItem, FileRow, RefusedLine } from './table-layout.ts';

/** A row of a table: its cells, or why it was rejected. Cells beyond the known names have none. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] } | RefusedLine;

/** The rows of a file with columns. */
export interface Table {
  /** Names of the columns. A file without a header can add some with a row. */
  readonly names: readonly string[];
  readonly delimiter: string | null;
  readonly rows: AsyncIterable<TableRow>;
  /** The layout that the file declares, known with the first row, or null. */
  readonly layout?: () => TableLayoutName | null;
}

export interface TableOptions {
  readonly layout: TableLayout;
  readonly mapping: ColumnMapping;
  readonly decimal: DecimalSign | null;
  /** Decimal sign of files like this one, unless the file itself proves another. */
  readonly usualDecimal: DecimalSign | null;
  /** Milliseconds: sales with dates are on or off. */
  readonly now: number;
  readonly slices: WorkSlices;
  /** Called with the columns before the first item, and when a row adds some. */
  readonly onColumns: (columns: readonly TableColumn[]) => void;
  readonly onWarning: FileWarnings['add'];
}

/** Cost of a cell besides its text, in scanned bytes of JSON. */
const cellCost = 20;
/** Cost of deciding on a column. */
const columnCost = 200;

/** The items of a table. The decimal signs of its columns are decided from the first rows, which are held until then. */
export async function* convertTable(table: Table, options: TableOptions): AsyncIterable<ImportRecord> {
  const { layout, slices, now } = options;
  const rows = new TableRows(table, options).readRows();
  const items: AsyncIterable<FileItem | RefusedLine> = layout.items === null ? rows : layout.items(rows, now);
  const template = buildUrlTemplate(options.mapping);
  for await (const item of items) {
    if ('error' in item) {
      await slices.spend(refusalCost);
      yield item;
      continue;
    }
    setAddress(item.fields, template);
    const text = `{${[...item.fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
    await slices.spend(text.length);
    yield await parseJsonRecord(item.line, Buffer.from(text), item.source, slices);
  }
}

/** Sets the address of an item without one. Without a SKU, the id is the SKU. */
function setAddress(fields: Map<string, string>, template: string): void {
  if (template === '' || fields.has('url')) return;
  const url = fillTemplate(template, (name) => {
    const json = fields.get(name) ?? (name === 'sku' ? fields.get('id') : undefined);
    return json === undefined ? '' : (readTexts({ [name]: JSON.parse(json) as unknown }, name)[0] ?? '');
  });
  if (url !== null) fields.set('url', JSON.stringify(url));
}

/** Decides on each column: by the caller, by the layout, or as a field of its name. */
export function findColumnRules(
  names: readonly string[],
  { layout, mapping }: Pick<TableOptions, 'layout' | 'mapping'>,
): ColumnRule[] {
  const keys = new Set(names.map(layout.normaliseName));
  const chosenFields = new Set(
    names.flatMap((name) => (Object.hasOwn(mapping, name) ? (mapping[name] ?? []) : [])),
  );
  const ownCount = selectMerchantColumns(names).length;
  return names.map((name, index): ColumnRule => {
    const chosen = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    if (chosen === null) return { field: null, kind: 'other', reason: 'left out in the mapping' };
    if (chosen !== undefined)
      return { field: chosen, kind: findColumnKind(chosen), reason: 'chosen in the mapping' };
    if (index >= ownCount) return { field: null, kind: 'other', reason: 'of a file of rejected lines' };
    const unknown = { field: name, kind: findColumnKind(name), reason: 'unknown: kept as a field' };
    const rule = layout.findColumnRule(layout.normaliseName(name), keys) ?? unknown;
    if (rule.field === null || !chosenFields.has(rule.field)) return rule;
    // The layout still sees what it combines, and sets no field twice.
    const kind = rule.kind === 'price' ? 'price' : 'other';
    return { field: null, kind, reason: `another column is chosen for ${rule.field}` };
  });
}

class TableRows {
  readonly #table: Table;
  readonly #options: TableOptions;
  #columns: TableColumn[] = [];
  #columnOfKey = new Map<string, TableColumn>();

  constructor(table: Table, options: TableOptions) {
    this.#table = table;
    this.#options = options;
  }

  async *readRows(): AsyncIterable<FileRow | RefusedLine> {
    const rest = this.#table.rows[Symbol.asyncIterator]();
    try {
      const { sample, failure } = await readSample(rest);
      await this.#decide(sample);
      for (const row of sample) yield await this.#convertRow(row);
      if (failure !== null) throw failure.cause;
      for (let next = await rest.next(); next.done !== true; next = await rest.next())
        yield await this.#convertRow(next.value);
    } finally {
      await rest.return?.();
    }
  }

  /** Decides on the columns that are not known yet. */
  async #decide(sample: readonly TableRow[]): Promise<void> {
    const { names, delimiter } = this.#table;
    const rules = findColumnRules(names, this.#options);
    const cells = sample.flatMap((row) => ('cells' in row ? [row.cells] : []));
    const columns = names.map((name, index) => ({
      ...rules[index]!,
      name,
      index,
      values: readColumn(cells, index),
    }));
    const length = cells.reduce((sum, row) => sum + measureCells(row), 0);
    await this.#options.slices.spend(length + columnCost * names.length);
    const decided = findDecimalSigns(columns, cells, { ...this.#options, delimiter });
    this.#columns.push(...decided.slice(this.#columns.length));
    const { mapping } = this.#options;
    const visible = this.#columns.filter(
      ({ name }) => !Object.hasOwn(mapping, name) || mapping[name] !== null,
    );
    this.#columnOfKey = new Map(
      visible.toReversed().map((column) => [this.#options.layout.normaliseName(column.name), column]),
    );
    this.#options.onColumns(this.#columns);
  }

  async #convertRow(row: TableRow): Promise<FileRow | RefusedLine> {
    if ('error' in row) return row;
    if (this.#table.names.length > this.#columns.length) await this.#decide([row]);
    const { line, cells } = row;
    const source = this.#createSource(row);
    const { slices } = this.#options;
    await slices.spend(measureCells(cells) + cellCost * cells.length);
    try {
      const fields = await slices.run(readFields(cells, this.#columns));
      const findColumn = (key: string): TableColumn | undefined => this.#columnOfKey.get(key);
      const readMarkup = (key: string): string => cells[findColumn(key)?.index ?? -1] ?? '';
      const readCell = (key: string): string => decodeCell(readMarkup(key));
      const readAmountCell = (key: string): Amount | null => {
        const column = findColumn(key);
        return column === undefined || readCell(key) === '' ? null : readPrice(readCell(key), column);
      };
      const findName = (key: string): string => findColumn(key)?.name ?? key;
      const warn = (key: string, code: string, text: string): void => {
        const column = findName(key);
        const detail = `Column ${JSON.stringify(column.slice(0, 100))} ${text}`;
        this.#options.onWarning({ code, column, detail, line });
      };
      const has = (key: string): boolean => findColumn(key) !== undefined;
      return {
        line,
        fields,
        cell: readCell,
        html: readMarkup,
        has,
        findColumnName: findName,
        amount: readAmountCell,
        warn,
        source,
      };
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      return { line, error: createCellError(line, error.column, error.code, error.text), source };
    }
  }

  #createSource(row: SourceRow): RecordSource {
    const { cells } = row;
    return {
      rows: [row],
      findColumn: (field) => {
        const ofField = this.#columns.filter((column) => column.field === field);
        // A price is missing in the column of the regular one.
        const usual = ofField.find(
          ({ name }) => !this.#options.layout.normaliseName(name).startsWith('sale'),
        );
        const column = ofField.find(({ index }) => (cells[index] ?? '') !== '') ?? usual;
        return column === undefined ? null : { column: column.name, cell: cells[column.index] ?? '' };
      },
    };
  }
}

function measureCells(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

/** Fields by which items are found: a blank around them is none of theirs. */
const identifiers: ReadonlySet<string> = new Set([
  'id',
  'sku',
  'groupId',
  'gtin',
  'ean',
  'upc',
  'isbn',
  'mpn',
]);

/** The fields of a row. Of several columns of a field, the first one with a value counts. */
function* readFields(
  cells: readonly string[],
  columns: readonly TableColumn[],
): Generator<number, Map<string, string>> {
  const fields = new Map<string, string>();
  let currency: string | null = null;
  for (const column of columns) {
    const { field, kind, index } = column;
    const written = cells[index] ?? '';
    const cell = field !== null && identifiers.has(field) ? written.trim() : written;
    if (cell === '' || field === null || kind === 'other' || kind === 'price' || fields.has(field)) continue;
    fields.set(field, yield* convertCell(cell, column));
    if (field === 'price' && kind === 'amount')
      currency = readAmount(decodeCell(cell), column)?.currency ?? null;
  }
  if (currency !== null && !fields.has('currency')) fields.set('currency', JSON.stringify(currency));
  return fields;
}

/** The first rows, and why they end, if the file cannot be read further: the rows before are valid. */
async function readSample(
  rows: AsyncIterator<TableRow>,
): Promise<{ sample: TableRow[]; failure: { readonly cause: unknown } | null }> {
  const sample: TableRow[] = [];
  let bytes = 0;
  try {
    while (sample.length < limits.importSampleRowsMax && bytes < limits.importSampleBytesMax) {
      const { done, value } = await rows.next();
      if (done === true) break;
      sample.push(value);
      if ('cells' in value) bytes += measureCells(value.cells);
    }
  } catch (cause) {
    return { sample, failure: { cause } };
  }
  return { sample, failure: null };
}
