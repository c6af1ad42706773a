import type { DecimalSign } from '../../../lib/decimal-text.ts';
import type { TextEncoding } from '../../../lib/text-encodings.ts';
import type { TableLayoutName } from './table-layout.ts';

/** The formats of files. */
export const importFormats = ['ndjson', 'csv', 'xml'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Properties of a file, complete with the first item. */
export interface FileFindings {
  readonly format: ImportFormat;
  /** Null means NDJSON, or not known yet. */
  readonly layout: TableLayoutName | null;
  readonly encoding: TextEncoding;
  /** The separator of cells; null for files without cells. */
  readonly delimiter: string | null;
  /** Decimal sign of the prices; null if they are whole, have both signs, or are missing. */
  readonly decimal: DecimalSign | null;
  /** Columns whose numbers have two meanings, such as `1.299`, and were read with a point or kept as text. */
  readonly ambiguousColumns: readonly string[];
  /** Milliseconds of the import whose mapping was used again, or null. */
  readonly rememberedAt: number | null;
  /** Warnings about converted or suspicious values. */
  readonly warnings: readonly FileWarning[];
}

/** A warning about lines of a file, or about all of it. */
export interface FileWarning {
  readonly code: string;
  /** Null means no certain column. */
  readonly column: string | null;
  readonly detail: string;
  /** The first line; null means the whole file. */
  readonly line: number | null;
  /** The number of lines; 0 means the whole file. */
  readonly lines: number;
}

/** A column of a file, and why it becomes its field. */
export interface FileColumn {
  readonly name: string;
  /** Null means none. */
  readonly field: string | null;
  readonly reason: string;
  /** Up to three different values. */
  readonly values: readonly string[];
}
