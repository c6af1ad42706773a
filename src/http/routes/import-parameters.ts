import { importItemSchema } from '../../domain/catalog/item-schema.ts';
import { parseColumnMapping } from '../../domain/catalog/import-files/column-mapping.ts';
import { importFormats, type ImportFormat } from '../../domain/catalog/import-files/file-findings.ts';
import {
  importFile,
  type ImportFile,
  type ImportFileOptions,
} from '../../domain/catalog/import-files/import-file.ts';
import { findRememberedMapping } from '../../domain/catalog/import-files/remembered-mappings.ts';
import { tableLayouts } from '../../domain/catalog/import-files/table-layout.ts';
import { importModes } from '../../domain/catalog/import-modes.ts';
import { decimalSigns } from '../../lib/decimal-text.ts';
import { readCharset, textEncodings } from '../../lib/text-encodings.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import { defineChoiceParameter, defineTextParameter } from '../requests/parameters.ts';

/** How a file of items is read. */
export const importParameters = {
  format: defineChoiceParameter({
    description: 'The format of the file. The default depends on the content type.',
    values: ['auto', ...importFormats] as const,
    fallback: 'auto',
  }),
  mode: defineChoiceParameter({
    description:
      '`update`: lines change fields of existing items and keep the others; a line with an unknown `id` is an error. `replaceAll`: the file is the whole catalog; other items are removed, all in one step, unless a line is rejected.',
    values: importModes,
    fallback: 'replace',
  }),
  layout: defineChoiceParameter({
    description:
      'The layout of the columns: `plain` has fields of items; the others are product exports of Google Merchant Center, Shopify and WooCommerce. By default it is recognised.',
    values: ['auto', ...tableLayouts] as const,
    fallback: 'auto',
  }),
  encoding: defineChoiceParameter({
    description:
      'The encoding of the file. By default, its byte order mark, its XML declaration or the `charset` of the content type says it; otherwise it is detected. A declared encoding that cannot be read is refused.',
    values: ['auto', ...textEncodings] as const,
    fallback: 'auto',
  }),
  decimal: defineChoiceParameter({
    description:
      'The decimal sign of the numbers in a CSV file. By default it is detected for each column. Prices that can have both, such as `1.299`, are rejected.',
    values: ['auto', ...decimalSigns] as const,
    fallback: 'auto',
  }),
  mapping: defineTextParameter({
    description:
      'JSON object with the field of a column by its name, or null to leave the column out: `{"Titel": "name", "Intern": null}`. Other columns are mapped as in the preview. With `"urlTemplate": "https://shop.example/p/{handle}"`, items without `url` get this address. Default: as in the last import of a file with these columns that chose a mapping; `{}`: none.',
    lengthMax: limits.importMappingLengthMax,
  }),
};

/** The content types of files. */
export const importBodies = {
  // A line per item.
  'application/x-ndjson': {
    type: 'string',
    contentMediaType: 'application/x-ndjson',
    contentSchema: importItemSchema,
  },
  'text/csv': { type: 'string' },
  'application/xml': { type: 'string' },
};

/** The file of a request. @throws VitrineError invalid_request for an invalid mapping */
export function openImportFile(
  source: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  {
    query,
    slices,
    project,
    request,
  }: {
    readonly query: {
      readonly layout: (typeof tableLayouts)[number] | 'auto';
      readonly encoding: (typeof textEncodings)[number] | 'auto';
      readonly decimal: (typeof decimalSigns)[number] | 'auto';
      readonly mapping: string | null;
    };
    readonly slices: WorkSlices;
    readonly project: Pick<ProjectEngine, 'columnMappings'>;
    readonly request: { readonly headers: { readonly 'content-type'?: string | undefined } };
  },
  now: number,
): { file: ImportFile; options: ImportFileOptions } {
  const options: ImportFileOptions = {
    format,
    layout: query.layout === 'auto' ? null : query.layout,
    encoding: query.encoding === 'auto' ? null : query.encoding,
    declaredEncoding: readCharset(request.headers['content-type']),
    decimal: query.decimal === 'auto' ? null : query.decimal,
    mapping: query.mapping === null ? null : parseColumnMapping(query.mapping),
    findRememberedMapping: (names) => findRememberedMapping(project.columnMappings, names),
    now,
    slices,
  };
  return { file: importFile(source, options), options };
}

/** The format of a body. @throws VitrineError unsupported_media_type */
export function detectRequestFormat(
  format: ImportFormat | 'auto',
  contentType: string | undefined,
): ImportFormat {
  if (format !== 'auto') return format;
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^(text|application)\/((rss|atom)\+)?xml$/.test(type)) return 'xml';
  if (/^(text|application)\/(csv|tab-separated-values|vnd\.ms-excel)$/.test(type)) return 'csv';
  if (
    /^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines|json|octet-stream)$/.test(type) ||
    type === '' ||
    type === 'text/plain'
  )
    return 'ndjson';
  throw new VitrineError(
    'unsupported_media_type',
    `The import accepts application/x-ndjson, text/csv or application/xml, not ${type.slice(0, 100)}`,
  );
}
