import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../bits/steps.ts';
import type { FilterNode, TextQuery } from '../query/query.ts';
import { flatten } from '../schema/flatten.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { buildSegment } from '../segments/merger.ts';
import { TextIndex } from './text-index.ts';

const documentCount = 3_000;

function document(key: number, name = `thing ${key % 7}`) {
  const fields = { name, code: `c${key}`, price: key % 50, tags: [`t${key % 11}`, `t${key % 13}`] };
  return { key, rank: 0, ...flatten({ ...fields, groupId: key % 3 === 0 ? `g${key % 100}` : null }) };
}

/** Two built segments and one that grows. */
function catalog(): TextIndex {
  const index = new TextIndex(defaultTextSettings);
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
const query: TextQuery = {
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

test('TextIndex.begin() counts facets over what was found, whatever changes between two steps', () => {
  for (const grouped of [true, false]) {
    const index = catalog();
    const expected = index.search({ ...query, grouped }).facets;
    const { facets } = index.begin({ ...query, grouped });
    let key = 0;
    let steps = 0;
    let step = facets.next();
    for (; step.done !== true; step = facets.next()) {
      steps++;
      // Removed, changed and new ones; and the segment that grows becomes another one.
      for (let i = 0; i < 50; i++) index.remove(key++);
      for (let i = 0; i < 50; i++) index.add(document(key++, 'another name'));
      index.add(document(documentCount + key));
      if (steps === 3) index.seal();
    }
    assert.ok(steps >= query.facets!.length);
    assert.deepEqual(step.value, expected);
  }
});

test('TextIndex.begin() counts a disjunctive facet by the conditions that are left, in steps of its own', () => {
  const index = catalog();
  const clauses = Array.from({ length: 12 }, (_, i): FilterNode => ({
    kind: 'range',
    field: 'price',
    min: i,
    max: 40 + i,
  }));
  const own: TextQuery = {
    ...query,
    filter: { kind: 'and', clauses: [...clauses, filter, { kind: 'equals', field: 'tags', value: 't1' }] },
    facets: [{ field: 'price', disjunctive: true }, { field: 'tags', disjunctive: true }, { field: 'code' }],
  };
  const { facets } = index.begin(own);
  assert.deepEqual(finish(facets), index.search(own).facets);
});

test('TextIndex.prepare() makes the bitmaps of a long filter and the order of fields, a few at a time', () => {
  const index = catalog();
  const clauses = Array.from({ length: 400 }, (_, i): FilterNode => ({
    kind: 'and',
    clauses: [
      { kind: 'equals', field: 'tags', value: `t${i % 13}` },
      { kind: 'range', field: 'price', min: i % 50 },
    ],
  }));
  const long: TextQuery = {
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
  assert.deepEqual([...index.prepare(long)], [], 'what was made is kept');
  const { total, hits } = index.search(long);
  assert.deepEqual({ total, hits }, { total: expected.total, hits: expected.hits });
});
