import { hasBit } from '../../bits/bitmap.ts';
import { markMatchingOrdinals, findMatchingSpans } from '../query/matching-ordinals.ts';
import type { TextSettings } from '../schema/settings.ts';
import { noZone, createZoneResolver } from '../schema/zones.ts';
import { visitEntries, type Column } from '../segments/columns.ts';
import type { SegmentState } from '../segments/segment-state.ts';

/** Fields whose values are names that a query may contain as a whole. */
const brandFields = ['brand', 'manufacturer', 'author', 'artist', 'publisher', 'series'];
/** Columns with more values are not read, as their values would stay in memory. */
const valuesMax = 8_192;

/** Fields of brands and authors that are searched; private ones are not. */
export function listSearchedBrandFields(settings: TextSettings): string[] {
  const findZone = createZoneResolver(settings);
  return brandFields.filter((field) => findZone(field) !== noZone);
}

/** Whether a live document has this text in one of the fields, ignoring case. `isVisible` says which documents count. */
export function isBrand(
  states: readonly SegmentState[],
  fields: readonly string[],
  text: string,
  isVisible: (key: number) => boolean = () => true,
): boolean {
  return states.some((state) =>
    fields.some((field) => {
      const column = state.segment.getColumn(field);
      if (column === undefined || column.valueCount > valuesMax) return false;
      const equals = { kind: 'equals', field, value: text } as const;
      if (findMatchingSpans(column, equals)?.length === 0) return false;
      return hasValue(state, column, markMatchingOrdinals(column, equals), isVisible);
    }),
  );
}

function hasValue(
  { segment, deleted }: SegmentState,
  column: Column,
  accepted: Uint8Array,
  isVisible: (key: number) => boolean,
): boolean {
  let isFound = false;
  visitEntries(column, (document, ordinal) => {
    isFound ||= accepted[ordinal] === 1 && !hasBit(deleted, document) && isVisible(segment.keys[document]!);
  });
  return isFound;
}
