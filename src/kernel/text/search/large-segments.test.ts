import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexDocument } from '../schema/document.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import { naiveFacet } from '../oracle/naive-facets.fixture.ts';
import { NaiveIndex } from '../oracle/naive-index.fixture.ts';
import type { IndexQuery } from '../query/query.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from './segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';

/** Large enough for the shared dictionary (see `shared-dictionary.ts`) and for reading long lists as bitmaps. */
const segmentSize = 4_200;
const rare = 'tolmar vexin bruska crème lampion kettle keetle vexins m42 dv7-1211ea'.split(' ');
const frequent = 'blue steel table lamp large plain round oak'.split(' ');

/** Deterministic document with the number `key`. */
function documentAt(key: number): IndexDocument {
  const at = <T>(list: readonly T[], step: number): T => list[Math.floor(key / step) % list.length]!;
  const name = [at(frequent, 1), at(frequent, 9), key % 97 === 0 ? at(rare, 97) : '', at(frequent, 5)];
  const description = [at(frequent, 2), key % 31 === 0 ? at(rare, 31) : '', at(frequent, 3), `n${key % 50}`];
  return {
    key,
    texts: [
      { field: 'name', value: name.join(' ') },
      { field: 'description', value: description.join(' ') },
    ],
    values: [
      { field: 'colour', value: at(frequent, 7) },
      { field: 'price', value: key % 400 },
    ],
    popularity: key % 11,
  };
}

const word = fc.constantFrom(
  ...rare,
  ...frequent,
  'kettel',
  'brusk',
  'lampion',
  'tabel',
  'ste',
  'n7',
  'creme',
);
const query: fc.Arbitrary<IndexQuery> = fc.record(
  {
    text: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    filter: fc.oneof(
      fc.record({ kind: fc.constant('equals' as const), field: fc.constant('colour'), value: word }),
      fc.record({
        kind: fc.constant('range' as const),
        field: fc.constant('price'),
        min: fc.nat({ max: 399 }),
        max: fc.nat({ max: 399 }),
      }),
    ),
    lastInTier: fc.record({
      kind: fc.constant('range' as const),
      field: fc.constant('price'),
      max: fc.nat({ max: 399 }),
    }),
    offset: fc.nat({ max: 3 }),
    limit: fc.nat({ max: 30 }),
  },
  { requiredKeys: ['text', 'offset', 'limit'] },
);

// The scan takes a second a query.
test('SegmentedIndex.search() agrees with a scan where several large segments share a dictionary', () => {
  const index = new SegmentedIndex(defaultTextSettings);
  const naive = new NaiveIndex(defaultTextSettings);
  for (let segment = 0; segment < 2; segment++) {
    const keys = Array.from({ length: segmentSize }, (_, i) => segment * segmentSize + i);
    const documents = keys.map(documentAt);
    index.attach(buildSegment(documents, defaultTextSettings));
    for (const document of documents) naive.add(document);
  }
  const fresh = { ...documentAt(5), key: 2 * segmentSize, texts: [{ field: 'name', value: 'blue kettle' }] };
  index.add(fresh);
  naive.add(fresh);
  for (let key = 0; key < 500; key += 3) assert.equal(index.remove(key), naive.remove(key));
  fc.assert(
    fc.property(query, (indexQuery) => {
      const expected = naive.search(indexQuery);
      const found = index.search({ ...indexQuery, facets: [{ field: 'colour' }, { field: 'price' }] });
      assert.equal(found.total, expected.total);
      assert.equal(found.totalAllWords, expected.totalAllWords);
      assert.deepEqual(
        found.hits.map(({ key }) => key),
        expected.keys,
      );
      for (const field of ['colour', 'price']) {
        const { corrected: _, ...counted } = found.facets[field]!;
        assert.deepEqual(counted, naiveFacet(expected.matching, { field }, expected.productOf));
      }
    }),
    { seed: 20261121, numRuns: representative(2, 10) },
  );
});
