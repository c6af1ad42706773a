import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../bits/steps.ts';
import type { IndexFacetRequest, FilterNode, IndexQuery } from '../query/query.ts';
import { flattenItem } from '../schema/flatten.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { buildSegment, mergeSegments } from '../segments/segment-merger.ts';
import { SegmentedIndex } from './segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';

const documentCount = 3_000;

function document(key: number, name = `thing ${key % 7}`) {
  const fields = { name, code: `c${key}`, price: key % 50, tags: [`t${key % 11}`, `t${key % 13}`] };
  return {
    key,
    popularity: 0,
    ...flattenItem({ ...fields, groupId: key % 3 === 0 ? `g${key % 100}` : null }),
  };
}

/** Two built segments and a mutable one. */
function catalog(): SegmentedIndex {
  const index = new SegmentedIndex(defaultTextSettings);
  const keys = Array.from({ length: documentCount }, (_, key) => key);
  for (const part of [keys.slice(0, 2_000), keys.slice(2_000, 2_900)])
    index.attach(
      buildSegment(
        part.values().map((key) => document(key)),
        defaultTextSettings,
      ),
    );
  for (const key of keys.slice(2_900)) index.add(document(key));
  return index;
}

const filter: FilterNode = { kind: 'not', clause: { kind: 'equals', field: 'price', value: 3 } };
const query: IndexQuery = {
  text: 'thing',
  offset: 0,
  limit: 20,
  filter,
  facets: [
    { field: 'code', limit: 1_000 },
    { field: 'code', limit: 5, matching: 'c12' },
    { field: 'name', path: '' },
    { field: 'tags', order: 'value' },
    { field: 'price', ranges: [{ from: 1, to: 20 }, { from: 5 }] },
  ],
};

test('SegmentedIndex.begin() counts facets of the initial matches, whatever changes between steps', () => {
  for (const grouped of [true, false]) {
    const index = catalog();
    const expected = index.search({ ...query, grouped }).facets;
    const { facets } = index.begin({ ...query, grouped });
    let key = 0;
    let steps = 0;
    let step = facets.next();
    for (; step.done !== true; step = facets.next()) {
      steps++;
      // Deletions, changes and additions; and the mutable segment is sealed.
      for (let i = 0; i < 50; i++) index.remove(key++);
      for (let i = 0; i < 50; i++) index.add(document(key++, 'another name'));
      index.add(document(documentCount + key));
      if (steps === 3) index.seal();
    }
    assert.ok(steps >= query.facets!.length);
    assert.deepEqual(step.value, expected);
  }
});

test('SegmentedIndex.begin() counts facets of a mutable segment that gets new values between steps', () => {
  const valueCount = 3_000;
  // Strings, numbers, and strings written as the numbers of others.
  const mutable = (key: number) => ({
    key,
    popularity: 0,
    ...flattenItem({
      name: `thing ${key}`,
      path: `a > b${key}`,
      size: key % 2 === 0 ? key : `${key - 1}`,
      at: new Date(key * 86_400_000).toISOString(),
      groupId: key % 3 === 0 ? `g${key % 100}` : null,
    }),
  });
  const ranges = [{ from: 10, to: 2_000 }, { from: 100 }];
  const requests: IndexFacetRequest[] = [
    { field: 'path', path: 'a' },
    { field: 'path', path: 'a', matching: 'b1' },
    { field: 'size', limit: 1_000 },
    { field: 'size', matching: '', ranges },
    { field: 'at', ranges: ranges.map((range) => ({ ...range, dates: true })) },
    { field: 'new' },
  ];
  for (const [no, facet] of requests.entries()) {
    for (const grouped of representative([no % 2 === 0], [true, false])) {
      const index = new SegmentedIndex(defaultTextSettings);
      for (let key = 0; key < valueCount; key++) index.add(mutable(key));
      const facetQuery: IndexQuery = { text: '', offset: 0, limit: 0, facets: [facet], grouped };
      const expected = index.search(facetQuery).facets;
      const { facets } = index.begin(facetQuery);
      let key = valueCount;
      let step = facets.next();
      for (; step.done !== true; step = facets.next()) {
        index.add({
          key: ++key,
          popularity: 0,
          ...flattenItem({ new: key, path: `c > d${key}`, size: -key, at: 'x' }),
        });
        index.add(mutable(++key));
        index.remove(key % valueCount);
      }
      assert.deepEqual(step.value, expected, JSON.stringify(facet));
      assert.ok(key > valueCount);
    }
  }
});

test('SegmentedIndex.begin() counts a disjunctive facet under the remaining conditions, in separate steps', () => {
  const index = catalog();
  const clauses = Array.from({ length: 12 }, (_, i): FilterNode => ({
    kind: 'range',
    field: 'price',
    min: i,
    max: 40 + i,
  }));
  const disjunctive: IndexQuery = {
    ...query,
    filter: { kind: 'and', clauses: [...clauses, filter, { kind: 'equals', field: 'tags', value: 't1' }] },
    facets: [{ field: 'price', disjunctive: true }, { field: 'tags', disjunctive: true }, { field: 'code' }],
  };
  const { facets } = index.begin(disjunctive);
  assert.deepEqual(finish(facets), index.search(disjunctive).facets);
});

test('SegmentedIndex.begin() counts a disjunctive facet in the index as of its step, after seals and merges', () => {
  const disjunctive: IndexQuery = {
    ...query,
    filter: { kind: 'and', clauses: [filter, { kind: 'equals', field: 'tags', value: 't1' }] },
    facets: [
      { field: 'code', limit: 1_000 },
      { field: 'tags', disjunctive: true },
    ],
  };
  for (const grouped of [true, false]) {
    const index = catalog();
    const before = index.search({ ...disjunctive, grouped }).facets['code'];
    const { facets } = index.begin({ ...disjunctive, grouped });
    assert.equal(facets.next().done, false);
    const sealed = index.seal()!;
    const built = sealed.keys.values().map((key) => document(key));
    index.replace([sealed.id], buildSegment(built, defaultTextSettings));
    for (let key = 0; key < 2_000; key += 2) index.remove(key);
    const { segments, buffers, deleted } = index.mergePlan()!;
    index.replace(segments, mergeSegments(buffers, deleted, defaultTextSettings));
    // Changes in segments that replaced the initial ones, deletions there, and additions.
    for (let key = 0; key < documentCount; key += 3) index.add(document(key, 'thing again'));
    for (let key = 1; key < documentCount; key += 6) index.remove(key);
    for (let key = documentCount; key < documentCount + 100; key++) index.add(document(key));
    assert.deepEqual(finish(facets), {
      code: before,
      tags: index.search({ ...disjunctive, grouped }).facets['tags'],
    });
  }
});

test('SegmentedIndex.prepare() computes the bitmaps of a long filter and sort values in steps', () => {
  const index = catalog();
  const clauses = Array.from({ length: 400 }, (_, i): FilterNode => ({
    kind: 'and',
    clauses: [
      { kind: 'equals', field: 'tags', value: `t${i % 13}` },
      { kind: 'range', field: 'price', min: i % 50 },
    ],
  }));
  const long: IndexQuery = {
    ...query,
    facets: [],
    filter: { kind: 'or', clauses },
    sort: [
      { field: 'price', order: 'asc' },
      { field: 'code', order: 'desc' },
    ],
  };
  const expected = catalog().search(long);
  const units = [...index.prepare(long)];
  // Two built segments, with two fields to sort by and 800 conditions each.
  assert.ok(units.length >= 2 * (2 + 800), `${units.length} steps`);
  assert.ok(Math.max(...units) <= 2_000 * 100, `${Math.max(...units)} units`);
  assert.deepEqual([...index.prepare(long)], [], 'results are cached');
  const { total, hits } = index.search(long);
  assert.deepEqual({ total, hits }, { total: expected.total, hits: expected.hits });
});

test('SegmentedIndex.prepare() computes the values of another sort order in steps of bounded cost', () => {
  const index = new SegmentedIndex(defaultTextSettings);
  const keys = Array.from({ length: 40_000 }, (_, key) => key);
  index.attach(
    buildSegment(
      keys.values().map((key) => document(key)),
      defaultTextSettings,
    ),
  );
  const sorted = (order: 'asc' | 'desc'): IndexQuery => ({
    text: '',
    offset: 0,
    limit: 3,
    sort: [{ field: 'code', order }],
  });
  finish(index.prepare(sorted('asc')));
  const units = [...index.prepare(sorted('desc'))];
  assert.ok(units.length >= 4, `${units.length} steps`);
  assert.ok(Math.max(...units) <= 8_192 * 40, `${Math.max(...units)} units`);
  assert.deepEqual(
    index.search(sorted('desc')).hits.map(({ key }) => key),
    [9_999, 9_998, 9_997],
  );
});

test('SegmentedIndex.begin() counts a facet with a value for each document in steps of bounded cost', () => {
  const index = new SegmentedIndex(defaultTextSettings);
  const keys = Array.from({ length: 20_000 }, (_, key) => key);
  const documents = keys.values().map((key) => document(key));
  index.attach(buildSegment(documents, defaultTextSettings));
  for (const matching of [{}, { matching: '' }, { matching: 'c' }]) {
    const facets = [{ field: 'code', limit: 10, ...matching }];
    const units = [...index.begin({ text: '', offset: 0, limit: 0, facets }).facets];
    assert.ok(Math.max(...units) <= 1_024 * 501, `${Math.max(...units)} units`);
    const found = index.search({ text: '', offset: 0, limit: 0, facets }).facets['code']!;
    assert.deepEqual([found.values.length, found.distinct, found.values[0]?.value], [10, 20_000, 'c0']);
  }
});

test('SegmentedIndex.doesPass() agrees with filter() and leaves the filter cache unchanged', () => {
  const index = catalog();
  const clauses = Array.from({ length: 300 }, (_, i): FilterNode => ({
    kind: 'or',
    clauses: [
      { kind: 'equals', field: 'tags', value: `t${i % 13}` },
      { kind: 'range', field: 'price', min: 40 + (i % 12) },
    ],
  }));
  const long: IndexQuery = { ...query, facets: [], filter: { kind: 'or', clauses } };
  assert.ok([...index.prepare(long)].length > 0);
  const cases = clauses.flatMap((clause, i) =>
    [i, 2_000 + i, 2_900 + (i % 100), documentCount].map((key) => ({ clause, key })),
  );
  const passed = cases.map(({ clause, key }) => finish(index.doesPass(clause, key)));
  assert.deepEqual([...index.prepare(long)], [], 'the long filter is still cached');
  assert.deepEqual(
    passed,
    cases.map(({ clause, key }) => index.filter(clause)(key)),
  );
  assert.ok(passed.includes(true) && passed.includes(false));
});
