import type { JsonObject } from '../../../ports/catalog/json.ts';
import { createJsonSlices } from '../../contract/json-document.ts';
import { parseImportedItem } from '../item-input.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { locateErrorInFile } from './record-errors.ts';
import { importFile, type ImportFileOptions } from './import-file.ts';
import type { FileColumn, FileFindings } from './file-findings.ts';

/** What an import reads from a file. */
export interface ReadFile {
  /** Valid items, in order. */
  readonly items: JsonObject[];
  /** The messages of rejected lines. */
  readonly errors: string[];
  readonly findings: FileFindings;
  readonly columns: readonly FileColumn[];
}

/** Reads a file in chunks of `size` bytes, and validates its items as an import does. */
export async function readFile(
  file: string | Uint8Array,
  { size = 64, ...options }: Partial<ImportFileOptions> & { size?: number } = {},
): Promise<ReadFile> {
  const bytes = Buffer.from(file);
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const slices = createJsonSlices(async () => undefined);
  const base: ImportFileOptions = {
    format: 'csv',
    layout: null,
    encoding: null,
    decimal: null,
    mapping: null,
    now: 0,
    slices,
  };
  const { records, findings, columns } = importFile(chunks(), { ...base, ...options });
  const items: JsonObject[] = [];
  const errors: string[] = [];
  for await (const record of records) {
    try {
      if ('error' in record) throw record.error;
      items.push(parseImportedItem(record.input, { priceOptional: false }).content.fields);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      for (const { detail } of locateErrorInFile(error, record).errors) errors.push(detail);
    }
  }
  return { items, errors, findings: findings(), columns: columns() };
}
