import { readCsv, type CsvError, type CsvRow } from '../../lib/csv-rows.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { VitrineError } from '../../ports/errors.ts';
import { isTextField } from '../../ports/item-fields.ts';
import { limits } from '../../ports/limits.ts';
import { jsonRecord, lineError, refusedLine, type ImportRecord } from './import-records.ts';
import { parsedByteCost, scanRecord } from './json-document.ts';

/** The column names of a table, and whether `12,50` is a number. */
interface Columns {
  readonly names: readonly string[];
  readonly decimalComma: boolean;
}

/**
 * Items of CSV with a header line. An empty cell is an absent field. Text fields (see `isTextField`) stay texts; in other
 * columns numbers, `true` and `false` are parsed, with a decimal comma unless commas separate the cells. A JSON list or
 * object is parsed, except in `id`, `sku`, `name` and `description`. `imgs` may contain several URLs separated by `|`.
 * @throws VitrineError invalid_request if the header cannot be read
 */
export async function* csvRecords(
  source: AsyncIterable<Uint8Array>,
  slices: WorkSlices,
): AsyncIterable<ImportRecord> {
  const table = await readCsv(source, {
    bytesMax: limits.importLineBytesMax,
    linesMax: limits.importRowLinesMax,
    cellsMax: limits.importColumnsMax,
    headerBytesMax: limits.importHeaderBytesMax,
    key: 'id',
    slices,
  });
  if (table === null) return;
  const columns = { names: columnNames(table.header), decimalComma: table.delimiter !== ',' };
  for await (const row of table.rows) yield await recordOf(row, columns, slices);
}

function columnNames(header: CsvRow): string[] {
  const refused = (code: string, text: string): VitrineError => {
    const { message, errors } = lineError(header.line, code, text);
    return new VitrineError('invalid_request', message, { errors });
  };
  if ('fault' in header) {
    if (header.fault.code === 'too_long')
      throw refused('too_long', `must be at most ${limits.importHeaderBytesMax} bytes`);
    throw refused(...faultOf(header.fault, 0));
  }
  const names = header.cells.map((name) => name.trim());
  if (names.length > limits.importColumnsMax)
    throw refused('too_many', `must have at most ${limits.importColumnsMax} columns`);
  const long = names.find((name) => name.length > limits.fieldNameLengthMax);
  if (long !== undefined)
    throw refused(
      'too_long',
      `must name columns with at most ${limits.fieldNameLengthMax} characters: ${JSON.stringify(long.slice(0, 100))} is longer`,
    );
  const known = new Set<string>();
  const twice = names.find((name) => name !== '' && known.size === known.add(name).size);
  if (twice !== undefined)
    throw refused(
      'duplicate',
      `must name each column once: ${JSON.stringify(twice.slice(0, 100))} occurs twice`,
    );
  return names;
}

async function recordOf(row: CsvRow, columns: Columns, slices: WorkSlices): Promise<ImportRecord> {
  const { line } = row;
  if ('fault' in row) return await refusedLine(line, faultOf(row.fault, columns.names.length), slices);
  const unnamed = columns.names.findIndex((name, index) => name === '' && row.cells[index] !== '');
  if (unnamed !== -1) {
    const text = `must have an empty cell in column ${unnamed + 1}, which has no name in the header`;
    return await refusedLine(line, ['format', text], slices);
  }
  await slices.spend(row.cells.reduce((sum, cell) => sum + cell.length, 0));
  const text = await slices.run(itemText(row.cells, columns));
  await slices.spend(text.length);
  return await jsonRecord(line, Buffer.from(text), slices);
}

function faultOf(fault: CsvError, columns: number): [code: string, text: string] {
  switch (fault.code) {
    case 'unclosed_quote':
      return ['format', 'must have a closing quote; double any quote inside the text'];
    case 'text_after_quote':
      return ['format', 'must have no text after a closing quote; double any quote inside the text'];
    case 'cell_count':
      return ['format', `must have ${columns} cells, as many as the header: it has ${fault.count}`];
    case 'not_utf8':
      return ['invalid_text', 'must be UTF-8: save the file as "CSV UTF-8"'];
    case 'too_long':
      return ['too_long', `must be at most ${limits.importLineBytesMax} bytes`];
  }
}

/** The item as a line of NDJSON; each pass over a cell of JSON or pictures is a step. */
function* itemText(cells: readonly string[], { names, decimalComma }: Columns): Generator<number, string> {
  const fields: string[] = [];
  let length = 0;
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    const json = mayBeJson.test(cell) && !plainTexts.has(name) ? yield* jsonText(cell) : null;
    const value = json ?? (name === 'imgs' ? yield* picturesText(cell) : valueText(name, cell, decimalComma));
    const field = `${JSON.stringify(name)}:${value}`;
    length += field.length;
    fields.push(field);
  }
  yield length;
  return `{${fields.join()}}`;
}

const plainTexts = new Set(['id', 'sku', 'name', 'description']);
const mayBeJson = /^\s*[[{]/;

/** A JSON list or object as written; null for any other text. */
function* jsonText(cell: string): Generator<number, string | null> {
  yield cell.length;
  const bytes = Buffer.from(cell);
  yield bytes.length;
  // A cell that is too deep or too large is rejected with its line.
  if (scanRecord(bytes) !== null) return cell;
  yield parsedByteCost * bytes.length;
  try {
    JSON.parse(cell);
    return cell;
  } catch {
    return null;
  }
}

function* picturesText(cell: string): Generator<number, string> {
  const addresses = cell.split('|').map((address) => address.trim());
  yield cell.length;
  return JSON.stringify(addresses.filter((address) => address !== ''));
}

function valueText(name: string, cell: string, decimalComma: boolean): string {
  if (plainTexts.has(name) || name.split('.').some(isTextField)) return JSON.stringify(cell);
  if (/^(true|false)$/i.test(cell)) return cell.toLowerCase();
  const decimal = decimalComma && /^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell;
  return isNumber(decimal) ? decimal : JSON.stringify(cell);
}

/** Longer digit strings exceed the precision of a number: they are codes. */
const digitsMax = 15;

/** A decimal in JSON notation; `007`, `1e5` and a code of 20 digits are texts. */
function isNumber(cell: string): boolean {
  if (cell.length > 2 * digitsMax) return false;
  if (String(Number(cell)) === cell) return Number.isFinite(Number(cell));
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell) && cell.replaceAll(/[-.]/g, '').length <= digitsMax;
}
