import type { DecimalSign } from '../../../lib/decimal-text.ts';
import type { TextEncoding } from '../../../lib/text-encodings.ts';
import { decodeSource } from '../../../lib/utf8-source.ts';
import type { WorkSlices } from '../../../lib/work-slices.ts';
import type { RememberedMapping } from '../../../ports/catalog/column-mappings.ts';
import { readNdjsonRecords, type ImportRecord } from '../import-records.ts';
import { isPrice, type TableColumn } from './columns.ts';
import { checkMappedColumns, type ColumnMapping } from './column-mapping.ts';
import { openCsvTable } from './csv-table.ts';
import { readTextFile } from './file-kind.ts';
import type { FileColumn, FileFindings, ImportFormat } from './file-findings.ts';
import { findEncodingWarnings, createEncodingError } from './file-encoding.ts';
import { FileWarnings } from './file-warnings.ts';
import type { TableLayout, TableLayoutName } from './table-layout.ts';
import { googleLayout } from './layouts/google.ts';
import { plainLayout } from './layouts/plain.ts';
import { shopifyLayout } from './layouts/shopify.ts';
import { wooCommerceLayout } from './layouts/woocommerce.ts';
import { convertTable, type Table, type TableRow } from './table-records.ts';
import { openXmlTable } from './xml-table.ts';

/** A file of an import. */
export interface ImportFile {
  /** Items, and errors of lines. */
  readonly records: AsyncIterable<ImportRecord>;
  /** Returns the properties of the file that are known so far. */
  readonly findings: () => FileFindings;
  /** The columns, known with the first item. */
  readonly columns: () => readonly FileColumn[];
  /** Returns the choices for columns, of this or an earlier import. */
  readonly mapping: () => ColumnMapping;
}

export interface ImportFileOptions {
  readonly format: ImportFormat;
  /** Null means recognised by the names of the columns. */
  readonly layout: TableLayoutName | null;
  /** Null means declared or detected. */
  readonly encoding: TextEncoding | null;
  /** The label of the encoding that the sender declares, if any. */
  readonly declaredEncoding?: string | null;
  /** Null means detected per column. */
  readonly decimal: DecimalSign | null;
  /** Null means as remembered for these columns. */
  readonly mapping: ColumnMapping | null;
  /** The choices of an earlier import for columns with these names. */
  readonly findRememberedMapping?: (names: readonly string[]) => RememberedMapping | null;
  /** Milliseconds. */
  readonly now: number;
  readonly slices: WorkSlices;
}

/** The first layout that recognises the columns reads the file. */
const layouts: readonly TableLayout[] = [googleLayout, shopifyLayout, wooCommerceLayout, plainLayout];

/**
 * Reads the items of a file as a stream: NDJSON, CSV with a header line, or a feed in XML. Memory does not depend on the size of the file.
 * Its `records` throw VitrineError invalid_request if the header cannot be read.
 */
export function importFile(source: AsyncIterable<Uint8Array>, options: ImportFileOptions): ImportFile {
  let findings: FileFindings = {
    format: options.format,
    layout: null,
    encoding: options.encoding ?? 'utf-8',
    delimiter: null,
    decimal: options.decimal,
    ambiguousColumns: [],
    rememberedAt: null,
    warnings: [],
  };
  const warnings = new FileWarnings();
  let columns: readonly TableColumn[] = [];
  let mapping: ColumnMapping = options.mapping ?? {};
  const add = (found: Partial<FileFindings>): void => {
    findings = { ...findings, ...found };
  };
  const text = decodeSource(readTextFile(source, options.format), {
    encoding: options.encoding,
    declared: options.declaredEncoding ?? null,
    createRefusal: createEncodingError,
    onFound: (found) => {
      add({ encoding: found.encoding });
      for (const warning of findEncodingWarnings(found)) warnings.add(warning);
    },
  });
  const onColumns = (decided: readonly TableColumn[]): void => {
    columns = decided;
    add({ decimal: signOfPrices(decided) ?? options.decimal, ambiguousColumns: findAmbiguousNames(decided) });
  };
  const records =
    options.format === 'ndjson'
      ? readNdjsonRecords(text, options.slices)
      : readTableRecords(text, {
          ...options,
          onColumns,
          onFound: add,
          onMapping: (used) => (mapping = used),
          onWarning: (warning) => warnings.add(warning),
        });
  return {
    records,
    findings: () => ({ ...findings, warnings: warnings.list() }),
    columns: () => columns.map(({ name, field, reason, values }) => ({ name, field, reason, values })),
    mapping: () => mapping,
  };
}

async function* readTableRecords(
  text: AsyncIterable<Uint8Array>,
  options: ImportFileOptions & {
    onColumns: (columns: readonly TableColumn[]) => void;
    onFound: (found: Partial<FileFindings>) => void;
    onMapping: (used: ColumnMapping) => void;
    onWarning: FileWarnings['add'];
  },
): AsyncIterable<ImportRecord> {
  const table =
    options.format === 'xml'
      ? await withNames(openXmlTable(text, options.slices))
      : await openCsvTable(text, options.slices);
  if (table === null) return;
  // Later products of XML can have further elements.
  if (options.format === 'csv') checkMappedColumns(options.mapping ?? {}, table.names);
  const remembered = options.mapping === null ? (options.findRememberedMapping?.(table.names) ?? null) : null;
  const chosen = options.layout ?? remembered?.layout ?? null;
  const declared = table.layout?.() ?? null;
  const layout = layouts.find(({ name, normaliseName, recognises }) =>
    chosen === null
      ? recognises(new Set(table.names.map(normaliseName)), name === declared)
      : name === chosen,
  )!;
  options.onFound({
    layout: layout.name,
    delimiter: table.delimiter,
    rememberedAt: remembered?.chosenAt ?? null,
  });
  const mapping = options.mapping ?? remembered?.mapping ?? {};
  options.onMapping(mapping);
  const usualDecimal = remembered?.decimal ?? null;
  yield* convertTable(table, { ...options, layout, mapping, usualDecimal });
}

/** The table with the names of its first row. */
async function withNames(table: Table): Promise<Table> {
  const rest = table.rows[Symbol.asyncIterator]();
  const first = await rest.next();
  async function* readRows(): AsyncIterable<TableRow> {
    try {
      for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { ...table, rows: readRows() };
}

function signOfPrices(columns: readonly TableColumn[]): DecimalSign | null {
  const signs = new Set(columns.flatMap((column) => (isPrice(column) ? (column.sign ?? []) : [])));
  const [sign = null] = signs.size === 1 ? signs : [];
  return sign;
}

const ambiguousNamesMax = 20;

function findAmbiguousNames(columns: readonly TableColumn[]): string[] {
  const names = columns.filter(({ kind, isAmbiguous }) => kind === 'value' && isAmbiguous);
  return names.slice(0, ambiguousNamesMax).map(({ name }) => name.slice(0, 100));
}
