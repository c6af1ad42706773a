import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

const target = 'target';
const companions = Array.from({ length: 10 }, (_, number) => `companion-${number}`);
const pushed = ['pushed-0', 'pushed-1', 'pushed-2'];
const dayMs = 86_400_000;

interface SentEvent {
  readonly type: string;
  readonly user?: string;
  readonly session?: string;
  readonly item?: string;
  readonly items?: readonly string[];
  readonly at?: number;
}

/** What one address sends to push some items into the lists of another one. */
const attacks: Readonly<Record<string, () => SentEvent[]>> = {
  'purchases of 200 users': () =>
    Array.from({ length: 200 }, (_, n) => ({
      type: 'purchase',
      user: `false-${n}`,
      items: [target, pushed[n % 3]!],
    })),
  'purchases of one user on 300 days': () =>
    Array.from({ length: 300 }, (_, n) => ({
      type: 'purchase',
      user: 'false',
      items: [target, ...pushed],
      at: Date.now() - n * dayMs,
    })),
  'purchases of five users on sixty days': () =>
    Array.from({ length: 300 }, (_, n) => ({
      type: 'purchase',
      user: `false-${n % 5}`,
      items: [target, ...pushed],
      at: Date.now() - Math.floor(n / 5) * dayMs,
    })),
  'views of 2,000 sessions': () =>
    Array.from({ length: 2_000 }, (_, n) =>
      [target, pushed[n % 3]!].map((id) => ({ type: 'view', session: `false-${n}`, item: id })),
    ).flat(),
  'views, carts and purchases of 300 sessions on as many days': () =>
    Array.from({ length: 300 }, (_, n) =>
      ['view', 'click', 'cart', 'purchase'].map((type) => ({
        type,
        session: `false-${n}`,
        items: [target, ...pushed],
        at: Date.now() - n * dayMs,
      })),
    ).flat(),
  'many other items between': () =>
    Array.from({ length: 400 }, (_, n) => ({
      type: 'purchase',
      user: `false-${n}`,
      items: [
        ...Array.from({ length: 400 }, (_other, other) => `none-${n}-${other}`),
        target,
        pushed[n % 3]!,
      ],
    })),
};

suite('the caps on one address in pairs of items', () => {
  let service: LocalService;
  let session: Record<string, string>;
  let projects = 0;

  before(async () => {
    service = await LocalService.start({ VITRINE_TRUST_PROXY: 'on' });
    session = await service.signIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const send = async (
    project: string,
    key: string,
    events: readonly SentEvent[],
    address?: string,
  ): Promise<void> => {
    for (let from = 0; from < events.length; from += 1_000) {
      const { status, body } = await service.ask('POST', '/api/events', {
        key,
        body: { project, data: events.slice(from, from + 1_000) },
        ...(address === undefined ? {} : { headers: { 'x-forwarded-for': address } }),
      });
      assert.equal(status, 201, JSON.stringify(body));
    }
  };

  /** A shop in which ten visitors of ten addresses viewed and bought each companion with the target, and four hundred something else. */
  const openShop = async (): Promise<{ project: string; serverKey: string; webKey: string }> => {
    const project = `shop-${++projects}`;
    const serverKey = await service.project(project);
    const data = [target, ...companions, ...pushed].map((id) => item(id, { name: `Thing ${id}` }));
    await service.ask('POST', '/api/items', { key: serverKey, body: { project, data } });
    const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { kind: 'web', scopes: ['recommend', 'events'], projects: [project] },
      headers: session,
    });
    const visits = companions.flatMap((id, number) =>
      Array.from({ length: 10 }, (_, visitor) => {
        const who = { user: `${number}-${visitor}`, address: `198.51.${number}.${visitor}` };
        return [
          { type: 'view', item: target, ...who },
          { type: 'view', item: id, ...who },
          { type: 'purchase', items: [target, id], ...who },
        ];
      }).flat(),
    );
    const others = Array.from({ length: 400 }, (_, n) => {
      return { type: 'purchase', user: `other-${n}`, items: ['elsewhere'] };
    });
    await send(project, serverKey, [...visits, ...others]);
    return { project, serverKey, webKey: body.key };
  };

  const readLists = async (project: string, key: string): Promise<Record<string, string[]>> => {
    const lists: Record<string, string[]> = {};
    for (const [path, asked] of [
      ['fbt', { item: target }],
      ['similar', { item: target }],
      ['user-recommendations', { user: 'somebody', seen: [target] }],
    ] as const) {
      const { status, body } = await service.ask<{ items: { id: string }[] }>('POST', `/reco/${path}`, {
        key,
        body: { index: project, limit: 10, ...asked },
      });
      assert.equal(status, 200, JSON.stringify(body));
      lists[path] = body.items.map(({ id }) => id);
    }
    return lists;
  };

  for (const [name, attack] of Object.entries(attacks))
    test(`one address takes no place of ten visitors with ${name}, before and after a restart`, async () => {
      const { project, serverKey, webKey } = await openShop();
      const honest = await readLists(project, serverKey);
      for (const [path, ids] of Object.entries(honest)) assert.deepEqual(ids.toSorted(), companions, path);
      await send(project, webKey, attack(), '203.0.113.7');
      const attacked = await readLists(project, serverKey);
      for (const [path, ids] of Object.entries(attacked)) assert.deepEqual(ids.toSorted(), companions, path);
      await service.crash();
      await service.restart();
      assert.deepEqual(await readLists(project, serverKey), attacked, 'the log was replayed');
    });

  test('an address that the shop’s server names is capped; events without one are not', async () => {
    const { project, serverKey } = await openShop();
    const buy = (n: number, id: string, more: object): SentEvent => ({
      type: 'purchase',
      user: `buyer-${n}`,
      items: [target, id],
      ...more,
    });
    const named = Array.from({ length: 200 }, (_, n) => buy(n, pushed[0]!, { address: '203.0.113.7' }));
    await send(project, serverKey, named);
    const capped = await readLists(project, serverKey);
    assert.deepEqual(capped['fbt']!.toSorted(), companions);
    await send(
      project,
      serverKey,
      Array.from({ length: 200 }, (_, n) => buy(n + 200, pushed[1]!, {})),
    );
    assert.equal((await readLists(project, serverKey))['fbt']![0], pushed[1]);
  });

  test('a visitor keeps a history of what is beyond the cap', async () => {
    const { project, serverKey, webKey } = await openShop();
    for (const visitor of ['first', 'second', 'third'])
      await send(project, webKey, [{ type: 'view', session: visitor, item: 'pushed-2' }], '203.0.113.7');
    const { body } = await service.ask<{ items: { id: string }[] }>('POST', '/reco/recently-viewed', {
      key: serverKey,
      body: { index: project, session: 'third' },
    });
    assert.deepEqual(
      body.items.map(({ id }) => id),
      ['pushed-2'],
    );
  });
});
