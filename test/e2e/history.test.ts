import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { HistoryTask, RevenueReport, SearchReport } from '../../sdk/src/index.ts';
import { asJson, vitrine } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

suite('the import of a history', () => {
  let service: LocalService;
  let key: string;
  let admin: Record<string, string>;
  let folder: string;
  let made = 0;

  /** A new project with items. */
  const project = async (): Promise<string> => {
    const id = `shop-${++made}`;
    await service.ask('POST', '/admin/projects', { body: { id, currency: 'EUR' }, headers: admin });
    const data = ['a', 'b', 'c'].map((name) => item(name, { name: `Oak chair ${name}`, price: 30 }));
    const added = await service.ask('POST', '/api/items', { key, body: { project: id, data } });
    assert.equal(added.status, 201);
    return id;
  };
  const send = (id: string, lines: readonly unknown[], query = ''): Promise<Answer<{ task: HistoryTask }>> =>
    service.ask('POST', `/admin/projects/${id}/history${query}`, {
      body: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
      headers: { ...admin, 'content-type': 'application/x-ndjson' },
    });
  const get = async <T>(path: string): Promise<T> => {
    const answer = await service.ask<T>('GET', path, { key });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const revenue = (id: string, query = ''): Promise<RevenueReport> =>
    get(`/api/projects/${id}/analytics/revenue${query}`);
  const month = `from=${dayOf(Date.now() - 28 * dayMs)}&to=${dayOf(Date.now())}`;
  const searches = (id: string): Promise<SearchReport> =>
    get(`/api/projects/${id}/analytics/searches?${month}`);

  before(async () => {
    service = await LocalService.start();
    admin = await service.signIn();
    const scopes = ['search', 'recommend', 'items:write', 'items:read', 'events', 'analytics', 'settings'];
    const created = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { scopes, kind: 'server' },
      headers: admin,
    });
    key = created.body.key;
    folder = await mkdtemp(join(tmpdir(), 'history-'));
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A visit `daysAgo`: a search, and perhaps a click and a purchase. */
  const visit = (daysAgo: number, visitor: string, does: readonly ('click' | 'purchase')[]): unknown[] => {
    const at = Date.now() - daysAgo * dayMs - 3_600_000;
    const searchId = `s-${daysAgo}-${visitor}`;
    const search = {
      id: searchId,
      at,
      session: visitor,
      query: 'Oak  Chair',
      items: ['a', 'b'],
      device: 'phone',
    };
    return [
      { search },
      ...does.map((type, i) => ({
        event: {
          type,
          id: `${searchId}-${type}`,
          at: at + 60_000 * (i + 1),
          session: visitor,
          ...(type === 'purchase' ? { items: [{ id: 'b', price: 25 }] } : { item: 'b' }),
          searchId,
        },
      })),
    ];
  };

  test('counts past searches, clicks and sales on their days, once', async () => {
    const id = await project();
    const lines = [
      ...visit(25, 'ann', ['click', 'purchase']),
      ...visit(12, 'bob', ['click']),
      ...visit(1, 'cleo', []),
      { search: { id: 'none', at: Date.now() - 2 * dayMs, session: 'dan', query: 'toaster', items: [] } },
      {
        list: {
          id: 'l1',
          at: Date.now() - dayMs,
          session: 'cleo',
          list: 'similar',
          items: ['c'],
          about: ['a'],
        },
      },
    ];
    const first = await send(id, lines);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const { progress, status, kind } = first.body.task;
    assert.deepEqual([status, kind], ['succeeded', 'history']);
    assert.partialDeepStrictEqual(progress, {
      lines: 8,
      searches: 4,
      lists: 1,
      events: 3,
      duplicates: 0,
      expired: 0,
      failed: 0,
    });
    const check = async (): Promise<void> => {
      const { totals, top } = await searches(id);
      assert.partialDeepStrictEqual(totals, { searches: 4, withoutResults: 1, clicked: 2, bought: 1 });
      assert.equal(top[0]?.query, 'oak chair');
      const { values, totals: sums } = await revenue(id, `?by=query&${month}`);
      assert.equal(values.find(({ value }) => value === 'oak chair')?.money[0]?.revenue, 25);
      assert.equal(sums.money[0]?.revenue, 25);
      const { suggestions } = await get<{ suggestions: { text: string }[] }>(`/search/${id}/suggest?q=oa`);
      assert.ok(
        suggestions.some(({ text }) => text === 'oak chair'),
        'three visitors searched it',
      );
    };
    await check();
    const again = await send(id, lines);
    assert.partialDeepStrictEqual(again.body.task.progress, {
      searches: 0,
      lists: 0,
      events: 0,
      duplicates: 8,
    });
    await check();
  });

  test('reports lines that are not valid with their numbers, and stores the others', async () => {
    const id = await project();
    const now = Date.now();
    const good = { id: 'g', at: now, session: 's', query: 'oak', items: ['a'] };
    const { body } = await send(id, [
      { search: good },
      '{"search": ',
      '',
      { search: { ...good, id: 'x', at: undefined } },
      { search: { ...good, id: 'x', colour: 'red' } },
      { search: good, list: good },
      { list: { ...good, id: 'x', query: 'oak' } },
      { event: { type: 'view', item: 'a', at: now } },
      { event: { type: 'view', item: 'a', session: 's' } },
      { search: { ...good, id: 'x', at: now + 2 * dayMs } },
      'null',
    ]);
    const { errors, failed, searches: stored } = body.task.progress;
    assert.equal(stored, 1);
    assert.equal(failed, 9);
    assert.deepEqual(
      errors.map(({ line, code, errors: [first] }) => [line, code, first?.path, first?.code]),
      [
        [2, 'invalid_json', undefined, undefined],
        [4, 'invalid_history', 'line 4.search.at', 'required'],
        [5, 'invalid_history', 'line 5.search.colour', 'unknown'],
        [6, 'invalid_history', 'line 6', 'format'],
        [7, 'invalid_history', 'line 7.list.query', 'unknown'],
        [8, 'invalid_history', 'line 8.event.user', 'required'],
        [9, 'invalid_history', 'line 9.event.at', 'required'],
        [10, 'invalid_history', 'line 10.search.at', 'out_of_range'],
        [11, 'invalid_history', 'line 11', 'format'],
      ],
    );
  });

  test('limits the bytes of a line and the names of an impression', async () => {
    const id = await project();
    const line = (bytes: number): string => {
      const empty = JSON.stringify({ search: { id: `b${bytes}`, at: Date.now(), query: '', items: [] } });
      return empty + ' '.repeat(bytes - empty.length);
    };
    const search = { id: 'n', at: Date.now(), query: 'oak', items: ['a'] };
    const named = (count: number): unknown => ({
      search: { ...search, id: `n${count}`, rules: Array.from({ length: count }, (_, i) => `r${i}`) },
    });
    const mebibyte = 1024 * 1024;
    const { body } = await send(id, [line(mebibyte), line(mebibyte + 1), named(100), named(101)]);
    const { searches: stored, errors } = body.task.progress;
    assert.equal(stored, 2);
    assert.deepEqual(
      errors.map(({ line: at, errors: [first] }) => [at, first?.code]),
      [
        [2, 'too_long'],
        [4, 'too_many'],
      ],
    );
  });

  test('leaves out searches that are older than impressions are kept, and counts older sales', async () => {
    const id = await project();
    const { body } = await send(id, [...visit(40, 'ann', ['click', 'purchase']), ...visit(3, 'ann', [])]);
    assert.partialDeepStrictEqual(body.task.progress, { searches: 1, events: 2, expired: 1 });
    const { totals } = await revenue(id, `?from=${dayOf(Date.now() - 50 * dayMs)}&to=${dayOf(Date.now())}`);
    assert.equal(totals.sales[0]?.revenue, 25);
    assert.equal(totals.shown, 1);
  });

  test('counts the visitors of an experiment that began before', async () => {
    const id = await project();
    const put = (path: string, body: object): Promise<Answer> =>
      service.ask('PUT', `/api/projects/${id}/${path}`, { key, body });
    const startedAt = Date.now() - 10 * dayMs;
    const draft = { id: 'cheap', rules: { put: [{ id: 'cheap', boost: 'price < 20' }] } };
    assert.equal((await put('drafts/cheap', { draft })).status, 200);
    const experiment = { id: 'cheap', draft: 'cheap', startedAt };
    const future = { ...experiment, startedAt: Date.now() + dayMs };
    const refused = await put('experiments/cheap', { experiment: future });
    assert.deepEqual([refused.status, refused.body['code']], [400, 'invalid_request']);
    const started = await put('experiments/cheap', { experiment });
    assert.equal(started.body['startedAt'], startedAt);
    const shown = ['control', 'treatment', 'treatment'].map((arm, i) => ({
      search: {
        id: `x${i}`,
        at: startedAt + dayMs,
        session: `x${i}`,
        items: ['a'],
        assignments: [`cheap:${arm}`],
      },
    }));
    await send(id, shown);
    const { visitors } = await get<{ visitors: object }>(`/api/projects/${id}/experiments/cheap/results`);
    assert.deepEqual(visitors, { control: 1, treatment: 2 });
  });

  test('refuses a second import at the same time', async () => {
    const id = await project();
    const lines = Array.from({ length: 3_000 }, (_, i) => ({
      search: { id: `p${i}`, at: Date.now() - 1e6 + i, session: `p${i}`, query: 'oak', items: ['a'] },
    }));
    const answers = await Promise.all([send(id, lines), send(id, lines), send(id, lines)]);
    const refused = answers.filter(({ status }) => status === 409);
    const { totals } = await searches(id);
    const stored = answers.flatMap(({ status, body }) => (status === 200 ? body.task.progress.searches : []));
    assert.equal(
      stored.reduce((sum, count) => sum + count, 0),
      3_000,
    );
    assert.equal(totals.searches, 3_000);
    for (const { body } of refused)
      assert.equal((body as unknown as { code: string }).code, 'history_running');
  });

  test('counts a line of the same id once, and lines out of order on their own days', async () => {
    const id = await project();
    const search = (name: string, daysAgo: number, session: string): unknown => ({
      search: { id: name, at: Date.now() - daysAgo * dayMs, session, query: 'oak', items: ['a'] },
    });
    const lines = Array.from({ length: 20 }, (_, i) => search(`d${i}`, i % 2 === 0 ? 3 : 2, `d${i}`));
    const { body } = await send(id, [...lines, search('d0', 2, 'other')]);
    assert.partialDeepStrictEqual(body.task.progress, { searches: 20, duplicates: 1 });
    const { days } = await searches(id);
    const counted = days.filter(({ searches: count }) => count > 0).map((day) => [day.day, day.searches]);
    assert.deepEqual(counted, [
      [dayOf(Date.now() - 3 * dayMs), 10],
      [dayOf(Date.now() - 2 * dayMs), 10],
    ]);
  });

  test('stores what arrived of a file that is cut off, and says so in the task', async () => {
    const id = await project();
    const line = (i: number): string =>
      `${JSON.stringify({ search: { id: `c${i}`, at: Date.now() - 1e6 + i, session: `c${i}`, query: 'oak', items: ['a'] } })}\n`;
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const headers = Object.entries({ ...admin, 'content-length': '10000000' });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /admin/projects/${id}/history?task=cut HTTP/1.1\r\nhost: x\r\n${head}\r\n`);
    socket.write(Array.from({ length: 1_500 }, (_, i) => line(i)).join(''));
    const task = (): Promise<Answer<{ task: HistoryTask }>> =>
      service.ask('GET', `/api/tasks/cut?project=${id}`, { key });
    await until('no line is stored', async () => (await task()).body.task?.progress.searches === 1_000);
    socket.destroy();
    await until('the task does not end', async () => (await task()).body.task.status === 'failed');
    assert.equal((await task()).body.task.error?.code, 'body_incomplete');
    assert.equal((await searches(id)).totals.searches, 1_000);
    const again = await send(
      id,
      Array.from({ length: 1_500 }, (_, i) => line(i).trim()),
    );
    assert.partialDeepStrictEqual(again.body.task.progress, { searches: 500, duplicates: 1_000 });
    assert.equal((await searches(id)).totals.searches, 1_500);
  });

  test('needs the right to administer the project', async () => {
    const id = await project();
    const answer = await service.ask('POST', `/admin/projects/${id}/history`, { key, body: '{}' });
    assert.deepEqual([answer.status, answer.body['code']], [403, 'scope_missing']);
    const none = await send('nowhere', [{}]);
    assert.deepEqual(
      [none.status, (none.body as unknown as { code: string }).code],
      [404, 'project_not_found'],
    );
  });

  test('`vitrine import-history --end-now` moves a compressed file so that it ends now', async () => {
    const id = await project();
    const file = join(folder, 'history.ndjson.gz');
    const start = Date.parse('2020-01-01T00:00:00Z');
    const lines = [0, 1, 2].map((day) => ({
      search: {
        id: `d${day}`,
        at: new Date(start + day * dayMs).toISOString(),
        session: `v${day}`,
        query: 'oak',
        items: ['a'],
      },
    }));
    await writeFile(file, gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')));
    const scopes = 'admin';
    const created = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { scopes: [scopes] },
      headers: admin,
    });
    const to = ['--url', service.url, '--key', created.body.key];
    const { progress } = await asJson<{ progress: { searches: number } }>([
      'import-history',
      file,
      '--project',
      id,
      '--end-now',
      ...to,
    ]);
    assert.equal(progress.searches, 3);
    const { days } = await searches(id);
    const damaged = join(folder, 'damaged.ndjson.gz');
    await writeFile(damaged, gzipSync('{}').subarray(0, 12));
    for (const [name, options] of [
      [damaged, []],
      [damaged, ['--end-now']],
      [folder, []],
      [join(folder, 'missing'), ['--end-now']],
    ] as const) {
      const failed = await vitrine(['import-history', name, '--project', id, ...options, ...to]);
      assert.equal(failed.status, 1);
      assert.match(failed.stderr, new RegExp(`^Cannot read ${name}: `));
    }
    const counted = days.filter(({ searches: count }) => count > 0).map(({ day }) => day);
    assert.deepEqual(
      counted,
      [2, 1, 0].map((daysAgo) => dayOf(Date.now() - daysAgo * dayMs)),
    );
  });
});
