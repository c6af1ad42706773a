import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ReplayReply, Task } from '../../sdk/src/index.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A shop whose visitors want the third result. */
let service: LocalService;
let key = '';
const visitors = 40;

before(async () => {
  service = await LocalService.start({ VITRINE_THREADS: '1', VITRINE_TEXT_MODEL: 'off' });
  key = await service.project('shop', [
    'search',
    'recommend',
    'items:write',
    'items:read',
    'events',
    'settings',
  ]);
  const data = ['brass', 'steel', 'wood'].map((material, i) =>
    item(material, { name: `${material} lamp`, price: 10, popularity: 3 - i }),
  );
  await ask('POST', '/api/items', { project: 'shop', data });
  await ask('PUT', '/api/projects/shop/placements/home', { placement: { id: 'home', list: 'popular' } });
  for (let i = 0; i < visitors; i++) {
    const session = `v${i}`;
    const { searchId } = await ask<{ searchId: string }>('GET', `/search/shop?q=lamp&session=${session}`);
    const act = { session, item: 'wood', searchId };
    await ask('POST', '/api/events', { project: 'shop', data: [{ ...act, type: 'click' }] });
    if (i % 2 === 0)
      await ask('POST', '/api/events', {
        project: 'shop',
        data: { type: 'purchase', session, items: [{ id: 'wood', price: 10 }] },
      });
  }
  await ask('GET', '/search/shop?q=lampshade&session=v0');
  await ask('GET', '/search/shop?q=lamp&sort=price&session=v1');
  // Without a purchase, which the list would leave out.
  await ask('POST', '/reco/placements/home', { index: 'shop', session: 'v3' });
});
after(() => service[Symbol.asyncDispose]());

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function replayed(draft: Readonly<Record<string, unknown>> & { readonly id: string }) {
  const path = `/api/projects/shop/drafts/${draft.id}`;
  await ask('PUT', path, { draft });
  assert.equal((await ask<ReplayReply>('GET', `${path}/replay`)).replay, null);
  const { task } = await ask<{ task: Task }>('POST', `${path}/replay`);
  await until('the replay does not end', async () => {
    const { task: now } = await ask<{ task: Task }>('GET', `/api/tasks/${task.id}?project=shop`);
    assert.notEqual(now.status, 'failed');
    return now.status === 'succeeded';
  });
  const { replay } = await ask<ReplayReply>('GET', `${path}/replay`);
  assert.ok(replay);
  return replay;
}

test('a replay tells which lists a draft changes, and how the ranks of what was chosen move', async () => {
  const pin = { id: 'wood-first', when: { query: 'lamp' }, pin: [{ id: 'wood', position: 1 }] };
  const { summary, lists, isCurrent } = await replayed({ id: 'better', rules: { put: [pin] } });
  assert.equal(isCurrent, true);
  assert.equal(summary.impressions, visitors + 2);
  assert.equal(summary.skipped, 1);
  assert.equal(summary.changed, visitors / (visitors + 2));
  assert.equal(summary.judged, visitors);
  assert.equal(summary.visitors, visitors);
  assert.deepEqual([summary.chosenFirst?.before, summary.chosenFirst?.after], [0, 1]);
  assert.deepEqual([summary.clicks?.before, summary.clicks?.after], [0.5, 1]);
  assert.ok((summary.clicks?.low ?? 0) > 0.4);
  assert.deepEqual([summary.revenue?.before, summary.revenue?.after], [0.5, 1]);
  assert.equal(summary.withoutResults.before, summary.withoutResults.after);
  assert.deepEqual(lists, [
    {
      query: 'lamp',
      filters: [],
      collection: null,
      placement: null,
      impressions: visitors,
      before: ['brass', 'steel', 'wood'],
      after: ['wood', 'brass', 'steel'],
      rulesBefore: [],
      rulesAfter: ['wood-first'],
      rankBefore: 3,
      rankAfter: 1,
    },
  ]);
});

test('a replay finds searches that a draft leaves without results, and placements that it changes', async () => {
  const draft = {
    id: 'worse',
    settings: {
      search: {
        synonyms: [{ kind: 'oneWay', from: 'lampshade', to: ['lamp'] }],
        zeroResultsFallback: 'none',
      },
    },
    placements: { put: [{ id: 'home', list: 'popular', exclude: ['brass'] }] },
  };
  const { summary, lists } = await replayed(draft);
  assert.ok(summary.withoutResults.before > summary.withoutResults.after);
  const home = lists.find(({ placement }) => placement === 'home');
  assert.deepEqual(home?.before.toSorted(), ['brass', 'steel', 'wood']);
  assert.deepEqual(home?.after.toSorted(), ['steel', 'wood']);
});

test('publishing keeps the replay of the draft as its proof; without one, or after a change of the draft, there is none', async () => {
  const publish = (id: string) =>
    ask<{ version: { number: number; proof: Record<string, unknown> | null } }>(
      'POST',
      `/api/projects/shop/drafts/${id}/publish`,
      {},
    );
  const path = '/api/projects/shop/drafts/unproven';
  const draft = { id: 'unproven', rules: { put: [{ id: 'r', when: { query: 'x' }, hide: ['brass'] }] } };
  await ask('PUT', path, { draft });
  assert.equal((await publish('unproven')).version.proof, null);
  const { version } = await publish('better');
  assert.equal(version.proof?.['kind'], 'replay');
  // The other draft was published in between.
  assert.equal(version.proof?.['isLiveOutdated'], true);
  const { clicks } = version.proof as unknown as { clicks: { after: number } };
  assert.equal(clicks.after, 1);
});
