import { byteLines } from '../../lib/byte-lines.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemInput } from './item-input.ts';
import { readJsonRecord } from './json-document.ts';

/** A record of an import: an item, or the error of its line. */
export type ImportRecord =
  | { readonly line: number; readonly input: ItemInput }
  | { readonly line: number; readonly error: VitrineError };

/** Cost of reading a line, and of rejecting one, in scanned bytes of JSON. */
const lineCost = 500;
export const refusalCost = 8_000;

/** Items of NDJSON in UTF-8, one per line; skips empty lines. Holds at most one line in memory. */
export async function* ndjsonRecords(
  source: AsyncIterable<Uint8Array>,
  slices: WorkSlices,
): AsyncIterable<ImportRecord> {
  let line = 0;
  for await (const bytes of byteLines(source, limits.importLineBytesMax)) {
    line++;
    await slices.spend(lineCost + (bytes?.length ?? 0));
    if (bytes === null) {
      await slices.spend(refusalCost);
      yield {
        line,
        error: lineError(line, 'too_long', `must be at most ${limits.importLineBytesMax} bytes`),
      };
    } else if (!isBlank(bytes)) {
      yield await jsonRecord(line, bytes, slices);
    }
  }
}

/** The record of a line with a JSON item. */
export async function jsonRecord(line: number, bytes: Uint8Array, slices: WorkSlices): Promise<ImportRecord> {
  const path = `line ${line}`;
  try {
    return { line, input: { ...(await readJsonRecord(bytes, path, slices)), path } };
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    await slices.spend(refusalCost);
    return { line, error };
  }
}

function isBlank(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 32) return false;
  return true;
}

/** `text`: the requirement that the line violates. */
export function lineError(line: number, code: string, text: string): VitrineError {
  const path = `line ${line}`;
  const detail = `${path} ${text}`;
  const errors: InputError[] = [{ path, code, detail }];
  return new VitrineError('invalid_item', detail, { errors });
}

/** The error of a cell; `text` as in {@link lineError}. */
export function cellError(line: number, column: string, code: string, text: string): VitrineError {
  const path = `line ${line}.${column.slice(0, 100)}`;
  const detail = `${path} ${text}`;
  return new VitrineError('invalid_item', detail, { errors: [{ path, code, detail }] });
}
