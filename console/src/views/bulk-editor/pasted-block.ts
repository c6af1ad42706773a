import { isEditable, storedText, type Column, type ColumnName, type SheetRow } from './sheet-row.ts';
import { parseNumber } from './number-text.ts';

/** A text for a cell. */
export interface CellEdit {
  readonly _id: string;
  readonly column: ColumnName;
  readonly text: string;
}

/** Where the cells of a pasted block belong. */
export interface PlacedBlock {
  readonly cells: readonly CellEdit[];
  /** The block names its items in its first column or in one with the heading `id` or `SKU`. */
  readonly isMatched: boolean;
  /** Ids and SKUs of the block that no shown item has, or several. */
  readonly unmatched: readonly string[];
  /** Rows below the last row of the sheet. */
  readonly rowsCut: number;
  /** Columns to the right of the last column of the sheet. */
  readonly columnsCut: number;
}

/**
 * The cells of a block that a spreadsheet copied: lines of cells separated by tabs. A cell with a tab, a line break or a quote is
 * quoted, with its quotes doubled.
 */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : null;
    const end = quoted?.end ?? endOfCell(text, at);
    rows.at(-1)!.push(quoted?.cell ?? text.slice(at, end));
    at = end;
    if (text[at] === '\t') {
      at++;
      // A tab at the end of a line is followed by an empty cell.
      if (at === text.length || isLineEnd(text, at)) rows.at(-1)!.push('');
    }
    if (isLineEnd(text, at)) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      if (at < text.length) rows.push([]);
    }
  }
  return rows.filter((row) => row.length > 0).map((row) => row.map((cell) => cell.trim()));
}

/**
 * Places a block from a cell of the sheet on, or by the ids or SKUs that it contains. Empty cells change nothing. A first line with the
 * heading of a column, such as `price`, says what the columns are.
 */
export function placeBlock(
  block: readonly (readonly string[])[],
  rows: readonly SheetRow[],
  columns: readonly Column[],
  start: { readonly row: number; readonly column: number },
): PlacedBlock {
  const headings = headingsOf(block[0] ?? [], columns);
  const body = headings === null ? block : block.slice(1);
  const index = indexOf(rows, headings);
  const keyColumn =
    headings === null ? firstColumnIfKey(body, index, columns.length - start.column) : keyColumnOf(headings);
  const columnAt = (at: number): Column | undefined => {
    if (headings !== null) return columns.find(({ name }) => name === headings[at]);
    return at === keyColumn ? undefined : columns[start.column + at - (keyColumn === -1 ? 0 : 1)];
  };
  const cells: CellEdit[] = [];
  const unmatched: string[] = [];
  let rowsCut = 0;
  let columnsCut = 0;
  body.forEach((line, number) => {
    if (line.every((cell) => cell === '')) return;
    const key = line[keyColumn] ?? '';
    const row = keyColumn === -1 ? rows[start.row + number] : index.get(key.toLowerCase());
    if (row === undefined || row === null) {
      if (keyColumn === -1) rowsCut++;
      else unmatched.push(key);
      return;
    }
    const width = line.length - (keyColumn === -1 ? 0 : 1);
    if (headings === null) columnsCut = Math.max(columnsCut, width - (columns.length - start.column));
    line.forEach((text, at) => {
      const column = columnAt(at);
      if (column === undefined || text === '' || !isEditable(row, column)) return;
      cells.push({ _id: row._id, column: column.name, text });
    });
  });
  return { cells, isMatched: keyColumn !== -1, unmatched, rowsCut, columnsCut };
}

/** The rows of the sheet as a block with headings, which `placeBlock()` accepts after an edit in a spreadsheet. */
export function blockText(
  rows: readonly SheetRow[],
  columns: readonly Column[],
  textOf: (row: SheetRow, column: Column) => string = storedText,
): string {
  const lines = rows.map((row) => [
    ...[row.id, row.sku, row.name].map(withoutFormula),
    ...columns.map((column) => textOf(row, column)),
  ]);
  return [['id', 'SKU', 'name', ...columns.map(({ name }) => name)], ...lines]
    .map((line) => line.map(quotedIfNeeded).join('\t'))
    .join('\n');
}

/** Numbers with more characters are rather ids than prices. */
const valueLengthMax = 7;

type Heading = ColumnName | 'id' | 'sku' | null;
type RowIndex = ReadonlyMap<string, SheetRow | null>;

const headingNames: Readonly<Record<string, Heading>> = {
  id: 'id',
  sku: 'sku',
  price: 'price',
  stock: 'stock',
  quantity: 'stock',
  inventory: 'stock',
};

/** Null: the line has values, not headings. */
function headingsOf(line: readonly string[], columns: readonly Column[]): readonly Heading[] | null {
  const headings = line.map((cell) => headingNames[cell.toLowerCase()] ?? null);
  const namesColumn = columns.some(({ name }) => headings.includes(name));
  return namesColumn && !line.some(isNumber) ? headings : null;
}

/** -1: no column has ids or SKUs. */
function keyColumnOf(headings: readonly Heading[]): number {
  const id = headings.indexOf('id');
  return id === -1 ? headings.indexOf('sku') : id;
}

/**
 * 0 if more than half of the lines begin with the id or SKU of a shown item; else -1. Short numbers can also be prices, so they are ids
 * only in a block that is wider than the columns it would fill.
 */
function firstColumnIfKey(
  body: readonly (readonly string[])[],
  index: RowIndex,
  columnsToFill: number,
): number {
  const width = body.reduce((max, line) => Math.max(max, line.length), 0);
  if (width < 2) return -1;
  const keys = body.map(([first = '']) => first.toLowerCase()).filter((key) => key !== '');
  const canBeValues = keys.every((key) => key.length <= valueLengthMax && isNumber(key));
  if (canBeValues && width <= columnsToFill) return -1;
  const found = new Set(keys.filter((key) => index.has(key)));
  return found.size * 2 > keys.length ? 0 : -1;
}

/** The rows by id and by SKU, or only by the one with a heading; null where several rows share a value. */
function indexOf(rows: readonly SheetRow[], headings: readonly Heading[] | null): RowIndex {
  const bySku = new Map<string, SheetRow | null>();
  const byId = new Map<string, SheetRow | null>();
  for (const row of rows) {
    for (const [index, key] of [
      [bySku, row.sku],
      [byId, row.id],
    ] as const)
      index.set(key.toLowerCase(), index.has(key.toLowerCase()) ? null : row);
  }
  if (headings !== null && keyColumnOf(headings) !== -1) return headings.includes('id') ? byId : bySku;
  return new Map([...bySku, ...byId]);
}

function isNumber(cell: string): boolean {
  return cell !== '' && 'value' in parseNumber(cell, { digits: 0 });
}

function quotedCell(text: string, start: number): { cell: string; end: number } | null {
  let cell = '';
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at++;
    } else {
      const end = at + 1;
      return end === text.length || text[end] === '\t' || isLineEnd(text, end) ? { cell, end } : null;
    }
  }
  return null;
}

function endOfCell(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '\t' && !isLineEnd(text, at)) at++;
  return at;
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

/** An apostrophe keeps a spreadsheet from evaluating a text of the catalog as a formula. */
function withoutFormula(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

function quotedIfNeeded(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
