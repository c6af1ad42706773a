import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../ports/limits.ts';
import { createRawSource, type ImportRecord } from '../import-records.ts';
import { UniqueIds } from './unique-ids.ts';

function record(line: number, id: string | number, hasColumns = true): ImportRecord {
  const source = { rows: [], findColumn: hasColumns ? () => null : null };
  return { line, input: { value: { id }, text: '', path: `line ${line}` }, source };
}

test('UniqueIds.check() refuses an id that an earlier valid record has, also as a number', () => {
  const ids = new UniqueIds();
  ids.add(record(2, '7'));
  assert.throws(
    () => ids.check(record(5, 7)),
    /line 5\.id must not be that of another line.*"7", as in line 2/,
  );
  ids.check(record(6, '07'));
  // A rejected record is not added: a later one may have its id.
  ids.check(record(3, 'b'));
  ids.check(record(4, 'b'));
});

test('UniqueIds.check() accepts the same id in files without columns', () => {
  const ids = new UniqueIds();
  ids.add(record(1, 'a', false));
  ids.check(record(2, 'a', false));
  ids.check({ line: 3, input: { value: ['a'], text: '', path: '' }, source: createRawSource(3, '') });
});

test('UniqueIds compares the first 500,000 ids', () => {
  const ids = new UniqueIds();
  for (let line = 1; line <= limits.importIdsMax + 1; line++) ids.add(record(line, `i${line}`));
  const last = limits.importIdsMax;
  assert.throws(() => ids.check(record(9, `i${last}`)), /as in line 500000/);
  ids.check(record(9, `i${last + 1}`));
});
