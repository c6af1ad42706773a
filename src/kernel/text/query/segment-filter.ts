import { hasBit } from '../../bits/bitmap.ts';
import { markMatchingOrdinals, findMatchingSpans, type ValueCondition } from './matching-ordinals.ts';
import type { Column } from '../segments/columns.ts';
import { filterBitmap, filterText, findCachedBitmap } from './filters.ts';
import type { FilterNode } from './query.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';

/** A filter over one segment. Deleted documents may pass. Both forms are computed on first use. */
export interface SegmentFilter {
  /** Tests a document; for a few documents. */
  test(document: number): boolean;
  /** A read-only bitmap, for many documents. */
  bitmap(): Uint32Array;
}

type Test = (document: number) => boolean;

/** The filters by segment; null without a filter. */
export function buildSegmentFilters(
  states: readonly SegmentState[],
  filter: FilterNode | undefined,
): (SegmentFilter | null)[] {
  if (filter === undefined) return states.map(() => null);
  const text = filterText(filter);
  return states.map((state) => {
    let test: Test | null = null;
    return {
      test: (document) => (test ??= composeTest(state, filter, text))(document),
      bitmap: () => filterBitmap(state, filter, text),
    };
  });
}

function composeTest(state: SegmentState, filter: FilterNode, text: string): Test {
  const cached = findCachedBitmap(state, text);
  if (cached !== null) return (document) => hasBit(cached, document);
  const test = countConditions(filter) > compiledMax ? null : compile(state.segment, filter);
  if (test !== null) return test;
  const bitmap = filterBitmap(state, filter, text);
  return (document) => hasBit(bitmap, document);
}

/** With more conditions, a bitmap costs less than testing compiled conditions one after the other for each document. */
export const compiledMax = 16;

/** Number of conditions on values, points and documents, at any depth. */
export function countConditions(filter: FilterNode): number {
  if ('clauses' in filter) return filter.clauses.reduce((sum, clause) => sum + countConditions(clause), 0);
  return 'clause' in filter ? countConditions(filter.clause) : 1;
}

/** Compiles a filter to a test; null if its conditions need a scan of a whole column. */
function compile(segment: SegmentReader, filter: FilterNode): Test | null {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const tests = filter.clauses.map((clause) => compile(segment, clause));
      if (!tests.every((test) => test !== null)) return null;
      const isAll = filter.kind === 'and';
      // Closures are nested so that each call site has one target; a loop over tests would be the most expensive part.
      return tests.reduceRight<Test>(
        (rest, test, i) =>
          i === tests.length - 1
            ? test
            : isAll
              ? (document) => test(document) && rest(document)
              : (document) => test(document) || rest(document),
        () => isAll,
      );
    }
    case 'not': {
      const test = compile(segment, filter.clause);
      return test === null ? null : (document) => !test(document);
    }
    case 'equals':
    case 'range': {
      const column = segment.getColumn(filter.field);
      if (column === undefined) return () => false;
      return column.documents === null ? createValueTest(column, filter) : null;
    }
    default:
      return null;
  }
}

/** Accepted ordinals are mostly contiguous; a comparison of bounds then replaces the lookup table. */
function createValueTest(column: Column, condition: ValueCondition): Test {
  const { ordinals } = column;
  const spans = findMatchingSpans(column, condition);
  if (spans?.length === 0) return () => false;
  if (spans?.length === 1) {
    const { from, to } = spans[0]!;
    return (document) => ordinals[document]! >= from && ordinals[document]! < to;
  }
  const accepted = markMatchingOrdinals(column, condition);
  return (document) => accepted[ordinals[document]!] === 1;
}
