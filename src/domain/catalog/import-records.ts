import { byteLines } from '../../lib/byte-lines.ts';
import { utf8Source } from '../../lib/utf8-source.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemInput } from './item-input.ts';
import { parseJsonBytes, parseJsonText, type JsonDocument } from './json-document.ts';

/** One record of an import: an item, or why its line cannot be one. */
export type ImportRecord =
  | { readonly line: number; readonly input: ItemInput }
  | { readonly line: number; readonly error: VitrineError };

/** Items of newline-delimited JSON, one a line; empty lines are passed over. Keeps at most one line in memory. */
export async function* ndjsonRecords(source: AsyncIterable<Uint8Array>): AsyncIterable<ImportRecord> {
  let line = 0;
  for await (const bytes of byteLines(utf8Source(source), limits.importLineBytesMax)) {
    line++;
    if (bytes === null) {
      const error = lineError(line, 'too_long', `must be at most ${limits.importLineBytesMax} bytes`);
      yield { line, error };
    } else if (!bytes.every((byte) => byte <= 32)) {
      yield readRecord(line, () => parseJsonBytes(bytes));
    }
  }
}

/** The record of a line with the JSON of an item. */
export function jsonRecord(line: number, text: string): ImportRecord {
  return readRecord(line, () => parseJsonText(text));
}

function readRecord(line: number, read: () => JsonDocument): ImportRecord {
  try {
    return { line, input: { ...read(), path: `line ${line}` } };
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    return { line, error };
  }
}

/** `text` says what the line must be. */
export function lineError(line: number, code: string, text: string): VitrineError {
  const path = `line ${line}`;
  const detail = `${path} ${text}`;
  const errors: InputError[] = [{ path, code, detail }];
  return new VitrineError('invalid_item', detail, { errors });
}
