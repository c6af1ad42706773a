import { isUtf8 } from 'node:buffer';
import { parse, type CsvError, type Info } from 'csv-parse';
import { Readable } from 'node:stream';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemInput } from './item-input.ts';
import { parseJsonBytes } from './json-document.ts';

/** One record of an import: an item, or why its line cannot be one. */
export type ImportRecord =
  | { readonly line: number; readonly input: ItemInput }
  | { readonly line: number; readonly error: VitrineError };

const NEWLINE = 10;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Items of newline-delimited JSON, one a line; empty lines are passed over. Keeps at most one line in memory. */
export async function* ndjsonRecords(source: AsyncIterable<Uint8Array>): AsyncIterable<ImportRecord> {
  let line = 0;
  for await (const bytes of lines(source)) {
    line++;
    if (bytes === null) {
      const detail = `line ${line} must be at most ${limits.importLineBytesMax} bytes`;
      yield { line, error: refused(line, 'too_long', detail) };
      continue;
    }
    if (bytes.every((byte) => byte <= 32)) continue;
    try {
      const { value, text } = parseJsonBytes(bytes);
      yield { line, input: { value, text, path: `line ${line}` } };
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      yield { line, error };
    }
  }
}

/** Lines without their end; null for one that is too long, whose bytes are dropped as they come. */
async function* lines(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array | null> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (): Uint8Array | null => {
    const whole =
      length > limits.importLineBytesMax
        ? null
        : parts.length === 1
          ? (parts[0] ?? null)
          : Buffer.concat(parts);
    parts = [];
    length = 0;
    return whole;
  };
  for await (const chunk of source) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      length += part.length;
      if (length <= limits.importLineBytesMax) parts.push(part);
      else parts = [];
      if (end === -1) break;
      yield take();
      start = end + 1;
    }
  }
  if (length > 0) yield take();
}

/**
 * Items of CSV with a header line. A cell that is a JSON number, `true`, `false`, or a JSON list or object is
 * taken as that (`id`, `sku`, `name`, `description` always as text), an empty one as absent; `imgs` may hold
 * several addresses separated by `|`.
 */
export async function* csvRecords(source: AsyncIterable<Uint8Array>): AsyncIterable<ImportRecord> {
  const skipped: { line: number; error: VitrineError }[] = [];
  let lastLine = 0;
  let unread: VitrineError | null = null;
  const parser = parse({
    // Bytes as characters: what is not UTF-8 would be replaced silently otherwise.
    encoding: 'latin1',
    columns: (names: string[]) => {
      lastLine = 1;
      return names;
    },
    info: true,
    relax_column_count: false,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: limits.importLineBytesMax,
    on_record: (record: Record<string, string>, { lines: line }: { lines: number }) => {
      lastLine = line;
      return record;
    },
    on_skip: (error: CsvError | undefined) => {
      const end = (error as { lines?: number } | undefined)?.lines ?? 0;
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') unread = unclosedQuote(lastLine + 1);
      else
        skipped.push({
          line: end,
          error: refused(end, 'format', `line ${end}: ${error?.message ?? 'not CSV'}`),
        });
      lastLine = end;
      return undefined;
    },
  });
  const bytes = Readable.from(withoutByteOrderMark(source));
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  for await (const entry of parser as AsyncIterable<{ record: Record<string, string>; info: Info }>) {
    yield* skipped.splice(0);
    const line = entry.info.lines;
    const cells = decoded(entry.record);
    if (cells === null) {
      yield { line, error: refused(line, 'invalid_text', `line ${line} must be UTF-8`) };
      continue;
    }
    const value = itemOfCells(cells);
    yield { line, input: { value, text: JSON.stringify(value), path: `line ${line}` } };
  }
  yield* skipped;
  if (unread !== null) throw unread;
}

/** Everything after the quote was taken for the inside of a cell: an import that went so far did not succeed. */
function unclosedQuote(line: number): VitrineError {
  const detail = `A quote opens on line ${line} and is never closed: this line and all after it were not read`;
  const errors: InputError[] = [{ path: `line ${line}`, code: 'format', detail }];
  return new VitrineError('invalid_request', detail, { errors });
}

async function* withoutByteOrderMark(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let head: Uint8Array | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < byteOrderMark.length) continue;
    yield byteOrderMark.equals(head.subarray(0, 3)) ? head.subarray(3) : head;
    head = null;
  }
  if (head !== null) yield head;
}

/** Cells whose characters stand for bytes, as text; null where they are not UTF-8. */
function decoded(cells: Record<string, string>): Record<string, string> | null {
  const text: [string, string][] = [];
  for (const cell of Object.entries(cells)) {
    // oxlint-disable-next-line no-control-regex
    if (cell.every((part) => /^[\0-\x7f]*$/.test(part))) {
      text.push(cell);
      continue;
    }
    const [name, value] = cell.map((part) => Buffer.from(part, 'latin1')) as [Buffer, Buffer];
    if (!isUtf8(name) || !isUtf8(value)) return null;
    text.push([name.toString('utf8'), value.toString('utf8')]);
  }
  return Object.fromEntries(text);
}

const textColumns = new Set(['id', 'sku', 'name', 'description']);

function itemOfCells(cells: Record<string, string>): JsonObject {
  const item: [string, Json][] = [];
  for (const [name, cell] of Object.entries(cells)) {
    if (name === 'description' && cell === '') item.push([name, '']);
    else if (name === 'imgs') item.push([name, pictures(cell)]);
    else if (cell !== '') item.push([name, textColumns.has(name) ? cell : valueOf(cell)]);
  }
  return Object.fromEntries(item);
}

function pictures(cell: string): Json {
  const value = valueOf(cell);
  if (typeof value !== 'string') return value;
  return value
    .split('|')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

function valueOf(cell: string): Json {
  if (cell === 'true') return true;
  if (cell === 'false') return false;
  // Only a number that is written the way it reads back: `007` and a 20-digit code stay text.
  if (cell !== '' && String(Number(cell)) === cell && Number.isFinite(Number(cell))) return Number(cell);
  if (/^[[{]/.test(cell)) {
    try {
      return JSON.parse(cell) as Json;
    } catch {
      return cell;
    }
  }
  return cell;
}

function refused(line: number, code: string, detail: string): VitrineError {
  const errors: InputError[] = [{ path: `line ${line}`, code, detail }];
  return new VitrineError('invalid_item', detail, { errors });
}
