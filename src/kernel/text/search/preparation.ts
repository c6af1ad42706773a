import type { Steps } from '../../bits/steps.ts';
import { filterSteps, filterText } from '../query/filters.ts';
import type { FilterNode, IndexQuery } from '../query/query.ts';
import { compiledMax, countConditions } from '../query/segment-filter.ts';
import { deriveSteps, sortValueSteps } from '../segments/columns.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { createFieldBelow, formatFieldKey, type IndexField } from '../schema/index-field.ts';

/**
 * Fills, in steps, the caches of sealed segments that a search needs: the values of fields as they are compared and sorted,
 * and the bitmaps of filters with many conditions. Cached data takes no step.
 */
export function* prepareSearch(
  { sort = [], last, lastInTier }: Pick<IndexQuery, 'sort' | 'last' | 'lastInTier'>,
  filter: FilterNode | undefined,
  states: readonly SegmentState[],
): Steps<void> {
  const sealed = states.filter((state) => state.sealed);
  for (const { segment } of sealed) {
    for (const { field, order, from } of sort) {
      if (from !== undefined) continue;
      yield* prepareField(segment, field);
      const column = segment.getColumn(field);
      if (column !== undefined) yield* sortValueSteps(column, order);
    }
  }
  for (const node of [filter, last, lastInTier]) if (node !== undefined) yield* prepareFilter(node, sealed);
}

/** Fills the caches of a filter; `states` are those of the sealed segments. */
export function* prepareFilter(filter: FilterNode, states: readonly SegmentState[]): Steps<void> {
  const fields = new Map<string, IndexField>();
  addFields(filter, '', fields);
  for (const { segment } of states) for (const field of fields.values()) yield* prepareField(segment, field);
  if (countConditions(filter) <= compiledMax) return;
  const text = filterText(filter);
  for (const state of states) yield* filterSteps(state, filter, text);
}

function* prepareField(segment: SegmentReader, field: IndexField): Steps<void> {
  const column = segment.getColumn(field);
  if (column !== undefined) yield* deriveSteps(column);
}

/** Adds the fields whose values are compared; `path` is the prefix of their names. */
function addFields(filter: FilterNode, path: string, fields: Map<string, IndexField>): void {
  if ('clauses' in filter) for (const clause of filter.clauses) addFields(clause, path, fields);
  else if (filter.kind === 'not') addFields(filter.clause, path, fields);
  else if (filter.kind === 'element') addFields(filter.clause, `${path}${filter.list}.`, fields);
  else if (filter.kind === 'equals' || filter.kind === 'range') {
    const field = createFieldBelow(path, filter.field);
    fields.set(formatFieldKey(field), field);
  }
}
