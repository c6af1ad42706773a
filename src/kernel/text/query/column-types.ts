import { findFirstIndex } from '../../bits/binary-search.ts';
import { listDateValues, listNumberValues, type Column } from '../segments/columns.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';

/** The types of a field's values over all segments. Values of deleted documents count until segments are merged. */
export interface ColumnTypes {
  readonly numbers: boolean;
  readonly texts: boolean;
  readonly booleans: boolean;
  /** Whether a range can match any value: numbers, strings written as numbers, and with `dates` strings that are dates. */
  inRanges(dates: boolean): boolean;
}

/** The types of a field over all segments, or null if no document has it. */
export function mergeColumnTypes(segments: readonly SegmentReader[], field: string): ColumnTypes | null {
  const columns = segments
    .map((segment) => segment.getColumn(field))
    .filter((column) => column !== undefined);
  if (columns.length === 0) return null;
  const has = (type: string): boolean => columns.some((column) => hasType(column, type));
  return {
    numbers: has('number'),
    texts: has('string'),
    booleans: has('boolean'),
    inRanges: (dates) =>
      columns.some(
        (column) =>
          listNumberValues(column).some(isNumber) || (dates && listDateValues(column).some(isNumber)),
      ),
  };
}

/** The fields with values in any segment. */
export function listFieldNames(segments: readonly SegmentReader[]): Set<string> {
  return new Set(segments.flatMap(({ fields }) => [...fields]));
}

const isNumber = (value: number): boolean => !Number.isNaN(value);

/** The values of an immutable column are sorted: numbers, then strings, then booleans. */
function hasType({ values, immutable }: Column, type: string): boolean {
  if (!immutable) return values.some((value) => typeof value === type);
  if (type === 'number') return typeof values[0] === type;
  if (type === 'boolean') return typeof values.at(-1) === type;
  return typeof values[findFirstIndex(0, values.length, (at) => typeof values[at] !== 'number')] === type;
}
