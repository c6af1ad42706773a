import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { TextEmbeddingLoop } from '../../src/domain/catalog/text-embedding-loop.ts';
import { withStems } from '../../src/domain/feedback/reformulation.ts';
import { runSearch } from '../../src/domain/search/execution/hybrid-search.ts';
import { SimilarityBaseline } from '../../src/domain/search/execution/similarity-baseline.ts';
import { QueryEmbeddings } from '../../src/domain/search/execution/query-embeddings.ts';
import { search } from '../../src/domain/search/execution/search.ts';
import { TextReadability } from '../../src/domain/search/execution/text-readability.ts';
import { whyNot } from '../../src/domain/search/execution/why-not.ts';
import type { TextEncoder } from '../../src/ports/search/text-embeddings.ts';
import { EncoderError } from '../../src/ports/search/text-embeddings.ts';
import type { SettingsChanges } from '../../src/ports/configuration/settings.ts';
import { Searcher } from '../../src/kernel/text/search/searcher.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { until } from '../support/until.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { createBuiltInEncoder, FakeEncoder } from './fake-encoder.ts';
import { allRules, Shop, textQuery } from './shop.ts';

const coldAndOthers = [
  { id: 'fridge', name: 'Fridge', brand: 'Coldly' },
  { id: 'table', name: 'Oak table' },
  ...Array.from({ length: 40 }, (_, i) => ({ id: `o${i}`, name: `thing number ${i} of many` })),
];

/** The domain's part of hybrid search, over a real engine and a fake model. */
class SemanticShop implements AsyncDisposable {
  readonly shop: Shop;
  readonly queryEmbeddings: QueryEmbeddings;
  readonly work: TextEmbeddingLoop;

  constructor(shop: Shop, encoders: readonly TextEncoder[], readability = new TextReadability(new Map())) {
    this.shop = shop;
    this.queryEmbeddings = new QueryEmbeddings(encoders, { readability });
    this.work = new TextEmbeddingLoop({
      engine: shop.engine,
      queryEmbeddings: this.queryEmbeddings,
      onError: (error) => assert.fail(error as Error),
    });
  }

  static async open(
    encoders: readonly TextEncoder[],
    changes: SettingsChanges = {},
    readability?: TextReadability,
  ): Promise<SemanticShop> {
    const shop = await embeddedShop();
    await shop.put(...coldAndOthers);
    await (
      await shop.project.settings.change(
        () => changes,
        () => undefined,
      )
    ).rebuilt;
    const semanticShop = new SemanticShop(shop, encoders, readability);
    await semanticShop.work.start();
    return semanticShop;
  }

  /** Resolves when no text waits. */
  async settled(): Promise<this> {
    const { textEmbeddings } = this.shop.project;
    while (textEmbeddings.counts().pending + textEmbeddings.crossLingual.counts().pending > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return this;
  }

  search(text: string, more: Parameters<typeof textQuery>[1] = {}) {
    return search(this.shop.project, this.queryEmbeddings, textQuery(text, more), {
      ...allRules(this.shop.now),
      client: 'a',
      understanding: null,
      collection: null,
      asWords: [],
      personalize: true,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.work[Symbol.asyncDispose]();
    await this.shop[Symbol.asyncDispose]();
  }
}

const ids = ({ hits }: { readonly hits: readonly { readonly item: { readonly id: string } }[] }): string[] =>
  hits.map(({ item }) => item.id);

void test('search() finds semantic matches without a keyword, and reports them', async () => {
  await using semanticShop = await SemanticShop.open([new FakeEncoder()]);
  await semanticShop.settled();
  const found = await semanticShop.search('chilly');
  assert.deepEqual(ids(found), ['fridge']);
  assert.deepEqual([found.total, found.fallback], [1, 'semantic']);
  assert.deepEqual(found.semantic, {
    used: true,
    skipped: null,
    added: 1,
    weight: 0.5,
    model: 'fake',
    language: null,
  });
});

void test('search() calls the model only where it can help', async () => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  const why = async (text: string, more = {}): Promise<string | null> =>
    (await semanticShop.search(text, more)).semantic.skipped;
  assert.equal(await why(''), 'empty_query');
  assert.equal(await why('!?'), 'empty_query');
  assert.equal(await why('dv7-1211ea'), 'code');
  assert.equal(await why('4006381333931'), 'code');
  assert.equal(await why('oak table', { sort: [{ field: 'price', order: 'asc' }] }), 'sorted');
  // Forty items have the word.
  assert.equal(await why('thing'), 'enough_matches');
  assert.deepEqual(encoder.queries, []);
  assert.equal(await why('oak table'), null);
  assert.equal(await why('table'), null);
  assert.deepEqual(encoder.queries, ['oak table', 'table']);
});

void test('search() embeds the query as corrected and without carrier phrases', async () => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  const wrapped = await semanticShop.search('where can I buy an oak table, please');
  assert.deepEqual([ids(wrapped)[0], wrapped.ignored], ['table', ['where can I buy an', 'please']]);
  assert.deepEqual(encoder.queries.splice(0), ['oak table,']);
  const mistyped = await semanticShop.search('oak tabel');
  assert.deepEqual([ids(mistyped)[0], mistyped.correctedQuery], ['table', 'oak table']);
  assert.deepEqual(encoder.queries.splice(0), ['oak tabel', 'oak table']);
  assert.equal((await semanticShop.search('tabel')).correctedQuery, 'table');
  assert.deepEqual(encoder.queries.splice(0), ['table']);
  const joined = await semanticShop.search('oaktable');
  assert.deepEqual(
    [ids(joined)[0], joined.correctedQuery, joined.fallback],
    ['table', 'oak table', 'corrected'],
  );
  assert.equal(joined.totalAllWords, (await semanticShop.search('oak table')).totalAllWords);
  const { learnedCorrections } = semanticShop.shop.project;
  const { queryAnalyzer } = semanticShop.shop.project.text;
  const words = withStems(queryAnalyzer, { word: 'bench', target: 'table' })!;
  const vote = { ...words, at: semanticShop.shop.now, isChosen: true, address: null };
  for (let i = 0; i < 5; i++) learnedCorrections.record({ ...vote, by: { user: `u${i}` } });
  await learnedCorrections.forget('nothing');
  encoder.queries.splice(0);
  const learned = await semanticShop.search('bench oak');
  assert.deepEqual([ids(learned)[0], learned.correctedQuery], ['table', 'table oak']);
  assert.deepEqual(encoder.queries, ['bench oak', 'table oak']);
});

void test('search() corrects a query with one further search', async (t) => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  const run = t.mock.method(semanticShop.shop.project.text, 'search');
  // The texts that are not embedded yet.
  const expected = {
    'oak table': [1, ['oak table']],
    'oak tabel': [2, ['oak tabel']],
    'thing oaktable': [2, ['thing oaktable', 'thing oak table']],
    tabel: [2, ['table']],
    oaktable: [2, []],
  };
  for (const [text, searchesAndTexts] of Object.entries(expected)) {
    run.mock.resetCalls();
    await semanticShop.search(text);
    assert.deepEqual([run.mock.callCount(), encoder.queries.splice(0)], searchesAndTexts, text);
  }
});

void test('search() analyzes the query once for rules, embedding, keywords and facets', async (t) => {
  await using semanticShop = await SemanticShop.open([new FakeEncoder()]);
  await semanticShop.settled();
  const { project } = semanticShop.shop;
  await project.rules.change(() => [{ id: 'r', when: { query: 'oak fridge' }, hide: ['o1'] }]);
  // The conditions of the rules are analyzed once for each language.
  await semanticShop.search('oak fridge', { language: 'en' });
  const analyze = t.mock.method(Searcher.prototype, 'analyze');
  const facets = [{ field: 'brand', limit: 9, disjunctive: true }];
  const filter = { kind: 'equals', field: 'brand', value: 'Coldly' } as const;
  for (const text of ['oak fridge', 'oak fridge', 'fridge', 'frigde', 'chilly']) {
    analyze.mock.resetCalls();
    const found = await semanticShop.search(text, { facets, filter, language: 'en' });
    assert.deepEqual(ids(found), ['fridge']);
    assert.equal(found.semantic.skipped, null);
    // The rules see the correction too.
    assert.equal(analyze.mock.callCount(), text === 'frigde' ? 2 : 1, text);
  }
});

void test('search() calls the model once for repeated and concurrent queries', async () => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  await Promise.all([
    semanticShop.search('oak table'),
    semanticShop.search('oak table'),
    semanticShop.search('oak table'),
  ]);
  await semanticShop.search('oak table', { offset: 10 });
  assert.deepEqual(encoder.queries, ['oak table']);
});

void test('search() uses keywords only where the model is late, unavailable or disabled, and reports why', async () => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  const { project } = semanticShop.shop;
  const byWords = ids(await semanticShop.shop.search('oak lamp'));
  for (const fault of ['timeout', 'unavailable', 'refused'] as const) {
    encoder.fault = new EncoderError(fault, 'not now');
    const found = await semanticShop.search('oak lamp');
    assert.deepEqual(ids(found), byWords);
    assert.deepEqual(found.semantic, {
      used: false,
      skipped: fault === 'timeout' ? 'timeout' : 'unavailable',
      added: 0,
      weight: null,
      model: null,
      language: null,
    });
  }
  encoder.fault = null;
  // Failures are not cached.
  assert.equal((await semanticShop.search('oak lamp')).semantic.used, true);
  await project.settings.change(
    () => ({ search: { semantic: { enabled: false } } }),
    () => undefined,
  );
  assert.equal((await semanticShop.search('oak lamp')).semantic.skipped, 'disabled');
  assert.equal(semanticShop.queryEmbeddings.readState(project).reason, 'disabled');
});

void test('search() without a model uses keywords', async () => {
  await using semanticShop = await SemanticShop.open([]);
  assert.equal((await semanticShop.search('oak lamp')).semantic.skipped, 'disabled');
  assert.equal(semanticShop.shop.project.textEmbeddings.counts().pending, 0);
  assert.equal(semanticShop.queryEmbeddings.status(), null);
});

void test('search() uses keywords in a language that the model does not support, and embeds nothing', async () => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder], { search: { languages: ['de', 'en'] } });
  assert.equal((await semanticShop.search('oak lamp')).semantic.skipped, 'unsupported_language');
  assert.equal(semanticShop.shop.project.textEmbeddings.counts().pending, 0);
  assert.deepEqual(encoder.items, []);
  await using both = await SemanticShop.open([new FakeEncoder()], { search: { languages: ['en', 'de'] } });
  await both.settled();
  assert.equal((await both.search('oak lamp', { language: 'en' })).semantic.used, true);
  assert.equal((await both.search('oak lamp', { language: 'de' })).semantic.skipped, 'unsupported_language');
  await using known = await SemanticShop.open([new FakeEncoder('fake:1', null)], {
    search: { languages: ['de'] },
  });
  await known.settled();
  assert.equal((await known.search('oak lamp')).semantic.used, true);
});

void test('search() uses the model of the first language that supports it, unless the settings choose another', async () => {
  for (const [languages, model, expected] of [
    [['en', 'de'], 'auto', 'english'],
    [['de', 'en'], 'auto', 'multilingual'],
    [['en'], 'multilingual', 'multilingual'],
    [['da'], 'auto', null],
    [['de'], 'english', null],
  ] as const) {
    const encoders = [
      createBuiltInEncoder('english', ['en']),
      createBuiltInEncoder('multilingual', ['de', 'en']),
    ];
    const search = { languages: [...languages], semantic: { model } };
    await using semanticShop = await SemanticShop.open(encoders, { search });
    await semanticShop.settled();
    const { semantic } = await semanticShop.search('chilly');
    assert.deepEqual(
      [semantic.model, semantic.used],
      [expected, expected !== null],
      `${languages[0]} ${model}`,
    );
    const { model: named, reason } = semanticShop.queryEmbeddings.readState(semanticShop.shop.project);
    assert.deepEqual([named, reason], [expected, expected === null ? 'unsupported_language' : null]);
  }
  const configured = new FakeEncoder('fake:hub', ['de']);
  const english = createBuiltInEncoder('english', ['en']);
  await using shop = await SemanticShop.open([configured, english], { search: { languages: ['de'] } });
  await shop.settled();
  assert.equal((await shop.search('chilly')).semantic.model, 'fake');
});

void test('search() compares a query in another language with the names, and one of known or misspelled words as before', async () => {
  const words = new Set(['fridge', 'oak', 'table', 'thing', 'many', 'number', 'chilly', 'coldly']);
  const lexicon = { has: (word: string) => words.has(word), isFrequent: (word: string) => word === 'chilly' };
  const readability = new TextReadability(new Map([['en', lexicon]]));
  const english = createBuiltInEncoder('english', ['en']);
  const multilingual = createBuiltInEncoder('multilingual', ['de', 'en']);
  await using shop = await SemanticShop.open([english, multilingual], {}, readability);
  await shop.settled();
  // A synonym that the lexicon does not have stands for a word of another language.
  const foreign = await shop.search('icebox');
  assert.deepEqual(
    [ids(foreign), foreign.semantic.model, foreign.semantic.language],
    [['fridge'], 'multilingual', 'en'],
  );
  for (const text of ['chilly', 'oak tabel', 'fridge']) {
    const { semantic } = await shop.search(text);
    assert.deepEqual([semantic.model ?? 'english', semantic.language], ['english', null], text);
  }
  // It has a frequent word of English.
  assert.equal((await shop.search('chilly zyzzyva')).semantic.skipped, 'unknown_words');
  assert.deepEqual(multilingual.queries, ['icebox']);
  // The language of the request decides, too.
  assert.equal((await shop.search('chilly', { language: 'de' })).semantic.model, 'multilingual');
  assert.equal((await shop.search('chilly', { language: 'fr' })).semantic.skipped, 'unsupported_language');
  await shop.shop.project.settings.change(
    () => ({ search: { foreignQueries: false } }),
    () => undefined,
  );
  while (shop.shop.project.textEmbeddings.crossLingual.model !== null) await sleep(5);
  assert.equal((await shop.search('icebox')).semantic.skipped, 'unknown_words');
});

void test('search() compares a query in another language in each process, which one of them embedded', async () => {
  const readability = new TextReadability(
    new Map([['en', new Set(['fridge', 'refrigerator', 'oak', 'table', 'thing', 'many', 'number'])]]),
  );
  const open = openEmbedded({ shared: new MemoryLogs() });
  const first = await Shop.open(open);
  const other = await Shop.anotherProcess(first, open, 'a');
  await first.put(...coldAndOthers);
  const processes = [first, other].map((shop) => {
    const encoders = [createBuiltInEncoder('english', ['en']), createBuiltInEncoder('multilingual', ['en'])];
    return { encoders, process: new SemanticShop(shop, encoders, readability) };
  });
  for (const { process } of processes) {
    await process.work.start();
    // The loop does so where a project is opened after its start.
    const { textEmbeddings } = process.shop.project;
    textEmbeddings.crossLingual.setTargetModel('fake:multilingual', (model) => model === 'fake:multilingual');
    textEmbeddings.setTargetModel('fake:english', () => true);
  }
  // English vectors never serve queries in other languages.
  const findForeign = async ({ process }: (typeof processes)[number]): Promise<unknown> => {
    await process.shop.engine.catchUp();
    const { hits, semantic } = await process.search('icebox');
    assert.notEqual(semantic.model, 'english');
    return [hits.map(({ item }) => item.id), semantic.model, semantic.language];
  };
  const expected = [['fridge'], 'multilingual', 'en'];
  for (const each of processes)
    await until('A process has no vectors', async () => isDeepStrictEqual(await findForeign(each), expected));
  await other.put({ id: 'fridge', name: 'Oak shelf' }, { id: 'table', name: 'Refrigerator' });
  for (const each of processes)
    await until('A process has old vectors', async () =>
      isDeepStrictEqual(await findForeign(each), [['table'], 'multilingual', 'en']),
    );
  // Each name was embedded once by each model, in one of the processes.
  const embedded = processes.flatMap(({ encoders }) => encoders.flatMap(({ items }) => items));
  assert.equal(embedded.length, 2 * (coldAndOthers.length + 2));
  for (const { process } of processes) await process[Symbol.asyncDispose]();
});

void test('texts are embedded by one model while another one is unavailable', async () => {
  const english = createBuiltInEncoder('english', ['en']);
  const multilingual = createBuiltInEncoder('multilingual', ['en']);
  english.fault = new EncoderError('unavailable', 'not now', 10);
  await using semanticShop = await SemanticShop.open([english, multilingual]);
  const { textEmbeddings } = semanticShop.shop.project;
  while (textEmbeddings.crossLingual.counts().pending > 0) await sleep(5);
  assert.equal(textEmbeddings.counts().embedded, 0);
  english.fault = null;
  await semanticShop.settled();
  assert.equal(textEmbeddings.counts().embedded, 42);
});

void test('search() keeps a list of items with all words as it is with a model that is weaker than words', async () => {
  const encoder = createBuiltInEncoder('multilingual', ['en']);
  const search = { semantic: { model: 'multilingual' } } as const;
  await using semanticShop = await SemanticShop.open([encoder], { search });
  await semanticShop.settled();
  const { semantic, hits } = await semanticShop.search('oak table');
  assert.deepEqual([semantic.skipped, hits.length], ['enough_matches', 1]);
  // The first letter of a word that is being typed does not change the list.
  assert.equal((await semanticShop.search('oak f')).semantic.skipped, 'enough_matches');
  assert.equal((await semanticShop.search('chilly')).semantic.added, 1);
});

void test('search() with a weight of 0 ranks by keywords', async () => {
  await using semanticShop = await SemanticShop.open([new FakeEncoder()], {
    search: { semantic: { weight: 0 } },
  });
  await semanticShop.settled();
  const text = 'thing number 7 of many';
  const [first] = ids(await semanticShop.search(text));
  assert.equal(first, ids(await semanticShop.shop.search(text))[0]);
});

void test('explain() reports semantic matches', async () => {
  await using semanticShop = await SemanticShop.open([new FakeEncoder()]);
  await semanticShop.settled();
  const { project } = semanticShop.shop;
  const { query } = await semanticShop.queryEmbeddings.withEmbedding(project, textQuery('chilly'), 'a');
  const of = async (id: string) => whyNot(project.text, query, [], (await project.catalog.get({ id }))!);
  const listed = await of('fridge');
  assert.equal(listed.position, 1);
  assert.deepEqual(listed.reasons, [{ code: 'listed', text: 'Position 1 of 1, semantic match' }]);
  assert.match(listed.ranking!.reasons[0]!, /^Semantic similarity \d+ %: semantic match only$/);
  assert.deepEqual(
    (await of('table')).reasons.map(({ code }) => code),
    ['words'],
  );
});

void test('search() prunes keyword matches that are not similar, and explain() reports it', async () => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  const background = new SimilarityBaseline({
    words: Array.from({ length: 200 }, (_, i) => `word${i * 7919}`),
    store: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
    onError: (error) => assert.fail(error as Error),
  });
  await background.prepare(encoder);
  const queryEmbeddings = new QueryEmbeddings([encoder], { background });
  const { project, now } = semanticShop.shop;
  const query = textQuery('chilly number');
  const before = await semanticShop.search('chilly number');
  const found = await search(project, queryEmbeddings, query, {
    ...allRules(now),
    client: 'a',
    understanding: null,
    collection: null,
    asWords: [],
    personalize: true,
  });
  assert.ok(before.total >= 40, `${before.total}`);
  assert.ok(found.total > 0 && found.total < 20, `${found.total}`);
  const listed = new Set(ids(found));
  const left = ids(before).find((id) => !listed.has(id))!;
  const { query: whole } = await queryEmbeddings.withEmbedding(project, query, 'a');
  const why = await whyNot(project.text, whole, [], (await project.catalog.get({ id: left }))!);
  assert.deepEqual(
    why.reasons.map(({ code, text }) => [code, text]),
    [['words', 'Does not contain “chilly”, and its semantic similarity is too low']],
  );
});

void test('search() explains the keyword score and semantic similarity', async () => {
  await using semanticShop = await SemanticShop.open([new FakeEncoder()]);
  await semanticShop.settled();
  const query = textQuery('oak table', { explain: true });
  const { result: found } = await runSearch(
    semanticShop.shop.project,
    semanticShop.queryEmbeddings,
    query,
    'a',
  );
  const { hits } = found;
  const { semantic } = hits[0]!.ranking!;
  assert.equal(hits[0]!.item.id, 'table');
  assert.equal(semantic!.keywordScore, 1);
  assert.ok(semantic!.cosine! > 0.99);
});

void test('The text embedding loop embeds each text once, a changed one again, and nothing after a restart', async () => {
  const encoder = new FakeEncoder();
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  assert.equal(encoder.items.length, 42);
  assert.equal(new Set(encoder.items).size, 42);
  await semanticShop.shop.put({ id: 'table', name: 'Oak table', price: 5 });
  await semanticShop.shop.put({ id: 'new', name: 'Icebox' });
  await semanticShop.settled();
  assert.deepEqual(encoder.items.slice(42), ['Icebox']);
  await semanticShop.work[Symbol.asyncDispose]();
  await semanticShop.shop.reopen();
  const again = new SemanticShop(semanticShop.shop, [encoder]);
  await using work = again.work;
  await work.start();
  assert.deepEqual(again.shop.project.textEmbeddings.counts(), { embedded: 43, pending: 0, refused: 0 });
  assert.equal(encoder.items.length, 43);
});

void test('The text embedding loop skips texts that the model refuses, and continues', async () => {
  const encoder = new FakeEncoder();
  encoder.refused.add('Oak table');
  await using semanticShop = await SemanticShop.open([encoder]);
  await semanticShop.settled();
  assert.deepEqual(semanticShop.shop.project.textEmbeddings.counts(), {
    embedded: 41,
    pending: 0,
    refused: 1,
  });
});

void test('The text embedding loop waits for an unavailable model, and loses nothing', async (t: TestContext) => {
  const encoder = new FakeEncoder();
  encoder.fault = new EncoderError('unavailable', 'away', 10);
  await using semanticShop = await SemanticShop.open([encoder]);
  assert.equal(semanticShop.shop.project.textEmbeddings.counts().pending, 42);
  assert.equal((await semanticShop.search('oak lamp')).semantic.used, false);
  await new Promise((resolve) => setTimeout(resolve, 30));
  encoder.fault = null;
  await semanticShop.settled();
  assert.equal(semanticShop.shop.project.textEmbeddings.counts().embedded, 42);
  t.diagnostic('it was asked again');
});

void test('The text embedding loop embeds with a new model in the background, and then switches', async () => {
  const before = new FakeEncoder('fake:1');
  const after = new FakeEncoder('fake:2');
  await using semanticShop = await SemanticShop.open([before]);
  await semanticShop.settled();
  await semanticShop.work[Symbol.asyncDispose]();
  await semanticShop.shop.reopen();
  after.fault = new EncoderError('unavailable', 'away', 10);
  const next = new SemanticShop(semanticShop.shop, [after, before]);
  await using work = next.work;
  await work.start();
  assert.deepEqual(ids(await next.search('chilly')), ['fridge']);
  assert.deepEqual(
    [next.shop.project.textEmbeddings.model, after.queries, before.queries],
    ['fake:1', [], ['chilly']],
  );
  after.fault = null;
  await next.settled();
  assert.equal(next.shop.project.textEmbeddings.model, 'fake:2');
  assert.deepEqual(ids(await next.search('chilly')), ['fridge']);
  assert.deepEqual(after.queries, ['chilly']);
});
