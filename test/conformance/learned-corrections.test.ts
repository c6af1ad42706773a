import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectReformulation } from '../../src/domain/feedback/reformulation.ts';
import { listCorrections } from '../../src/domain/feedback/shown-corrections.ts';
import type { SearchResult } from '../../src/domain/search/execution/search.ts';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import { ImportedSearches } from '../../src/domain/history-import/imported-searches.ts';
import { readHistoryLine } from '../../src/domain/history-import/history-line.ts';
import type { InputError } from '../../src/ports/errors.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { until } from '../support/until.ts';
import { openEmbedded } from './embedded-shop.ts';
import { aProject, reusing, Shop } from './shop.ts';
import { hoover, items, rowsOf, users, Visitors } from './tracked-visitors.ts';

/** Words that no item has, corrected to what visitors searched for next. */

const open = reusing(openEmbedded());
const day = 86_400_000;
const ids = ({ hits }: SearchResult): string[] => hits.map(({ item }) => item.id);

test('a word that no item has is corrected to what five visitors searched for next, after a restart too', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  await visitors.type(users(4), hoover);
  assert.equal((await visitors.look('hoover')).total, 0);
  assert.deepEqual(shop.project.learnedCorrections.list(), []);
  await visitors.type(['u4'], ['Hoover', 'Vacuum']);
  const learned = await visitors.look('red hoover', { explain: true });
  assert.deepEqual(ids(learned), ['v1', 'v2']);
  assert.deepEqual(
    [learned.correctedQuery, learned.fallback, learned.learned],
    ['red vacuum', 'corrected', [{ word: 'hoover', target: 'vacuum' }]],
  );
  const matches = learned.hits[0]!.ranking?.matches ?? [];
  assert.deepEqual(
    matches.map(({ words, how, found }) => [words, how, found]),
    [
      ['red', 'exact', 'red'],
      ['hoover', 'learned', 'vacuum'],
    ],
  );
  assert.equal(learned.hits[0]!.ranking?.typos, 0);
  const at = shop.now;
  await shop.reopen();
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
  const [listed, ...others] = shop.project.learnedCorrections.list();
  assert.deepEqual([listed?.word, listed?.target, listed?.visitors, others], ['hoover', 'vacuum', 5, []]);
  assert.equal(listed?.at, at);
  await shop.engine.store.createProject(aProject('other'));
  const other = await shop.engine.project('other');
  await other.catalog.change([]);
  assert.equal((await visitors.look('hoover', {}, other)).correctedQuery, null);
});

test('the rest of the query may be anything, and the next words several, which a name must have together', async () => {
  await using visitors = await Visitors.open(open);
  const pairs = [
    ['hoover', 'vacuum cleaner'],
    ['where can i buy a hoover', 'where can i buy a vacuum cleaner'],
    ['red hoover please', 'vacuum cleaner red please'],
    ['hoover red', 'red vacuum cleaner'],
    ['hover', 'hoover', 'vacuum cleaner'],
  ];
  for (const [i, texts] of pairs.entries()) await visitors.type([`u${i}`], texts);
  const found = await visitors.look('hoover', { highlight: ['name'] });
  assert.deepEqual([ids(found), found.correctedQuery], [['v1'], 'vacuum cleaner']);
  assert.equal(found.hits[0]!.highlights?.['name'], 'Red <em>vacuum</em> <em>cleaner</em>');
});

test('all forms and spellings of a word, and of what replaces it, count together; carrier phrases do not count', async () => {
  await using visitors = await Visitors.open(open);
  const pairs = [
    ['hoovers', 'vacuums'],
    ['hoo\u0308ver', 'Vacuum'],
    ['hoöver', 'vacuums'],
    ['where can i buy a hoover', 'vacuum'],
    ['hoovers', 'a vacuum please'],
  ];
  for (const [i, texts] of pairs.entries()) await visitors.type([`u${i}`], texts);
  for (const text of ['hoover', 'HOOVERS', 'hoo\u0308ver'])
    assert.equal(await visitors.corrected(text), 'vacuum', text);
  const { learnedCorrections } = visitors.shop.project;
  const [listed] = learnedCorrections.list();
  assert.deepEqual([listed?.word, listed?.target, listed?.visitors], ['hoovers', 'vacuum', 5]);
  await learnedCorrections.forget('hoovers');
  assert.equal(await visitors.corrected('hoover'), null);
});

test('a correction finds what the next words found, next to each other or not', async () => {
  await using visitors = await Visitors.open(open);
  await visitors.shop.put({ id: 'v3', name: 'Cordless stick vacuum' });
  await visitors.type(users(5), ['dyson', 'cordless vacuum']);
  const found = await visitors.look('dyson');
  assert.deepEqual([ids(found), found.correctedQuery], [['v3'], 'cordless vacuum']);
});

test('a search counts once it is settled, if it finds something and nothing else changed', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  const settled = async (user: string, texts: readonly string[]) => {
    for (const text of texts) await visitors.search({ user }, text);
    await visitors.rest();
  };
  for (const user of users(4)) await settled(user, hoover);
  const others = [
    ['hoover', 'vacum cheap'],
    ['hoover', 'red', 'vacuum'],
    ['hoover', 'hoover vacuum'],
    ['hoover bag', 'vacuum'],
    ['hoover', 'vacu'],
    ['red', 'vacuum'],
    ['anna@hoover.example', 'anna@vacuum.example'],
    ['h00ver', 'vacuum'],
    ['vacuum', 'couch'],
    [`hoover ${'red '.repeat(60)}`, `vacuum ${'red '.repeat(60)}`],
  ];
  for (const [i, texts] of others.entries()) await settled(`v${i}`, texts);
  await visitors.search({ user: 'late' }, 'hoover');
  shop.now += 6 * 60_000;
  await settled('late', ['vacuum']);
  // It had a result that the visitor chose.
  visitors.act(await visitors.search({ user: 'answered' }, 'hoover'), { user: 'answered' });
  await settled('answered', ['vacuum']);
  // Neither its click nor its settled search counts.
  await visitors.search({ user: 'bot' }, 'hoover');
  visitors.act(await visitors.search({ user: 'bot' }, 'vacuum'), { user: 'bot' }, { suspectedBot: true });
  await visitors.rest();
  assert.equal(await visitors.corrected('hoover'), null);
  await settled('u5', ['hoover', 'vacum']);
  assert.equal(await visitors.corrected('hoover'), 'vacuum', 'as the spelling correction of the next query');
});

test('detectReformulation() finds the words in place of one that no item has, unless they may be personal', async () => {
  await using visitors = await Visitors.open(open);
  await visitors.shop.put({ id: 'm', name: 'Model 12345678' });
  const { queryAnalyzer } = visitors.shop.project.text;
  const cases: readonly (readonly [asked: string, next: string, target: string | null])[] = [
    ['hoover', 'vacuum', 'vacuum'],
    ['red hoover', 'vacuum cleaner, red', 'vacuum cleaner'],
    ['hoover red', 'vacuum red couch', null],
    ['hoover', 'red oak vacuum couch', null],
    ['hoover', 'sweeper', null],
    ['hoover', 'hoover vacuum', null],
    ['kettle red', 'vacuum red', null],
    ['anna@hoover red', 'anna vacuum red', null],
    ['red hoover', 'red vacuum @home', null],
    ['red h00ver', 'red vacuum', null],
    ['red h٠٠ver', 'red vacuum', null],
    ['hoover', 'model', 'model'],
    ['hoover', 'model 12345678', null],
    ['red '.repeat(2) + 'x'.repeat(41), 'red red vacuum', null],
  ];
  for (const [asked, next, target] of cases)
    assert.equal(
      detectReformulation(queryAnalyzer, asked, next)?.target ?? null,
      target,
      `${asked} > ${next}`,
    );
});

test('texts on the way to another one are no words that were replaced', async () => {
  await using visitors = await Visitors.open(open);
  for (const user of users(6)) {
    const keys = ['h', 'ho', 'hoov', 'hoover', 'hoove', 'ho', 'h', 'v', 'va', 'vacuu', 'vacuum'];
    for (const text of keys) {
      const pauseMs = text === 'hoover' ? 5_000 : 200;
      await visitors.search({ user }, text, { pauseMs });
    }
    await visitors.rest();
  }
  const rows = rowsOf(visitors.shop.project, 'SELECT DISTINCT word, target FROM reformulations');
  assert.deepEqual(rows, [{ word: 'hoover', target: 'vacuum' }]);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
});

test('a word of the catalog is never corrected, and a correction ends while the catalog has the word or not its target', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  await visitors.type(users(6), ['kettle', 'vacuum']);
  assert.equal(await visitors.corrected('kettle'), null);
  await visitors.type(users(5), hoover);
  await shop.put({ id: 'h', name: 'Hoover Dust Manager' });
  const exact = await visitors.look('hoover');
  assert.deepEqual([ids(exact), exact.correctedQuery], [['h'], null]);
  await shop.remove('h', 'v1', 'v2');
  assert.equal((await visitors.look('hoover')).total, 0);
  await shop.put(items[0]!);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
});

test('choosing a result of a corrected search confirms the correction', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  await visitors.type(users(5), hoover);
  shop.now += 50 * day;
  for (const user of users(5, 'v')) await visitors.type([user], ['red hoover']);
  shop.now += 20 * day;
  await shop.reopen();
  await visitors.written();
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
});

test('keys that do not see the items of a correction get the typos of the word', async () => {
  await using visitors = await Visitors.open(open);
  await visitors.shop.put({ id: 'h', name: 'Hoovers choice' }, { id: 'w', name: 'Hovver mat' });
  await visitors.shop.remove('h');
  await visitors.type(users(5), hoover);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
  const hidden = [{ rule: '', items: { ids: ['v1', 'v2'] } }];
  const restricted = await visitors.look('hoover', { rules: { hidden, boosts: [], pins: [] } });
  assert.deepEqual([ids(restricted), restricted.correctedQuery], [['w'], 'hovver']);
  assert.deepEqual(restricted.learned, []);
});

test('typo settings and the setting learnCorrections turn corrections off; the latter deletes what was learned', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  const set = (change: object) =>
    shop.project.settings.change(
      () => ({ search: change }),
      () => undefined,
    );
  await visitors.type(users(5), hoover);
  const isUsed = async (): Promise<readonly boolean[]> => [
    (await visitors.corrected('hoover')) === 'vacuum',
    ...listCorrections(shop.project).map(({ isActive }) => isActive),
  ];
  await set({ typos: { disabledWords: ['vacuum'] } });
  assert.deepEqual(await isUsed(), [false, false]);
  await set({ typos: { disabledWords: ['hoover'] } });
  assert.deepEqual(await isUsed(), [false, false]);
  await set({ typos: { enabled: false } });
  assert.deepEqual(await isUsed(), [false, false]);
  await set({});
  assert.deepEqual(await isUsed(), [true, true]);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
  await set({ learnCorrections: false });
  assert.equal(await visitors.corrected('hoover'), null);
  await visitors.written();
  await visitors.type(users(5), hoover);
  await set({ learnCorrections: true });
  await visitors.type(users(4), hoover);
  assert.equal(await visitors.corrected('hoover'), null);
});

test('a correction that is forgotten can be learned again', async () => {
  await using visitors = await Visitors.open(open);
  const { learnedCorrections } = visitors.shop.project;
  await visitors.type(users(5), hoover);
  await learnedCorrections.forget('hoover');
  assert.deepEqual([await visitors.corrected('hoover'), learnedCorrections.list()], [null, []]);
  await visitors.type(users(5), hoover);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
});

test('an imported history teaches corrections, by what of it is young enough to be kept', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  const replay = async (user: string, age: number): Promise<void> => {
    using history = new ImportedSearches('shop', shop.project);
    const at = shop.now - age;
    const searches = hoover.map((query, i) => ({
      search: { id: `${user}${i}`, at: at + i * 20_000, user, query, items: i === 0 ? [] : ['v1'] },
    }));
    const errors: InputError[] = [];
    const lines = searches.map((line) =>
      readHistoryLine(line, { path: 'line', now: shop.now, shiftMs: 0 }, errors)!,
    );
    assert.deepEqual(errors, []);
    await history.replay(lines, new Set(searches.map(({ search: { id } }) => id)));
    await history.end();
    await visitors.written();
  };
  for (const user of users(4)) await replay(user, day);
  await replay('old', 61 * day);
  assert.equal(await visitors.corrected('hoover'), null);
  await replay('u5', day);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
});

test('another process of the project corrects, too', async () => {
  const shared = new MemoryLogs();
  await using first = await Visitors.open(openEmbedded({ shared }));
  await using second = await Shop.anotherProcess(first.shop, openEmbedded({ shared }), 'b');
  await first.type(users(5), hoover);
  await until('the other process does not correct', async () => {
    await (second.project as EmbeddedProject).catchUp();
    return (await second.search('hoover')).correctedQuery === 'vacuum';
  });
});
