import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexDocument } from '../schema/document.ts';
import { buildSegment, mergeSegments } from '../segments/merger.ts';
import { passes } from '../oracle/naive-conditions.ts';
import { naiveFacet } from '../oracle/naive-facets.ts';
import { NaiveIndex } from '../oracle/naive-index.ts';
import type { FilterNode, TextQuery } from '../query/query.ts';
import { SegmentFormatError } from '../segments/segment-format.ts';
import { rulesOf } from '../oracle/rules.fixture.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { TextIndex } from './text-index.ts';

const words =
  'laptop laptops case cases phone phones latop headphones headphone headfones dv7-1211ea dv71211ea 665A 665 a for the ' +
  'with crème creme black 16gb 16 GB wireless mouse wirelessmouse phonecase x 43.2 cable, - 日本語 lap pho Caseback';
const word = fc.constantFrom(...words.split(' '));
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const strings = ['Red', 'red', 'Blue', 'Home', 'Home > Kitchen', 'Home>Kitchen > Pans', '10', 'true'];
const value = fc.oneof(fc.constantFrom(...strings), fc.constantFrom(10, 10.5, -3, 0), fc.boolean());
const field = fc.constantFrom('colour', 'price', '__proto__');
const document = fc.record({
  key: fc.integer({ min: 0, max: 15 }),
  texts: fc.tuple(text, text, text, text).map(([name, description, brand, note]) => [
    { field: 'name', value: name },
    { field: 'description', value: description },
    { field: 'brand', value: brand },
    { field: 'note', value: note },
  ]),
  values: fc
    .tuple(fc.array(fc.record({ field, value }), { maxLength: 4 }), fc.option(fc.constantFrom('g', 7, '7')))
    .map(([values, group]) => (group === null ? values : [...values, { field: 'groupId', value: group }])),
  rank: fc.integer({ min: 0, max: 2 }),
});
const filter = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2 },
    fc.record({ kind: fc.constant('equals' as const), field, value }),
    fc.record({ kind: fc.constant('exists' as const), field }),
    fc.record(
      {
        kind: fc.constant('range' as const),
        field,
        min: fc.integer({ min: -4, max: 11 }),
        max: fc.integer({ min: -4, max: 11 }),
        minExclusive: fc.boolean(),
        maxExclusive: fc.boolean(),
      },
      { requiredKeys: ['kind', 'field'] },
    ),
    fc.record({ kind: fc.constant('not' as const), clause: tie('node') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      clauses: fc.array(tie('node'), { maxLength: 3 }),
    }),
  ),
})).node;
const query: fc.Arbitrary<TextQuery> = fc.record(
  {
    text: fc.tuple(text, fc.constantFrom('', ' ')).map(([words, end]) => words + end),
    filter,
    sort: fc.array(fc.record({ field, order: fc.constantFrom('asc' as const, 'desc' as const) }), {
      maxLength: 2,
    }),
    offset: fc.integer({ min: 0, max: 3 }),
    limit: fc.integer({ min: 0, max: 12 }),
    lastWordPrefix: fc.boolean(),
    prefix: fc.constantFrom('few' as const, 'always' as const),
    explain: fc.boolean(),
    grouped: fc.boolean(),
    variants: fc.integer({ min: 0, max: 2 }),
    rules: rulesOf(filter),
  },
  { requiredKeys: ['text', 'offset', 'limit'] },
);

type Step =
  | { kind: 'add'; document: IndexDocument }
  | { kind: 'remove'; key: number }
  | { kind: 'rank'; key: number; rank: number }
  | { kind: 'attach'; documents: IndexDocument[] }
  | { kind: 'freeze'; meanwhile: Step[] }
  | { kind: 'merge'; meanwhile: Step[] }
  | { kind: 'configure'; changes: Partial<TextSettings> }
  | { kind: 'restore' };
const change: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), document }) },
  fc.record({ kind: fc.constant('remove' as const), key: fc.integer({ min: 0, max: 15 }) }),
  fc.record({
    kind: fc.constant('rank' as const),
    key: fc.integer({ min: 0, max: 15 }),
    rank: fc.integer({ min: 0, max: 3 }),
  }),
);
const meanwhile = fc.array(change, { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: change },
  fc.record({ kind: fc.constant('attach' as const), documents: fc.array(document, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('freeze' as const), meanwhile }),
  fc.record({ kind: fc.constant('merge' as const), meanwhile }),
  fc.record({
    kind: fc.constant('configure' as const),
    changes: fc.record(
      {
        criteria: fc.shuffledSubarray(
          ['rules', 'typos', 'allWordsInName', 'productItself', 'phraseInName'] as const,
          {},
        ),
        textEqualWithin: fc.constantFrom(0, 0.3),
        shop: fc.array(fc.record({ field, order: fc.constantFrom('asc' as const, 'desc' as const) }), {
          maxLength: 2,
        }),
        allWordsAtLeast: fc.integer({ min: 0, max: 4 }),
        listedAtLeast: fc.integer({ min: 0, max: 6 }),
        groupBy: fc.constantFrom('', 'groupId', 'colour'),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('restore' as const) }),
);

const settings: TextSettings = {
  ...defaultTextSettings,
  zones: [
    { fields: ['brand'], weight: 0.4, lengthPenalty: 0.5 },
    { fields: ['description'], weight: 0.2, weightWhenShort: 0.5, lengthPenalty: 0.6 },
  ],
  unsearched: ['note'],
  // The oracle goes through every rule for every query: a few of the shop's own say as much as all built-in ones.
  builtInSynonyms: false,
  synonyms: [
    { kind: 'equivalent', words: ['laptop', 'wireless mouse'] },
    { kind: 'oneWay', from: 'phone', to: ['headphone'] },
  ],
  allWordsAtLeast: 2,
  listedAtLeast: 4,
};

/** Both indexes through the same history; the store stands for the database that a worker reads. */
class Pair {
  settings = settings;
  index = new TextIndex(settings);
  readonly naive = new NaiveIndex(settings);

  apply(step: Step): void {
    switch (step.kind) {
      case 'add':
        this.index.add(step.document);
        this.naive.add(step.document);
        return;
      case 'remove':
        assert.equal(this.index.remove(step.key), this.naive.remove(step.key));
        return;
      case 'rank':
        assert.equal(this.index.setRank(step.key, step.rank), this.naive.setRank(step.key, step.rank));
        return;
      case 'attach':
        this.index.attach(buildSegment(step.documents, this.settings));
        for (const added of step.documents) this.naive.add(added);
        return;
      case 'freeze':
        return this.#freeze(step.meanwhile);
      case 'merge':
        return this.#merge(step.meanwhile);
      case 'configure':
        this.settings = { ...this.settings, ...step.changes };
        this.index.configure(this.settings);
        this.naive.configure(this.settings);
        return;
      case 'restore': {
        const snapshot = this.index.snapshot();
        this.index = TextIndex.restore(snapshot, this.settings);
        for (const key of snapshot.liveKeys) this.index.add(this.naive.documents.get(key)!.source);
      }
    }
  }

  #freeze(meanwhileSteps: readonly Step[]): void {
    const sealed = this.index.seal();
    if (sealed === null) return;
    const documents = [...sealed.keys].map((key) => this.naive.documents.get(key)!.source);
    for (const change of meanwhileSteps) this.apply(change);
    this.index.replace([sealed.id], buildSegment(documents, this.settings));
  }

  #merge(meanwhileSteps: readonly Step[]): void {
    const plan = this.index.mergePlan();
    if (plan === null) return;
    for (const change of meanwhileSteps) this.apply(change);
    this.index.replace(plan.segments, mergeSegments(plan.buffers, plan.deleted, this.settings));
  }
}

test('TextIndex.search() gives the totals, the order and the facets of a scan, whatever the history', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.array(query, { maxLength: 6 }), (steps, queries) => {
      const pair = new Pair();
      for (const next of steps) pair.apply(next);
      assert.equal(pair.index.size, pair.naive.documents.size);
      for (const asked of queries) {
        const facets = [{ field: 'colour' }, { field: 'price', limit: 2 }];
        const result = pair.index.search({ ...asked, facets });
        const expected = pair.naive.search(asked);
        assert.deepEqual(
          {
            total: result.total,
            all: result.totalAllWords,
            keys: result.hits.map(({ key }) => key),
            variants: result.hits.map(({ variants }) => variants ?? null),
            pins: result.hits.map(({ pin }) => pin),
          },
          {
            total: expected.total,
            all: expected.totalAllWords,
            keys: expected.keys,
            variants: expected.variants,
            pins: expected.pins,
          },
          `query ${JSON.stringify(asked)}`,
        );
        for (const facet of facets) {
          const { corrected: _, ...counted } = result.facets[facet.field]!;
          assert.deepEqual(counted, naiveFacet(expected.matching, facet, expected.productOf));
        }
        const begun = { ...asked, lastWordPrefix: false, offset: 0, limit: 1 };
        const { totalAllWords } = pair.naive.search(begun);
        assert.deepEqual(pair.index.count(asked), {
          totalAllWords,
          fallback: pair.index.search(begun).fallback,
        });
        const whole = pair.naive.search({ ...asked, offset: 0, limit: 99, variants: 99 });
        for (const key of pair.naive.documents.keys()) {
          const why = pair.index.why(asked, key)!;
          const at = whole.keys.findIndex((own, i) => own === key || whole.variants[i]?.others.includes(key));
          assert.equal(why.position, at < 0 ? null : at + 1, `position of ${key}`);
          assert.equal(why.shownInstead, at < 0 || whole.keys[at] === key ? null : whole.keys[at]);
          assert.equal(why.pin ?? undefined, at < 0 ? undefined : whole.pins[at]);
          assert.equal(why.ranking?.words ?? 0, why.words.filter(({ found }) => found).length);
        }
        if (asked.sort === undefined) {
          const scores = result.hits.filter(({ pin }) => pin === undefined).map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((a, b) => b - a),
            'scores descend',
          );
        }
        for (const hit of result.hits) {
          if (asked.explain === true && hit.ranking !== undefined && hit.pin === undefined) {
            assert.equal(Math.floor(hit.score), hit.ranking.words);
          }
        }
      }
    }),
    { seed: 20261121, numRuns: 1500 },
  );
});

test('TextIndex.filter() passes what a scan passes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), filter, (steps, node) => {
      const pair = new Pair();
      for (const next of steps) pair.apply(next);
      const passing = pair.index.filter(node);
      for (let key = 0; key < 20; key++) {
        const own = pair.naive.documents.get(key);
        assert.equal(passing(key), own !== undefined && passes(own.source, node));
      }
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

function named(key: number, name: string, rank = 0): IndexDocument {
  return { key, texts: [{ field: 'name', value: name }], values: [{ field: 'price', value: key }], rank };
}

const search = (index: TextIndex, asked: string) => index.search({ text: asked, offset: 0, limit: 10 });
const keysOf = (index: TextIndex, asked: string) => search(index, asked).hits.map(({ key }) => key);

test('TextIndex.search() finds part numbers with and without separators', () => {
  const index = new TextIndex();
  index.add(named(1, 'HP Pavilion dv7-1211ea Notebook'));
  index.add(named(2, 'HP 665A toner'));
  index.add(named(3, 'Lenovo T480 laptop'));
  for (const asked of ['dv7-1211ea', 'dv71211ea', 'dv7 1211ea', 'DV7_1211EA', 'hp dv7-1211ea']) {
    assert.equal(keysOf(index, asked)[0], 1, asked);
  }
  for (const asked of ['665a', '665 a', '665-A']) assert.deepEqual(keysOf(index, asked), [2], asked);
  assert.deepEqual(keysOf(index, 't 480'), [3]);
});

test('TextIndex.search() forgives typos and says what it corrected', () => {
  const index = new TextIndex();
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

test('TextIndex.search() lists only the nearest to a part number, and some of the words of a phrase', () => {
  const index = new TextIndex(defaultTextSettings);
  for (let key = 0; key < 30; key++) index.add(named(key, `lamp GR-${100 + key}`));
  assert.equal(index.search({ text: 'GR-112', offset: 0, limit: 5 }).total, 1);
  assert.equal(index.search({ text: 'lamp GR-112', offset: 0, limit: 5 }).total, 30);
  assert.equal(index.search({ text: 'GR-999', offset: 0, limit: 5 }).fallback, 'words_dropped');
});

test('TextIndex.search() browses by rank where no word is asked for', () => {
  const index = new TextIndex();
  index.add(named(1, 'one', 1));
  index.add(named(2, 'two', 3));
  index.add(named(3, 'three', 3));
  assert.deepEqual(keysOf(index, ''), [2, 3, 1]);
  assert.equal(search(index, ' \0 ').total, 3);
});

test('TextIndex takes what a hostile catalog holds', () => {
  const index = new TextIndex();
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
  index.add({ key: 99, texts: [], values, rank: 0 });
  const frozen = new TextIndex();
  const documents = texts.map((hostile, key) => named(key, hostile));
  frozen.attach(buildSegment([...documents, { key: 99, texts: [], values, rank: 0 }], frozen.settings));
  for (const one of [index, frozen]) {
    for (const asked of [...texts, 'lone', 'ab', '日本語', '한국어', 'x'.repeat(64)]) search(one, asked);
    assert.deepEqual(keysOf(one, 'lone'), [1]);
    assert.deepEqual(keysOf(one, '日本語'), [4]);
    assert.equal(one.filter({ kind: 'equals', field: 'attr.4999', value: 4999 })(99), true);
  }
});

test('TextIndex.add() refuses a bad key and a bad rank', () => {
  const index = new TextIndex();
  for (const key of [-1, 1.5, 2 ** 32, Number.NaN])
    assert.throws(() => index.add(named(key, 'x')), RangeError);
  assert.throws(() => index.add(named(1, 'x', Infinity)), RangeError);
});

test('TextIndex.attach() refuses what is not a segment of this format and these settings, with the cause', () => {
  const good = buildSegment([named(1, 'x')], defaultTextSettings);
  const attempt = (change: (words: Uint32Array) => void): (() => number) => {
    const copy = new Uint8Array(new Uint8Array(good)).buffer;
    change(new Uint32Array(copy));
    return () => new TextIndex().attach(copy);
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
  assert.throws(() => new TextIndex().attach(new ArrayBuffer(8)), refused(/header/));
  const others = { ...defaultTextSettings, stopWords: ['der'] };
  assert.throws(() => new TextIndex(others).attach(good), refused(/stop words/));
  assert.equal(new TextIndex().attach(good) > 0, true);
});
