import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Recommended, type Sent, type Warned } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Lists for anonymous visitors, identified by `session`, as in events. */
let service: LocalService;
let key = '';
const project = 'visits';
const day = 86_400_000;

const catalogItems = [
  ...['red', 'blue', 'green', 'black'].map((color) =>
    item(`shoe-${color}`, { name: `${color} shoe`, brand: 'Fleet' }),
  ),
  ...['red', 'blue', 'green', 'black'].map((color) =>
    item(`bowl-${color}`, { name: `${color} bowl`, brand: 'Kiln' }),
  ),
];

before(async () => {
  service = await LocalService.start();
  key = await service.project(project);
  await service.ask('POST', '/api/items', { key, body: { project, data: catalogItems } });
  const others = Array.from({ length: 40 }, (_, at) => {
    const kind = at % 2 === 0 ? 'shoe' : 'bowl';
    return ['red', 'blue', 'green'].map((color, step) => ({
      type: 'view',
      session: `other-${at}`,
      item: `${kind}-${color}`,
      at: Date.now() - day + at * 1_000 + step,
    }));
  }).flat();
  await sendEvents(others);
});
after(() => service[Symbol.asyncDispose]());

const sendEvents = async (data: unknown): Promise<void> => {
  const { status } = await service.ask('POST', '/api/events', { key, body: { project, data } });
  assert.equal(status, 201);
};
const ask = (name: string, body: Sent) =>
  service.ask<Recommended & Warned>('POST', `/reco/${name}`, { key, body: { index: project, ...body } });
async function list(name: string, body: Sent): Promise<Recommended & Warned> {
  const answer = await ask(name, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.warnings, undefined);
  return answer.body;
}
const view = (who: Sent, id: string) => ({ type: 'view', item: id, ...who });

test('an anonymous visitor has a personal list after the first event, with reasons and explanations', async () => {
  const before = await list('user-recommendations', { session: 'visit', limit: 3 });
  assert.notEqual(before.fallback, null);
  await sendEvents(view({ session: 'visit' }, 'bowl-red'));
  const after = await list('user-recommendations', { session: 'visit', limit: 3, explain: true });
  assert.equal(after.items[0]?.id, 'bowl-blue');
  assert.deepEqual(after.items[0]?._reason.because, ['bowl-red']);
  assert.equal((after.items[0]!['_explain'] as Sent)['source'], 'history');
  assert.ok(!ids(after).includes('bowl-red'));
  const fleet = await list('user-recommendations', { session: 'visit', limit: 3, filters: 'brand:Fleet' });
  assert.ok(fleet.items.every(({ brand }) => brand === 'Fleet'));
});

test('`user` is required only without `session`', async () => {
  for (const name of ['user-recommendations', 'buy-again', 'recently-viewed', 'because-you-viewed']) {
    for (const body of [{}, { user: null, session: null }, { seen: ['bowl-red'] }]) {
      if (name === 'buy-again' && 'seen' in body) continue;
      assert.equal(refusal(await ask(name, body)), '400 invalid_request user', name);
    }
    await list(name, { session: 'visit' });
    await list(name, { user: 'somebody', session: 'visit' });
    for (const session of [{}, true, '', 'x'.repeat(257)])
      assert.equal(refusal(await ask(name, { user: 'u', session })), '400 invalid_request session', name);
  }
});

test('`seen` takes recently viewed items, and a list in `session` has the same effect', async () => {
  const viewed = async (body: Sent): Promise<string[]> => ids(await list('recently-viewed', body));
  assert.deepEqual(await viewed({ session: 'visit', seen: ['shoe-red', 'shoe-blue'] }), [
    'shoe-blue',
    'shoe-red',
    'bowl-red',
  ]);
  assert.deepEqual(await viewed({ user: 'newcomer', session: ['shoe-red', 'shoe-blue'] }), [
    'shoe-blue',
    'shoe-red',
  ]);
  assert.deepEqual(await viewed({ session: ['shoe-red'], seen: ['shoe-blue'] }), ['shoe-blue', 'shoe-red']);
  // The request stored nothing.
  assert.deepEqual(await viewed({ user: 'newcomer' }), []);
  const seen = Array.from({ length: 101 }, () => 'shoe-red');
  await list('user-recommendations', { user: 'u', seen: seen.slice(1) });
  assert.equal(refusal(await ask('user-recommendations', { user: 'u', seen })), '400 invalid_request seen');
  assert.equal(refusal(await ask('user-recommendations', { session: seen })), '400 invalid_request session');
  assert.equal(
    refusal(await ask('fbt', { item: 'shoe-red', session: ['a'] })),
    '400 invalid_request session',
  );
});

test('buy-again, because-you-viewed, fbt and rotation use the session', async () => {
  const order = { type: 'purchase', session: 'guest', items: [{ id: 'bowl-green' }, { id: 'bowl-blue' }] };
  await sendEvents({ ...order, at: Date.now() - 40 * day });
  assert.deepEqual(ids(await list('buy-again', { session: 'guest' })).sort(), ['bowl-blue', 'bowl-green']);
  const because = await list('because-you-viewed', { session: 'visit', limit: 2 });
  assert.match(because.items[0]?._reason.text ?? '', /red bowl/);
  const bought = { item: 'bowl-blue', session: 'guest', bought: false, limit: 8 };
  assert.ok(!ids(await list('fbt', bought)).includes('bowl-green'));
  assert.ok(!ids(await list('trendings', { session: 'guest', limit: 8 })).includes('bowl-green'));
  await sendEvents({ type: 'dislike', session: 'guest', item: 'shoe-black' });
  for (const [name, body] of [
    ['similar', { item: 'shoe-red' }],
    ['popular', {}],
  ] as const) {
    assert.ok(!ids(await list(name, { ...body, session: 'guest', limit: 8 })).includes('shoe-black'), name);
    assert.ok(ids(await list(name, { ...body, limit: 8 })).includes('shoe-black'), name);
  }
  const rotated = { session: 'visit', limit: 1, rotation: 0.9 };
  const [first, second] = [await list('popular', rotated), await list('popular', rotated)];
  assert.notDeepEqual(ids(first), ids(second));
});

test('a linked session has the user’s lists, and is unknown after erasure, also after a restart', async () => {
  const viewed = async (body: Sent): Promise<string[]> => ids(await list('recently-viewed', body));
  await sendEvents([view({ session: 'later' }, 'shoe-green'), view({ user: 'ann' }, 'shoe-black')]);
  assert.deepEqual(await viewed({ user: 'ann', session: 'later' }), ['shoe-black', 'shoe-green']);
  const merge = { project, session: 'later', into: 'ann' };
  await service.ask('POST', '/api/users/merge', { key, body: merge });
  assert.deepEqual(await viewed({ session: 'later' }), ['shoe-black', 'shoe-green']);
  assert.deepEqual(await viewed({ user: 'ben', session: 'later' }), []);
  const erased = await service.ask('DELETE', `/api/sessions/visit?project=${project}`, { key });
  assert.deepEqual([erased.status, erased.body], [200, { erased: 'visit', events: 1 }]);
  assert.deepEqual(await viewed({ session: 'visit' }), []);
  assert.notEqual((await list('user-recommendations', { session: 'visit' })).fallback, null);
  const user = await service.ask('DELETE', `/api/sessions/later?project=${project}`, { key });
  assert.deepEqual(user.body, { erased: 'later', events: 2 });
  const long = await service.ask('DELETE', `/api/sessions/${'x'.repeat(257)}?project=${project}`, { key });
  assert.equal(refusal(long), '400 invalid_request session');
  await service.crash();
  await service.restart();
  assert.deepEqual(await viewed({ session: 'visit' }), []);
  assert.deepEqual(await viewed({ user: 'ann' }), []);
  assert.deepEqual(ids(await list('buy-again', { session: 'guest' })).sort(), ['bowl-blue', 'bowl-green']);
});
