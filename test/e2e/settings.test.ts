import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Problem, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Project settings: reads, updates while the project serves, and validation. */
let service: LocalService;
let key = '';
const path = '/api/projects/shop/settings';

interface Settings {
  readonly version: number;
  readonly changedAt: number | null;
  readonly settings: { readonly search: Sent };
  readonly changes: { readonly search?: Sent };
  readonly defaults: { readonly search: Sent };
  readonly task: { readonly id: string; readonly kind: string; readonly status: string } | null;
}

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:read', 'items:write', 'settings']);
  const data = Array.from({ length: 60 }, (_, no) =>
    item(`i${no}`, { name: `Oak chair ${no}`, note: 'secret shelf', margin: no, brand: 'Nordwald' }),
  );
  const answer = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(answer.status, 201);
});
after(() => service[Symbol.asyncDispose]());

const change = (search: Sent, headers: Record<string, string> = {}) =>
  service.ask<Settings>('PUT', path, { key, body: { search }, headers });
const total = async (q: string): Promise<number> =>
  (await service.ask<Found>('GET', `/search/shop?limit=0&q=${q}`, { key })).body.total;

async function finished(task: Settings['task'], by = key): Promise<Sent> {
  for (;;) {
    const { body } = await service.ask<{ task: Sent }>('GET', `/api/tasks/${task?.id}`, { key: by });
    if (body.task['status'] !== 'running') return body.task;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('GET /api/projects/:project/settings returns the defaults initially', async () => {
  const { status, headers, body } = await service.ask<Settings>('GET', path, { key });
  assert.equal(status, 200);
  // `fetch` requests a compressed reply, whose etag is weak.
  assert.equal(headers.get('etag'), 'W/"0"');
  assert.equal(body.version, 0);
  assert.deepEqual(body.changes, {});
  assert.deepEqual(body.settings, body.defaults);
});

test('PUT of ranking settings is effective immediately, and null restores the default', async () => {
  const { body } = await change({
    customRanking: [{ field: 'margin', order: 'desc' }],
    ranking: { phraseInName: 1.5 },
  });
  assert.equal(body.version, 1);
  assert.equal(body.task, null);
  const first = await service.ask<Found>('GET', '/search/shop?q=oak%20chair&limit=2', { key });
  assert.deepEqual(ids(first.body), ['i59', 'i58']);
  const again = await change({ customRanking: null, ranking: { typo: 0.5 } });
  assert.deepEqual(again.body.changes, { search: { ranking: { phraseInName: 1.5, typo: 0.5 } } });
  const second = await service.ask<Found>('GET', '/search/shop?q=oak%20chair&limit=2', { key });
  assert.deepEqual(ids(second.body), ['i0', 'i1']);
  await change({ ranking: null });
});

test('PUT of indexing settings starts reindexing as a task', async () => {
  assert.equal(await total('secret'), 60);
  const { body } = await change({ unsearchableFields: ['note'] });
  assert.equal(body.task?.kind, 'reindex');
  const task = await finished(body.task);
  assert.equal(task['status'], 'succeeded');
  assert.deepEqual(task['progress'], { indexed: 60, total: 60 });
  assert.equal(await total('secret'), 0);
  assert.equal(await total('oak'), 60);
});

test('GET returns the task during reindexing', async () => {
  const large = await service.project('large', ['items:read', 'items:write', 'settings']);
  const own = '/api/projects/large/settings';
  for (let from = 0; from < 5_000; from += 1_000) {
    const data = Array.from({ length: 1_000 }, (_, no) => item(`i${from + no}`, { name: `Chair ${no}` }));
    await service.ask('POST', '/api/items', { key: large, body: { project: 'large', data } });
  }
  const readTask = async () => (await service.ask<Settings>('GET', own, { key: large })).body.task;
  let isExcluded = false;
  // A request may be slower than all of a reindexing.
  await until('No request was answered during a reindexing', async () => {
    isExcluded = !isExcluded;
    const search = { unsearchableFields: isExcluded ? ['brand'] : [] };
    const { body } = await service.ask<Settings>('PUT', own, { key: large, body: { search } });
    const during = await readTask();
    if (during !== null) assert.deepEqual([during?.kind, during?.id], ['reindex', body.task?.id]);
    assert.equal((await finished(body.task, large))['status'], 'succeeded');
    assert.equal(await readTask(), null);
    return during !== null;
  });
});

test('settings survive a crash', async () => {
  const { body: before } = await service.ask<Settings>('GET', path, { key });
  await service.crash();
  await service.restart();
  const { body } = await service.ask<Settings>('GET', path, { key });
  assert.deepEqual(body, before);
  assert.equal(await total('secret'), 0);
});

test('PUT with if-match updates only this version', async () => {
  const { body } = await service.ask<Settings>('GET', path, { key });
  assert.equal(
    refusal(await change({ dropWordsThreshold: 5 }, { 'if-match': `"${body.version - 1}"` })),
    '412 settings_changed',
  );
  assert.equal((await change({ dropWordsThreshold: 5 }, { 'if-match': `"${body.version}"` })).status, 200);
  assert.equal(refusal(await change({}, { 'if-match': 'newest' })), '400 invalid_request if-match');
});

test('PUT reports all errors with their paths, and changes nothing', async () => {
  const { body: before } = await service.ask<Settings>('GET', path, { key });
  const places: [Sent, string[]][] = [
    [{ ranking: { typo: 2, phrases: 1 } }, ['search.ranking.typo', 'search.ranking.phrases']],
    [{ wieghts: {} }, ['search.wieghts']],
    [
      { zones: [{ fields: ['brand'], weight: 'high' }] },
      ['search.zones[0].lengthPenalty', 'search.zones[0].weight'],
    ],
    [
      { zones: Array.from({ length: 7 }, () => ({ fields: [], weight: 1, lengthPenalty: 0 })) },
      ['search.zones'],
    ],
    [{ stopWords: Array.from({ length: 1_001 }, () => 'the') }, ['search.stopWords']],
    [{ stopWords: ['x'.repeat(65)] }, ['search.stopWords[0]']],
    [{ stopWords: ['a\0'] }, ['search.stopWords[0]']],
    [{ name: { fields: ['name', 'brand'] }, unsearchableFields: ['brand'] }, ['search.unsearchableFields']],
    [{ typos: { minLengthOneTypo: 9 } }, ['search.typos.minLengthTwoTypos']],
    [{ typos: { enabled: 'no' } }, ['search.typos.enabled']],
    [{ criteria: ['typos', 'typos'] }, ['search.criteria']],
    [{ criteria: ['price'] }, ['search.criteria[0]']],
    [{ textScoreTolerance: 0.0001 }, ['search.textScoreTolerance']],
    [{ customRanking: [{ field: 'margin' }] }, ['search.customRanking[0].order']],
    [{ languages: ['tlh'] }, ['search.languages[0]']],
    [{ synonyms: [{ kind: 'both', words: [] }] }, ['search.synonyms[0].kind']],
    [{ synonyms: [{ kind: 'equivalent', words: ['sofa', 'Sofas'] }] }, ['search.synonyms[0].words[1]']],
    [
      { synonyms: [{ kind: 'oneWay', to: ['a', 7] }] },
      ['search.synonyms[0].from', 'search.synonyms[0].to[1]'],
    ],
    [{ prefix: 'never' }, ['search.prefix']],
    [{ unsearchableFields: Array.from({ length: 101 }, (_, i) => `f${i}`) }, ['search.unsearchableFields']],
  ];
  for (const [search, expected] of places) {
    const answer = await service.ask<Problem>('PUT', path, { key, body: { search } });
    assert.equal(answer.body.code, 'invalid_request', JSON.stringify(search).slice(0, 200));
    assert.deepEqual(
      answer.body.errors.map((one) => one.path),
      expected,
    );
  }
  const list = await service.ask<Problem>('PUT', path, { key, body: { search: [] } });
  assert.equal(refusal(list), '400 invalid_request search');
  const { body } = await service.ask<Settings>('GET', path, { key });
  assert.deepEqual(body, before);
});

test('settings require a key with the scope for the project', async () => {
  const searchOnly = await service.project('other', ['search']);
  assert.equal(refusal(await service.ask('GET', path, { key: searchOnly })), '403 scope_missing');
  const elsewhere = await service.project('third', ['settings']);
  assert.equal(refusal(await service.ask('GET', path, { key: elsewhere })), '403 project_forbidden');
});

test('PUT /api/projects/:project/synonyms replaces all synonyms, effective immediately', async () => {
  const synonyms = '/api/projects/shop/synonyms';
  assert.equal(await total('eichenholz'), 0);
  const rules = [{ kind: 'equivalent', words: ['oak', 'eichenholz'] }];
  const changed = await service.ask<Sent>('PUT', synonyms, { key, body: { synonyms: rules } });
  assert.deepEqual(changed.body['synonyms'], rules);
  assert.equal(await total('eichenholz'), 60);
  const { body } = await service.ask<Sent>('GET', synonyms, { key });
  assert.deepEqual(body, changed.body);
  const twice = [{ kind: 'oneWay', from: 'oak', to: ['elm', 'elm'] }];
  const refused = await service.ask<Problem>('PUT', synonyms, { key, body: { synonyms: twice } });
  assert.equal(refused.body.errors[0]?.path, 'search.synonyms[0].to[1]');
  assert.equal((await service.ask('PUT', synonyms, { key, body: {} })).status, 400);
  await service.ask('PUT', synonyms, { key, body: { synonyms: [] } });
  assert.equal(await total('eichenholz'), 0);
});
