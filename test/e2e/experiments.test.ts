import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Experiment, ExperimentPlan, ExperimentReply, ExperimentResults } from '../../sdk/src/index.ts';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** A shop with two serving threads, and a draft that pins the last result first. */
let service: LocalService;
let key = '';
let other = '';
const path = '/api/projects/shop/experiments';
const lamps = Array.from({ length: 12 }, (_, i) => `lamp-${String(i).padStart(2, '0')}`);

before(async () => {
  service = await LocalService.start({ VITRINE_THREADS: '2', VITRINE_TEXT_MODEL: 'off' });
  const scopes = ['search', 'recommend', 'items:write', 'events', 'settings'];
  key = await service.project('shop', scopes);
  other = await service.project('other', scopes);
  const data = lamps.map((id, i) =>
    item(id, { name: 'Lamp', price: 10, popularity: 100 - i, color: i % 2 === 0 ? 'red' : 'blue' }),
  );
  await ask('POST', '/api/items', { project: 'shop', data });
  const pin = { id: 'last-first', when: { query: 'lamp' }, pin: [{ id: lamps.at(-1)!, position: 1 }] };
  await ask('PUT', '/api/projects/shop/drafts/pinned', { draft: { id: 'pinned', rules: { put: [pin] } } });
  const order = { search: { customRanking: [{ field: 'popularity', order: 'asc' }] } };
  await ask('PUT', '/api/projects/shop/drafts/reversed', { draft: { id: 'reversed', settings: order } });
});
after(() => service[Symbol.asyncDispose]());

async function ask<T>(method: string, to: string, body?: object): Promise<T> {
  const answer = await service.ask<T>(method, to, { key, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${to}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

interface Found {
  readonly searchId: string;
  readonly total: number;
  readonly items: readonly { readonly id: string }[];
  readonly facets: Readonly<Record<string, unknown>>;
  readonly rules: readonly string[];
}
const search = (who: string, more = ''): Promise<Found> => ask('GET', `/search/shop?q=lamp&${who}${more}`);
const ids = ({ items }: Found): string[] => items.map(({ id }) => id);
const start = (experiment: Experiment): Promise<ExperimentReply> =>
  ask('PUT', `${path}/${experiment.id}`, { experiment });
const results = (id: string): Promise<ExperimentResults> => ask('GET', `${path}/${id}/results`);
const code = async (method: string, to: string, body?: object): Promise<string> => {
  const answer = await service.ask<{ code: string }>(method, to, {
    key,
    ...(body === undefined ? {} : { body }),
  });
  return `${answer.status} ${answer.body.code}`;
};

test('an experiment shows each visitor one arm, the same on every thread and page, and counts what they do', async () => {
  await start({ id: 'pin', draft: 'pinned', metric: 'clickRate' });
  const armOf = new Map<string, string>();
  for (let i = 0; i < 120; i++) {
    const session = `session=v${i}`;
    const found = await search(session);
    const arm = ids(found)[0] === lamps.at(-1) ? 'treatment' : 'control';
    armOf.set(session, arm);
    assert.equal(found.total, lamps.length);
    assert.deepEqual(found.rules, arm === 'treatment' ? ['last-first'] : []);
    if (arm === 'treatment' || i % 3 === 0)
      await ask('POST', '/api/events', {
        project: 'shop',
        data: { type: 'click', session: `v${i}`, item: ids(found)[0], searchId: found.searchId },
      });
  }
  for (const [session, arm] of [...armOf].slice(0, 30)) {
    const again = await Promise.all([search(session), search(session), search(session, '&limit=3')]);
    for (const found of again) assert.equal(ids(found)[0] === lamps.at(-1) ? 'treatment' : 'control', arm);
  }
  const treated = [...armOf.values()].filter((arm) => arm === 'treatment').length;
  const found = await results('pin');
  assert.deepEqual(found.visitors, { control: 120 - treated, treatment: treated });
  assert.equal(found.sampleRatio?.isOff, false);
  const clickRate = found.metrics.find(({ metric }) => metric === 'clickRate')!;
  assert.ok((clickRate.treatment ?? 0) > (clickRate.control ?? 1));
  // Without a visitor, and in another project, there is no experiment.
  assert.equal(ids(await search('limit=1'))[0], lamps[0]);
  const foreign = await service.ask<{ code: string }>('GET', `${path}/pin`, { key: other });
  assert.equal(foreign.body.code, 'project_forbidden');
  await ask('POST', `${path}/pin/stop`);
  for (const [session] of [...armOf].slice(0, 20)) assert.equal(ids(await search(session))[0], lamps[0]);
  assert.notEqual((await ask<ExperimentReply>('GET', `${path}/pin`)).endedAt, null);
});

test('an interleaved experiment shows both orders in one list: pages continue each other, totals and facets stay', async () => {
  await start({ id: 'order', draft: 'reversed', mode: 'interleaving' });
  const live = await search('limit=12&facets=color');
  const tops = new Set<string>();
  for (let i = 0; i < 20; i++) {
    const session = `session=w${i}`;
    const whole = await search(session, '&limit=12&facets=color');
    assert.deepEqual(ids(whole).toSorted(), lamps);
    assert.equal(whole.total, live.total);
    assert.deepEqual(whole.facets, live.facets);
    const pages = await Promise.all([0, 5, 10].map((offset) => search(session, `&limit=5&offset=${offset}`)));
    assert.deepEqual(pages.flatMap(ids), ids(whole));
    tops.add(ids(whole)[0]!);
    // The reversed order wins each of these searches.
    const clicked = lamps.at(-1)!;
    await ask('POST', '/api/events', {
      project: 'shop',
      data: { type: 'click', session: `w${i}`, item: clicked, searchId: whole.searchId },
    });
  }
  assert.deepEqual(tops, new Set([lamps[0], lamps.at(-1)]));
  const { preference, metrics } = await results('order');
  assert.equal(preference?.searches, 20);
  assert.equal(preference.preference, 1);
  assert.deepEqual(metrics, []);
  await ask('DELETE', `${path}/order`);
  assert.equal(await code('GET', `${path}/order/results`), '404 experiment_not_found');
});

test('an experiment of a placement shows each visitor one list, and counts its clicks and the revenue in the currency of the shop', async () => {
  const placement = (limit: number) => ({ id: 'home', list: 'popular', limit });
  await ask('PUT', '/api/projects/shop/placements/home', { placement: placement(3) });
  const draft = { id: 'longer', placements: { put: [placement(6)] } };
  await ask('PUT', '/api/projects/shop/drafts/longer', { draft });
  await start({ id: 'lists', draft: 'longer', metric: 'revenue' });
  interface List {
    readonly recommendationId: string;
    readonly items: readonly { readonly id: string }[];
  }
  const list = (session: string): Promise<List> =>
    ask('POST', '/reco/placements/home', { project: 'shop', session });
  const arms = { control: 0, treatment: 0 };
  for (let i = 0; i < 40; i++) {
    const session = `l${i}`;
    const { recommendationId, items } = await list(session);
    const arm = items.length === 6 ? 'treatment' : 'control';
    arms[arm]++;
    assert.equal((await list(session)).items.length, arm === 'treatment' ? 6 : 3);
    const bought = [{ id: items[0]!.id, quantity: 2, price: 5 }];
    const data = [
      { type: 'click', session, item: items[0]!.id, recommendationId },
      { type: 'purchase', session, items: bought, ...(i % 2 === 0 ? { currency: 'EUR' } : {}) },
      { type: 'purchase', session, items: bought, currency: 'USD' },
    ];
    await ask('POST', '/api/events', { project: 'shop', data });
  }
  const found = await results('lists');
  assert.deepEqual(found.visitors, arms);
  assert.deepEqual(found.impressions, { control: 2 * arms.control, treatment: 2 * arms.treatment });
  const means = found.metrics.map(({ metric, control, treatment }) => [metric, control, treatment]);
  assert.deepEqual(means, [
    ['clickRate', 0.5, 0.5],
    ['conversion', 1, 1],
    ['revenue', 10, 10],
  ]);
  await ask('DELETE', `${path}/lists`);
});

test('an experiment is refused where visitors could not see all of it, and changes only its name and shares while it runs', async () => {
  const languages = { search: { languages: ['de'] } };
  await ask('PUT', '/api/projects/shop/drafts/indexed', { draft: { id: 'indexed', settings: languages } });
  const put = (experiment: object) => code('PUT', `${path}/x`, { experiment: { id: 'x', ...experiment } });
  assert.equal(await put({ draft: 'indexed' }), '400 invalid_request');
  assert.equal(await put({ draft: 'none' }), '404 draft_not_found');
  assert.equal(
    await put({ draft: 'pinned', shares: { control: 0.7, treatment: 0.5 } }),
    '400 invalid_request',
  );
  const keep = (impressionDays: number | null) =>
    ask('PUT', '/api/projects/shop/settings', { analytics: { impressionDays } });
  await keep(0);
  assert.equal(await put({ draft: 'pinned' }), '400 invalid_request');
  await keep(null);
  await start({ id: 'x', draft: 'pinned', shares: { control: 0.1, treatment: 0.1 } });
  const { experiment } = await start({
    id: 'x',
    name: 'More',
    draft: 'pinned',
    shares: { control: 0.3, treatment: 0.3 },
  });
  assert.equal(experiment.name, 'More');
  assert.equal(await put({ draft: 'reversed' }), '409 experiment_exists');
  assert.equal(
    await put({ draft: 'pinned', shares: { control: 0.3, treatment: 0.4 } }),
    '400 invalid_request',
  );
  for (const id of ['x2', 'x3', 'x4', 'x5']) await start({ id, draft: 'pinned' });
  assert.equal(
    await code('PUT', `${path}/x6`, { experiment: { id: 'x6', draft: 'pinned' } }),
    '400 invalid_request',
  );
  await service.stop();
  await service.restart();
  assert.equal((await ask<ExperimentReply>('GET', `${path}/x`)).experiment.name, 'More');
});

test('a plan tells how long an experiment takes with the traffic of the shop', async () => {
  const plan = await ask<ExperimentPlan>('POST', '/api/projects/shop/experiment-plan', {
    metric: 'clickRate',
    minimumEffect: 0.2,
  });
  assert.ok(plan.visitorsPerDay >= 100);
  assert.ok(plan.mean! > 0 && plan.mean! < 1);
  assert.ok(plan.daysNeeded! >= 1);
  assert.ok(plan.effectIn14Days! > plan.effectIn28Days!);
});

test('a project has up to the limit of experiments, with ids and names up to theirs', async () => {
  const to = '/api/projects/other/experiments';
  const one = <T>(method: string, id: string, body?: object) =>
    service.ask<T & { errors: { path: string }[] }>(method, `${to}/${id}`, {
      key: other,
      ...(body === undefined ? {} : { body }),
    });
  const rule = { id: 'r', hide: ['x'] };
  const draft = { draft: { id: 'd', rules: { put: [rule] } } };
  await service.ask('PUT', '/api/projects/other/drafts/d', { key: other, body: draft });
  const put = (id: string, more: object = {}) => one('PUT', id, { experiment: { id, draft: 'd', ...more } });
  const id = 'i'.repeat(limits.resourceIdLengthMax);
  const name = 'n'.repeat(limits.resourceNameLengthMax);
  assert.equal((await put(id, { name })).status, 200);
  const longName = await put(id, { name: `${name}n` });
  assert.deepEqual([longName.status, longName.body.errors[0]!.path], [400, 'experiment.name']);
  const longId = await put(`${id}i`);
  assert.deepEqual([longId.status, longId.body.errors[0]!.path], [400, 'experiment.id']);
  await one('POST', `${id}/stop`);
  for (let no = 1; no < limits.resourcesMax; no++) {
    assert.equal((await put(`e${no}`)).status, 200, `e${no}`);
    assert.equal((await one('POST', `e${no}/stop`)).status, 200);
  }
  assert.equal((await put('more')).status, 400);
  await one('DELETE', id);
  assert.equal((await put('more')).status, 200);
});
