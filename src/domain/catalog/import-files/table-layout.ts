import type { ImportRecord, RecordSource } from '../import-records.ts';
import type { Amount } from './cell-json.ts';
import type { ColumnRule } from './columns.ts';

/** Sources of the names of columns: the shop itself (`plain`), or a system that exports products. */
export const tableLayouts = ['plain', 'google', 'shopify', 'woocommerce'] as const;
export type TableLayoutName = (typeof tableLayouts)[number];

/** An item of a file: the JSON text of each field. `line` is where its row begins. */
export interface FileItem {
  readonly line: number;
  readonly fields: Map<string, string>;
  readonly source: RecordSource;
}

/** A row with the fields of the columns that mean the same in every row, and access to the others by the key of their name. */
export interface FileRow extends FileItem {
  /** The text of a cell, without character references; empty if there is no such column. */
  readonly cell: (key: string) => string;
  /** The HTML of a cell, as written. */
  readonly html: (key: string) => string;
  /** Whether the file has the column. */
  readonly has: (key: string) => boolean;
  /** The name of a column as the file has it. */
  readonly findColumnName: (key: string) => string;
  /** @throws CellError if the cell has two meanings */
  readonly amount: (key: string) => Amount | null;
  /** Tells that a cell was read otherwise than it is written; `text` follows the name of its column. */
  readonly warn: (key: string, code: string, text: string) => void;
}

/** An item or row that was rejected. */
export type RefusedLine = Extract<ImportRecord, { error: unknown }>;

/** The columns of a kind of file, and how its rows become items. */
export interface TableLayout {
  readonly name: TableLayoutName;
  /** The form in which names of columns are compared. */
  readonly normaliseName: (name: string) => string;
  /** Whether a header with these keys is of this layout. `isDeclared` tells whether the file says that it is. */
  readonly recognises: (keys: ReadonlySet<string>, isDeclared: boolean) => boolean;
  /** Returns the treatment of a column, or null for an unknown one, which becomes a field. */
  readonly findColumnRule: (key: string, keys: ReadonlySet<string>) => ColumnRule | null;
  /** The items of the rows, in their order. `now` in milliseconds decides on sales with dates. Null means that each row is an item. */
  readonly items:
    | ((rows: AsyncIterable<FileRow | RefusedLine>, now: number) => AsyncIterable<FileItem | RefusedLine>)
    | null;
}
