import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexDocument } from '../schema/document.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import { passes } from '../oracle/naive-conditions.fixture.ts';
import { naiveFacet } from '../oracle/naive-facets.fixture.ts';
import { SegmentFormatError } from '../segments/segment-format.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { readFieldName } from '../schema/index-field.ts';
import { coalesced, filter, Pair, query, step } from './text-history.fixture.ts';
import { SegmentedIndex } from './segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';

test('SegmentedIndex.search() returns the totals, the order and the facets of a scan after any history', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.array(query, { maxLength: 6 }), (steps, queries) => {
      const pair = new Pair();
      for (const next of steps) pair.apply(next);
      assert.equal(pair.index.size, pair.naive.documents.size);
      for (const indexQuery of queries) {
        const facets = [{ field: 'colour' }, { field: 'price', limit: 2 }, { field: coalesced }];
        const result = pair.index.search({ ...indexQuery, facets });
        const expected = pair.naive.search(indexQuery);
        assert.deepEqual(
          {
            total: result.total,
            all: result.totalAllWords,
            keys: result.hits.map(({ key }) => key),
            variants: result.hits.map(({ variants }) => variants ?? null),
            pins: result.hits.map(({ pin }) => pin),
            identifiers: result.hits.map(({ identifier }) => identifier),
          },
          {
            total: expected.total,
            all: expected.totalAllWords,
            keys: expected.keys,
            variants: expected.variants,
            pins: expected.pins,
            identifiers: expected.identifiers,
          },
          `query ${JSON.stringify(indexQuery)}`,
        );
        for (const facet of facets) {
          const { corrected: _, ...counted } = result.facets[readFieldName(facet.field)]!;
          assert.deepEqual(counted, naiveFacet(expected.matching, facet, expected.productOf));
        }
        // What all documents have in common is no fallback.
        const { listsAll: _, ...ofWords } = indexQuery;
        const countQuery = { ...ofWords, lastWordPrefix: false, offset: 0, limit: 1 };
        const { totalAllWords } = pair.naive.search(countQuery);
        assert.deepEqual(pair.index.count(ofWords), {
          totalAllWords,
          fallback: pair.index.search(countQuery).fallback,
        });
        const whole = pair.naive.search({ ...indexQuery, offset: 0, limit: 99, variants: 99 });
        const uncapped = pair.naive.search({ ...indexQuery, caps: [], offset: 0, limit: 99, variants: 99 });
        for (const key of pair.naive.documents.keys()) {
          const explanation = pair.index.explain(indexQuery, key)!;
          const at = whole.keys.findIndex((own, i) => own === key || whole.variants[i]?.others.includes(key));
          assert.equal(explanation.position, at < 0 ? null : at + 1, `position of ${key}`);
          const uncappedAt = uncapped.keys.findIndex(
            (own, i) => own === key || uncapped.variants[i]?.others.includes(key),
          );
          assert.equal(explanation.positionWithoutCaps, uncappedAt < 0 ? null : uncappedAt + 1);
          assert.equal(explanation.shownInstead, at < 0 || whole.keys[at] === key ? null : whole.keys[at]);
          assert.equal(explanation.pin ?? undefined, at < 0 ? undefined : whole.pins[at]);
          assert.equal(
            explanation.ranking?.words ?? 0,
            explanation.words.filter(({ found }) => found).length,
          );
        }
        if ((indexQuery.sort ?? indexQuery.last ?? indexQuery.caps) === undefined) {
          const scores = result.hits
            .filter(({ pin, identifier }) => pin === undefined && identifier === undefined)
            .map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((a, b) => b - a),
            'scores descend',
          );
        }
        for (const hit of result.hits) {
          if (
            indexQuery.explain === true &&
            indexQuery.listsAll !== true &&
            hit.ranking !== undefined &&
            (hit.pin ?? hit.identifier) === undefined
          ) {
            assert.equal(Math.floor(hit.score), hit.ranking.words);
          }
        }
      }
    }),
    { seed: 20261121, numRuns: representative(250, 1_500) },
  );
});

test('SegmentedIndex.filter() agrees with a scan', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), filter, (steps, node) => {
      const pair = new Pair();
      for (const next of steps) pair.apply(next);
      const passing = pair.index.filter(node);
      for (let key = 0; key < 20; key++) {
        const document = pair.naive.documents.get(key);
        assert.equal(passing(key), document !== undefined && passes(document.source, node));
      }
    }),
    { seed: 20261121, numRuns: representative(100, 500) },
  );
});

function named(key: number, name: string, popularity = 0): IndexDocument {
  return {
    key,
    texts: [{ field: 'name', value: name }],
    values: [{ field: 'price', value: key }],
    popularity,
  };
}

const search = (index: SegmentedIndex, text: string) => index.search({ text, offset: 0, limit: 10 });
const keysOf = (index: SegmentedIndex, text: string) => search(index, text).hits.map(({ key }) => key);

test('SegmentedIndex.search() finds part numbers with and without separators', () => {
  const index = new SegmentedIndex();
  index.add(named(1, 'HP Pavilion dv7-1211ea Notebook'));
  index.add(named(2, 'HP 665A toner'));
  index.add(named(3, 'Lenovo T480 laptop'));
  for (const text of ['dv7-1211ea', 'dv71211ea', 'dv7 1211ea', 'DV7_1211EA', 'hp dv7-1211ea']) {
    assert.equal(keysOf(index, text)[0], 1, text);
  }
  for (const text of ['665a', '665 a', '665-A']) assert.deepEqual(keysOf(index, text), [2], text);
  assert.deepEqual(keysOf(index, 't 480'), [3]);
});

test('SegmentedIndex.search() tolerates typos and reports the correction', () => {
  const index = new SegmentedIndex();
  index.add(named(1, 'Wireless headphones'));
  index.add(named(2, 'Wired keyboard'));
  const result = search(index, 'wireles haedphones');
  assert.deepEqual(
    result.hits.map(({ key }) => key),
    [1],
  );
  assert.equal(result.corrected, 'wireless headphones');
  assert.equal(result.fallback, 'corrected');
  assert.equal(search(index, 'wireless keyboard').fallback, 'words_dropped');
  assert.equal(search(index, 'wireless headphones').corrected, null);
});

test('SegmentedIndex.search() lists only the best level for a part number, and partial matches otherwise', () => {
  const index = new SegmentedIndex(defaultTextSettings);
  for (let key = 0; key < 30; key++) index.add(named(key, `lamp GR-${100 + key}`));
  assert.equal(index.search({ text: 'GR-112', offset: 0, limit: 5 }).total, 1);
  assert.equal(index.search({ text: 'lamp GR-112', offset: 0, limit: 5 }).total, 30);
  assert.equal(index.search({ text: 'GR-999', offset: 0, limit: 5 }).fallback, 'words_dropped');
});

test('SegmentedIndex.search() orders by popularity where the query has no words', () => {
  const index = new SegmentedIndex();
  index.add(named(1, 'one', 1));
  index.add(named(2, 'two', 3));
  index.add(named(3, 'three', 3));
  assert.deepEqual(keysOf(index, ''), [2, 3, 1]);
  assert.equal(search(index, ' \0 ').total, 3);
});

test('SegmentedIndex accepts hostile catalogs', () => {
  const index = new SegmentedIndex();
  const texts = [
    '\0',
    '\ud800 lone \udfff',
    'x'.repeat(100_000),
    'ab '.repeat(40_000),
    'ไทยภาษา 日本語 한국어 😀',
    '\u0301',
  ];
  texts.forEach((hostile, key) => index.add(named(key, hostile)));
  const values = Array.from({ length: 5000 }, (_, i) => ({ field: `attr.${i}`, value: i }));
  index.add({ key: 99, texts: [], values, popularity: 0 });
  const immutable = new SegmentedIndex();
  const documents = texts.map((hostile, key) => named(key, hostile));
  immutable.attach(
    buildSegment([...documents, { key: 99, texts: [], values, popularity: 0 }], immutable.settings),
  );
  for (const one of [index, immutable]) {
    for (const text of [...texts, 'lone', 'ab', '日本語', '한국어', 'x'.repeat(64)]) search(one, text);
    assert.deepEqual(keysOf(one, 'lone'), [1]);
    assert.deepEqual(keysOf(one, '日本語'), [4]);
    assert.equal(one.filter({ kind: 'equals', field: 'attr.4999', value: 4999 })(99), true);
  }
});

test('SegmentedIndex.add() rejects a bad key and a bad popularity', () => {
  const index = new SegmentedIndex();
  for (const key of [-1, 1.5, 2 ** 32, Number.NaN])
    assert.throws(() => index.add(named(key, 'x')), RangeError);
  assert.throws(() => index.add(named(1, 'x', Infinity)), RangeError);
});

test('SegmentedIndex.attach() rejects buffers of another format or other settings, with the cause', () => {
  const good = buildSegment([named(1, 'x')], defaultTextSettings);
  const attempt = (change: (words: Uint32Array) => void): (() => number) => {
    const copy = new Uint8Array(new Uint8Array(good)).buffer;
    change(new Uint32Array(copy));
    return () => new SegmentedIndex().attach(copy);
  };
  const refused = (cause: RegExp) => (error: unknown) =>
    error instanceof SegmentFormatError && cause.test(error.message);
  assert.throws(
    attempt((words) => (words[0] = 1)),
    refused(/magic/),
  );
  assert.throws(
    attempt((words) => (words[1] = 99)),
    refused(/version/),
  );
  assert.throws(
    attempt((words) => (words[6] = 1)),
    refused(/bytes/),
  );
  assert.throws(
    attempt((words) => (words[8] = 1 << 30)),
    refused(/keys/),
  );
  assert.throws(
    attempt((words) => (words[2] = 7)),
    refused(/documents/),
  );
  assert.throws(() => new SegmentedIndex().attach(new ArrayBuffer(8)), refused(/header/));
  const others = { ...defaultTextSettings, stopWords: ['der'] };
  assert.throws(() => new SegmentedIndex(others).attach(good), refused(/stop words/));
  assert.equal(new SegmentedIndex().attach(good) > 0, true);
});
