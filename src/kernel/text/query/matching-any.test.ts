import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FieldValue } from '../schema/document.ts';
import { MutableSegment } from '../segments/mutable-segment.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { SegmentState } from '../segments/segment-state.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import type { Column } from '../segments/columns.ts';
import { matchOrdinals } from './matching-any.ts';
import { markMatchingOrdinals, findMatchingSpans, type ValueCondition } from './matching-ordinals.ts';
import { filterBitmap } from './filters.ts';
import type { FilterNode } from './query.ts';

const written = ['7', '2.5', 'home', 'home > a', 'home > a > b', '', '2026-01-02', '1970-01-01T00:00:03Z'];
const number = fc.integer({ min: -2, max: 4 });
const value = fc.oneof(number, fc.constantFrom(...written), fc.boolean());
const condition: fc.Arbitrary<ValueCondition> = fc.oneof(
  fc.record({ kind: fc.constant('equals' as const), field: fc.constant('f'), value }),
  fc.record(
    {
      kind: fc.constant('range' as const),
      field: fc.constant('f'),
      min: fc.oneof(number, fc.constant(3000)),
      max: fc.oneof(number, fc.constant(3000)),
      minExclusive: fc.boolean(),
      maxExclusive: fc.boolean(),
      dates: fc.boolean(),
    },
    { requiredKeys: ['kind', 'field'] },
  ),
);

test('matchOrdinals() accepts what any single condition accepts', () => {
  fc.assert(
    fc.property(fc.uniqueArray(value), fc.array(condition), fc.boolean(), (values, conditions, immutable) => {
      const column = columnOf(values, immutable);
      const alone = conditions.map((one) => markMatchingOrdinals(column, one));
      const expected = column.values.map((_, ordinal) =>
        Number(alone.some((accepted) => accepted[ordinal] === 1)),
      );
      assert.deepEqual([...matchOrdinals(column, conditions)], expected);
    }),
    { seed: 17, numRuns: 2000 },
  );
});

test('markMatchingOrdinals() finds the same values of an immutable column with very many as a comparison of all', () => {
  for (const path of [[], ['Home > A 7']]) {
    const values: FieldValue[] = [true, ...path];
    for (let i = 0; i < 9_000; i++) values.push(i % 3 === 0 ? i : i % 3 === 1 ? `Item ${i}` : `${i}.0`);
    values.push('ITEM 1', 'item 1', 'Café 1', 'home');
    const [table, scanned] = [columnOf(values, true), columnOf(values, false)];
    const wanted: FieldValue[] = [
      'item 1',
      'Item 1',
      'ITEM 4',
      3,
      '3',
      '3.0',
      '2.0',
      2,
      'cafe\u0301 1',
      'home',
      'none',
      '',
      true,
    ];
    for (const value of wanted) {
      const condition: ValueCondition = { kind: 'equals', field: 'f', value };
      const accepted = (column: Column): Set<FieldValue> => {
        const ordinals = markMatchingOrdinals(column, condition);
        return new Set(column.values.filter((_, ordinal) => ordinals[ordinal] === 1));
      };
      assert.deepEqual(accepted(table), accepted(scanned), String(value));
    }
    assert.equal(
      findMatchingSpans(table, { kind: 'equals', field: 'f', value: 'item 1' }) === null,
      path.length > 0,
    );
  }
});

test('matchOrdinals() compares each text of a field with about log2 of the ranges', () => {
  const eans = Array.from({ length: 4_096 }, (_, i) => `${4_006_381_000_000 + i * 7}`);
  let comparisons = 0;
  const counted = (bound: number): number => {
    const object: unknown = { valueOf: () => (comparisons++, bound) };
    return object as number;
  };
  const rangeOf = (from: number, to: number): ValueCondition => ({
    kind: 'range',
    field: 'f',
    min: counted(4_006_381_000_000 + from),
    max: counted(4_006_381_000_000 + to),
  });
  const apart = Array.from({ length: 500 }, (_, i) => rangeOf(i * 40, i * 40 + 10));
  const equal = Array.from({ length: 500 }, () => rangeOf(0, 100_000));
  for (const immutable of [true, false]) {
    const column = columnOf(eans, immutable);
    const accepted = matchOrdinals(column, apart);
    assert.equal(
      accepted.filter((one) => one === 1).length,
      eans.filter((_, i) => i * 7 < 20_000 && (i * 7) % 40 <= 10).length,
    );
    assert.ok(matchOrdinals(column, equal).every((one) => one === 1));
  }
  // Four passes, each with nine steps of binary search and a test of the result, plus sorting the ranges.
  assert.ok(comparisons <= 4 * (eans.length * 12 + 500 * 30), `${comparisons} comparisons`);
});

test('matchOrdinals() reads each path once for hundreds of its ancestors', () => {
  const ancestor = Array.from({ length: 500 }, () => 'a').join(' > ');
  const paths = Array.from({ length: 1_000 }, (_, i) => `${ancestor} > ${i}`);
  const conditions = Array.from({ length: 500 }, (_, i): ValueCondition => ({
    kind: 'equals',
    field: 'f',
    value: Array.from({ length: i + 1 }, () => 'a').join(' > '),
  }));
  const column = columnOf(paths, true);
  let reads = 0;
  const values = new Proxy(column.values, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
      return Reflect.get(target, name) as unknown;
    },
  });
  assert.ok(matchOrdinals({ ...column, values }, conditions).every((one) => one === 1));
  assert.ok(reads <= 3 * paths.length, `${reads} reads`);
});

test('filterBitmap() reads a field once for all its values in an OR, and in an AND of negations', () => {
  const mutable = new MutableSegment(defaultTextSettings);
  mutable.add({ key: 1, popularity: 0, texts: [], values: [{ field: 'f', value: 3 }] });
  let reads = 0;
  const segment = new Proxy(mutable, {
    get: (target: MutableSegment, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (name === 'getColumn') reads++;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  }) as SegmentReader;
  const state = new SegmentState(1, segment, false, new Uint32Array(1));
  const clauses = Array.from({ length: 500 }, (_, i): FilterNode => ({
    kind: 'equals',
    field: 'f',
    value: i,
  }));
  assert.deepEqual([...filterBitmap(state, { kind: 'or', clauses })], [1]);
  assert.equal(reads, 1);
  const negated = clauses.map((clause): FilterNode => ({ kind: 'not', clause }));
  assert.deepEqual([...filterBitmap(state, { kind: 'and', clauses: negated })], [0]);
  assert.equal(reads, 2);
});

/** A column as a segment stores it: an immutable one has its numbers first, ascending. */
function columnOf(unordered: readonly FieldValue[], immutable: boolean): Column {
  const isNumber = (one: FieldValue): one is number => typeof one === 'number';
  const numbers = unordered.filter(isNumber).sort((a, b) => a - b);
  const values = immutable ? [...numbers, ...unordered.filter((one) => !isNumber(one))] : unordered;
  const ordinals = Uint32Array.from(values, (_, ordinal) => ordinal);
  return {
    entryCount: values.length,
    documents: null,
    ordinals,
    valueCount: values.length,
    values,
    getValueAt: (ordinal) => values[ordinal]!,
    elements: null,
    immutable,
  };
}
