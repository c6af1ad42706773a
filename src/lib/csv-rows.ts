import { isAscii as isAsciiBytes, isUtf8 } from 'node:buffer';
import { splitByteLines, withLineFeeds } from './byte-lines.ts';
import type { WorkSlices } from './work-slices.ts';

/** A row of a CSV file; `line` is its first line, from 1. `text` is this line as it is, without invalid bytes; empty if it is too long. */
export type CsvRow =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly fault: CsvError; readonly text: string };

/**
 * An error of a row. `unclosed_quote` means that a quoted cell is never closed, `text_after_quote` that text follows a closing quote before
 * the next delimiter. `cell_count` means that `count` cells are fewer than those of the header, or that more are not empty.
 */
export type CsvError =
  | { readonly code: 'unclosed_quote' | 'text_after_quote' | 'not_utf8' | 'too_long' }
  | { readonly code: 'cell_count'; readonly count: number };

export interface CsvLimits {
  /** Maximum bytes and lines of a row. */
  readonly bytesMax: number;
  readonly linesMax: number;
  /** Maximum cells of a row; a longer row is cut to one more. */
  readonly cellsMax: number;
  readonly headerBytesMax: number;
}

/** Cost of a line besides its bytes. */
const lineCost = 250;

export interface CsvTable {
  readonly header: CsvRow;
  readonly delimiter: string;
  /** The rows below the header, except empty ones. */
  readonly rows: AsyncIterable<CsvRow>;
}

const delimiters = [',', ';', '\t', '|'];
/** Excel's delimiter declaration above the header. */
const delimiterLine = /^sep=(.)\r?$/i;

/**
 * Parses a CSV file (RFC 4180) as a stream: UTF-8 without a byte order mark, any line ends. A `sep=` line declares the
 * delimiter; otherwise the header selects one of the usual ones: that with a column named `key`, or with the most columns.
 *
 * An invalid row costs only its first line: parsing continues at the next one. Null for an empty file. Holds at most one row
 * and one line in memory.
 */
export async function readCsv(
  source: AsyncIterable<Uint8Array>,
  { key, slices, ...limits }: CsvLimits & { key: string; slices: WorkSlices },
): Promise<CsvTable | null> {
  const lines = new Lines(splitByteLines(withLineFeeds(source), limits.bytesMax), slices);
  let first = await lines.skipEmpty();
  const announced = first === null ? undefined : delimiterLine.exec(first.text ?? '')?.[1];
  if (announced !== undefined) {
    await lines.next();
    first = await lines.skipEmpty();
  }
  if (first === null) return null;
  if (first.text === null || first.text.length > limits.headerBytesMax)
    return createRefusedTable(first.number);
  const delimiter = announced ?? detectDelimiter(first.text, key, limits);
  const reader = new RowReader(lines, delimiter, limits, slices);
  const header = await reader.next(null);
  if (header === null) return null;
  // Quoted cells of the header may span many lines.
  if ('cells' in header && measureCells(header.cells) > limits.headerBytesMax)
    return createRefusedTable(header.line);
  return { header, delimiter, rows: readRows(reader, 'cells' in header ? header.cells.length : null) };
}

/** The table of a file with too long a header. */
function createRefusedTable(line: number): CsvTable {
  return { header: { line, fault: { code: 'too_long' }, text: '' }, delimiter: ',', rows: createNoRows() };
}

function measureCells(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

async function* createNoRows(): AsyncIterable<CsvRow> {
  // Without a header there are no columns.
}

async function* readRows(reader: RowReader, count: number | null): AsyncIterable<CsvRow> {
  for (let row = await reader.next(count); row !== null; row = await reader.next(count)) yield row;
}

function detectDelimiter(header: string, key: string, { cellsMax }: CsvLimits): string {
  const candidates = delimiters.map((delimiter) => {
    const row = new RowParser(delimiter, cellsMax);
    row.add(header);
    return { delimiter, count: row.cells.length, hasKey: row.cells.some((name) => name.trim() === key) };
  });
  candidates.sort((a, b) => Number(b.hasKey) - Number(a.hasKey) || b.count - a.count);
  return candidates[0]!.delimiter;
}

/** A line with one character per byte; the text is null if the line is too long. */
interface Line {
  readonly number: number;
  readonly text: string | null;
}

/** The lines of a file with pushback. */
class Lines {
  readonly #source: AsyncIterator<Uint8Array | null>;
  readonly #ahead: Line[] = [];
  readonly #slices: WorkSlices;
  #lineNumber = 0;

  constructor(source: AsyncIterable<Uint8Array | null>, slices: WorkSlices) {
    this.#source = source[Symbol.asyncIterator]();
    this.#slices = slices;
  }

  async next(): Promise<Line | null> {
    const pushedLine = this.#ahead.pop();
    if (pushedLine !== undefined) return pushedLine;
    const { done, value } = await this.#source.next();
    if (done === true) return null;
    await this.#slices.spend(lineCost + (value?.length ?? 0));
    const text =
      value === null ? null : Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1');
    return { number: ++this.#lineNumber, text };
  }

  async peek(): Promise<Line | null> {
    const line = await this.next();
    if (line !== null) this.#ahead.push(line);
    return line;
  }

  /** Peeks at the next line that is not empty. */
  async skipEmpty(): Promise<Line | null> {
    let line = await this.peek();
    while (line !== null && line.text !== null && line.text.trim() === '') {
      await this.next();
      line = await this.peek();
    }
    return line;
  }

  /** Pushed-back lines are parsed again, which costs work. */
  async putBack(lines: readonly Line[]): Promise<void> {
    for (const line of lines.toReversed()) this.#ahead.push(line);
    await this.#slices.spend(lines.reduce((sum, { text }) => sum + lineCost + (text?.length ?? 0), 0));
  }
}

class RowReader {
  readonly #lines: Lines;
  readonly #delimiter: string;
  readonly #limits: CsvLimits;
  readonly #slices: WorkSlices;

  constructor(lines: Lines, delimiter: string, limits: CsvLimits, slices: WorkSlices) {
    this.#lines = lines;
    this.#delimiter = delimiter;
    this.#limits = limits;
    this.#slices = slices;
  }

  /** The next row that is not empty, with `count` cells if known; null at the end. */
  async next(count: number | null): Promise<CsvRow | null> {
    for (;;) {
      await this.#lines.skipEmpty();
      const first = await this.#lines.next();
      if (first === null) return null;
      const row = await this.#readRow(first, count);
      if ('fault' in row || row.cells.some((cell) => cell !== '')) return row;
    }
  }

  async #readRow({ number: line, text }: Line, count: number | null): Promise<CsvRow> {
    if (text === null) return { line, fault: { code: 'too_long' }, text: '' };
    const row = this.#createParser();
    const after: Line[] = [];
    let state = row.add(text);
    let bytes = text.length;
    await this.#slices.spend(bytes);
    while (state === 'open') {
      const next = after.length + 1 < this.#limits.linesMax ? await this.#lines.next() : null;
      if (next !== null) after.push(next);
      bytes += 1 + (next?.text?.length ?? 0);
      if (next === null || next.text === null || bytes > this.#limits.bytesMax) break;
      state = row.add(next.text);
    }
    const { cells, hasStrayQuote } = row;
    await this.#slices.spend(bytes);
    const isNextARow = this.#isRow(after[0], count);
    const isWhole = state === 'complete' && fits(cells, count) && !(hasStrayQuote && isNextARow);
    if (isWhole) return await this.#slices.run(decodeRow({ line, text }, cells.slice(0, count ?? undefined)));
    // The quote is literal if what it encloses is not a valid row and the next line is one itself.
    if (state === 'open' || isNextARow || (state === 'fault' && after.length > 0)) {
      await this.#lines.putBack(after);
      return { line, fault: { code: 'unclosed_quote' }, text: decodeLossily(text) };
    }
    if (state === 'fault') return { line, fault: { code: 'text_after_quote' }, text: decodeLossily(text) };
    return { line, fault: { code: 'cell_count', count: cells.length }, text: decodeLossily(text) };
  }

  /** Whether the line alone is a row. */
  #isRow(line: Line | undefined, count: number | null): boolean {
    if (line === undefined || line.text === null) return false;
    const row = this.#createParser();
    return (
      row.add(line.text) === 'complete' && fits(row.cells, count) && row.cells.some((cell) => cell !== '')
    );
  }

  #createParser(): RowParser {
    return new RowParser(this.#delimiter, this.#limits.cellsMax);
  }
}

/** Spreadsheets append empty cells and rows. */
function fits(cells: readonly string[], count: number | null): boolean {
  if (count === null || cells.length === count) return true;
  return cells.every((cell, index) => cell === '' || (cells.length > count && index < count));
}

/** Each pass over the cells is a step. */
function* decodeRow(
  { line, text: lineText }: { readonly line: number; readonly text: string },
  cells: readonly string[],
): Generator<number, CsvRow> {
  yield measureCells(cells);
  if (cells.every(isAscii)) return { line, cells };
  const texts: string[] = [];
  for (const cell of cells) {
    yield cell.length;
    const text = isAscii(cell) ? cell : yield* decodeCell(cell);
    if (text === null) return { line, fault: { code: 'not_utf8' }, text: decodeLossily(lineText) };
    texts.push(text);
  }
  return { line, cells: texts };
}

/** A line of byte characters as text. */
function decodeLossily(line: string): string {
  return Buffer.from(line, 'latin1').toString('utf8').replace(/\r$/, '');
}

/** Splits the lines of a row into cells. */
class RowParser {
  readonly cells: string[] = [];
  /** Whether an unquoted cell contains a literal quote: `24" monitor`. */
  hasStrayQuote = false;
  readonly #delimiter: string;
  readonly #cellsMax: number;
  /** The quoted cell that the last line left open. */
  #open: string | null = null;

  constructor(delimiter: string, cellsMax: number) {
    this.#delimiter = delimiter;
    this.#cellsMax = cellsMax;
  }

  /** `open` means that the row continues on the next line; `fault` means text after a closing quote. */
  add(line: string): 'complete' | 'open' | 'fault' {
    const end = line.endsWith('\r') ? line.length - 1 : line.length;
    if (this.#open === null && !line.includes('"')) {
      for (const cell of line.slice(0, end).split(this.#delimiter, this.#cellsMax + 1)) this.#push(cell);
      return 'complete';
    }
    let at = 0;
    for (;;) {
      if (this.cells.length > this.#cellsMax) return 'complete';
      const quote = this.#open === null ? skipBlanks(line, at) : at - 1;
      if (this.#open === null && line[quote] !== '"') {
        const next = line.indexOf(this.#delimiter, at);
        const cell = line.slice(at, next === -1 ? end : next);
        this.hasStrayQuote ||= cell.includes('"');
        this.#push(cell);
        if (next === -1) return 'complete';
        at = next + 1;
        continue;
      }
      const closed = this.#readQuotedCell(line, quote + 1);
      if (closed === -1) return 'open';
      at = skipBlanks(line, closed);
      if (at >= end) return 'complete';
      if (line[at] !== this.#delimiter) return 'fault';
      at++;
    }
  }

  #push(cell: string): void {
    if (this.cells.length <= this.#cellsMax) this.cells.push(cell);
  }

  /** Reads a quoted cell from `from`; returns the index after its closing quote, or -1 if it stays open. */
  #readQuotedCell(line: string, from: number): number {
    let text = this.#open ?? '';
    let at = from;
    for (;;) {
      const quote = line.indexOf('"', at);
      text += line.slice(at, quote === -1 ? line.length : quote);
      if (quote === -1) {
        this.#open = `${text}\n`;
        return -1;
      }
      if (line[quote + 1] !== '"') {
        this.#push(text);
        this.#open = null;
        return quote + 1;
      }
      text += '"';
      at = quote + 2;
    }
  }
}

/** Spaces around a quoted cell are ignored. */
function skipBlanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ') at++;
  return at;
}

/** Longer texts are scanned as bytes: an uncompiled pattern takes 8 ns per character. */
const patternLengthMax = 1_024;

function isAscii(text: string): boolean {
  if (text.length > patternLengthMax) return isAsciiBytes(Buffer.from(text, 'latin1'));
  // oxlint-disable-next-line no-control-regex
  return /^[\0-\x7f]*$/.test(text);
}

/** Decodes a cell of byte characters; null if it is not UTF-8. */
function* decodeCell(cell: string): Generator<number, string | null> {
  const bytes = Buffer.from(cell, 'latin1');
  yield bytes.length;
  if (!isUtf8(bytes)) return null;
  yield bytes.length;
  return bytes.toString('utf8');
}
