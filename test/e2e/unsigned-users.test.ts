import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import { ids, type Recommended, type Sent, type Warned } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { inSeconds, signedKey } from '../support/signed-key.ts';

/** Whom requests of a web key speak for: setting `visitors.unsignedUsers`. */

interface MadeKey {
  readonly id: string;
  readonly key: string;
}
type List = Recommended & Warned;
interface StoredEvents extends Warned {
  readonly accepted: number;
  readonly duplicates: number;
}

const colors = ['red', 'blue', 'green', 'black'];
const catalogItems = ['shoe', 'bowl'].flatMap((kind) =>
  colors.map((color) => item(`${kind}-${color}`, { name: `${color} ${kind}`, brand: kind })),
);
const listCodes = ({ warnings = [] }: Warned): string[] => warnings.map(({ code }) => code);

let service: LocalService;
let admin: Record<string, string>;
before(async () => {
  service = await LocalService.start();
  admin = await service.signIn();
});
after(() => service[Symbol.asyncDispose]());

/** A new shop with keys of all kinds, in which half of the visitors view shoes and half view bowls. */
/** Orders of two products: with one more they are evidence that these are bought together. */
const fourOrders = ['a', 'b', 'c', 'd'].map((user) => ({
  type: 'purchase',
  user,
  items: ['shoe-black', 'bowl-black'],
}));

async function openShop(project: string) {
  const newKey = async (grant: Sent): Promise<MadeKey> => {
    const body = { projects: [project], ...grant };
    return (await service.ask<MadeKey>('POST', '/admin/keys', { body, headers: admin })).body;
  };
  await service.ask('POST', '/admin/projects', { body: { id: project }, headers: admin });
  const shopScopes = ['search', 'recommend', 'events'];
  const server = await newKey({
    kind: 'server',
    scopes: [...shopScopes, 'items:write', 'users', 'settings'],
  });
  const web = (await newKey({ kind: 'web', scopes: shopScopes })).key;
  const ask = <T = Sent>(method: string, path: string, key: string, body?: unknown) =>
    service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
  const shop = {
    web,
    server: server.key,
    ask,
    signed: (user?: string) =>
      signedKey(server, { exp: inSeconds(600), ...(user === undefined ? {} : { sub: user }) }),
    list: async (name: string, key: string, body: Sent): Promise<List> => {
      const answer = await ask<List>('POST', `/reco/${name}`, key, { index: project, limit: 4, ...body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    },
    send: async (key: string, data: unknown): Promise<StoredEvents> => {
      const answer = await ask<StoredEvents>('POST', '/api/events', key, { project, data });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body;
    },
    /** What the shop itself knows of a user. */
    historyOf: async (user: string): Promise<string[]> =>
      ids(await shop.list('recently-viewed', shop.server, { user })),
    set: async (unsignedUsers: string | null): Promise<void> => {
      const path = `/api/projects/${project}/settings`;
      const { status } = await ask('PUT', path, server.key, { visitors: { unsignedUsers } });
      assert.equal(status, 200);
    },
  };
  assert.equal((await ask('POST', '/api/items', server.key, { project, data: catalogItems })).status, 201);
  const visits = Array.from({ length: 40 }, (_, at) =>
    ['red', 'blue', 'green'].map((color, step) => ({
      type: 'view',
      session: `other-${at}`,
      item: `${at % 2 === 0 ? 'shoe' : 'bowl'}-${color}`,
      at: Date.now() - 86_400_000 + at * 1_000 + step,
    })),
  ).flat();
  await shop.send(server.key, visits);
  return shop;
}

/** Checks a state now, and after the log was replayed. */
async function holdsAfterReplay(check: () => Promise<void>): Promise<void> {
  await check();
  await service.crash();
  await service.restart();
  admin = await service.signIn();
  await check();
}

suite('a web key in a new project', () => {
  test('its unsigned `user` is taken, and gets the list of a new visitor, with a warning', async () => {
    const shop = await openShop('lists');
    const who = { user: 'eva' };
    await shop.send(shop.server, [
      { type: 'view', item: 'bowl-red', ...who },
      { type: 'purchase', item: 'bowl-blue', ...who },
    ]);
    await holdsAfterReplay(async () => {
      const own = await shop.list('user-recommendations', shop.server, who);
      assert.equal(own.fallback, null);
      assert.equal(own.warnings, undefined);
      const guessed = await shop.list('user-recommendations', shop.web, who);
      const unknown = await shop.list('user-recommendations', shop.server, { user: 'nobody' });
      assert.deepEqual(ids(guessed), ids(unknown));
      assert.notDeepEqual(ids(guessed), ids(own));
      assert.deepEqual(listCodes(guessed), ['unsigned_user']);
      for (const name of ['recently-viewed', 'buy-again']) {
        assert.notDeepEqual(ids(await shop.list(name, shop.server, who)), [], name);
        for (const asked of [who, { ...who, session: 'mine' }]) {
          const list = await shop.list(name, shop.web, asked);
          assert.deepEqual([ids(list), listCodes(list)], [[], ['unsigned_user']], name);
        }
        assert.deepEqual(
          ids(await shop.list(name, shop.signed('eva'), {})),
          ids(await shop.list(name, shop.server, who)),
          name,
        );
      }
      // A signed key without `sub` says nothing about the user either.
      assert.deepEqual(listCodes(await shop.list('recently-viewed', shop.signed(), who)), ['unsigned_user']);
    });
  });

  test('searches, completions and placements warn too, each search of several its own', async () => {
    const shop = await openShop('searches');
    const search = { q: 'bowl', user: 'eva' };
    const one = await shop.ask<Warned>('GET', '/search/searches?q=bowl&user=eva', shop.web);
    assert.deepEqual(listCodes(one.body), ['unsigned_user']);
    const several = await shop.ask<{ results: Warned[] }>('POST', '/search', shop.web, {
      project: 'searches',
      searches: [search, { q: 'bowl' }],
    });
    assert.deepEqual(several.body.results.map(listCodes), [['unsigned_user'], []]);
    const suggested = await shop.ask<Warned>('GET', '/search/searches/suggest?q=bo&user=eva', shop.web);
    assert.deepEqual(listCodes(suggested.body), ['unsigned_user']);
    const path = '/api/projects/searches/placements/home';
    const put = await shop.ask('PUT', path, shop.server, {
      placement: { id: 'home', list: 'viewed', fallbacks: [] },
    });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    await shop.send(shop.server, { type: 'view', item: 'bowl-red', user: 'eva' });
    const placed = await shop.list('placements/home', shop.web, { user: 'eva' });
    assert.deepEqual(listCodes(placed), ['unsigned_user']);
    assert.deepEqual(ids(placed), []);
    assert.deepEqual(ids(await shop.list('placements/home', shop.signed('eva'), {})), ['bowl-red']);
  });

  test('its events count for popular and co-purchased items, not for the user that they name', async () => {
    const shop = await openShop('counts');
    await shop.send(shop.server, fourOrders);
    await shop.send(shop.server, { type: 'view', item: 'bowl-red', user: 'eva' });
    const sent = await shop.send(shop.web, [
      { type: 'purchase', items: ['shoe-black', 'bowl-black'], user: 'eva' },
      { type: 'view', item: 'shoe-red', user: 'eva' },
    ]);
    assert.deepEqual([sent.accepted, listCodes(sent)], [2, ['unsigned_user']]);
    await holdsAfterReplay(async () => {
      assert.deepEqual(await shop.historyOf('eva'), ['bowl-red']);
      const together = await shop.list('fbt', shop.server, { item: 'shoe-black' });
      assert.equal(together.items[0]?.id, 'bowl-black');
      assert.equal(together.items[0]?._reason.code, 'bought_together');
      const popular = await shop.list('popular', shop.server, { limit: 8 });
      assert.ok(ids(popular).includes('shoe-black'));
      // No request names the visitor that they count for.
      for (const session of ['eva', '\u0001eva'])
        assert.deepEqual(ids(await shop.list('recently-viewed', shop.web, { session })), []);
      const refused = await shop.ask('POST', '/reco/recently-viewed', shop.web, {
        index: 'counts',
        session: '\0eva',
      });
      assert.equal(refused.status, 400);
    });
  });

  test('it retracts nothing by the name of a user, also where the shop adds retractions', async () => {
    const shop = await openShop('retractions');
    await shop.send(shop.server, fourOrders);
    const who = { user: 'eva' };
    await shop.send(shop.server, [
      { type: 'purchase', item: 'bowl-red', order: 'o-1', ...who },
      { type: 'view', item: 'bowl-blue', ...who },
    ]);
    await shop.send(shop.web, { type: 'purchase', items: ['shoe-black', 'bowl-black'], ...who });
    const retractions = [
      { type: 'dislike', item: 'bowl-blue', ...who },
      { type: 'return', item: 'bowl-red', ...who },
      { type: 'return', order: 'o-1', ...who },
      { type: 'dislike', items: ['shoe-black', 'bowl-black'], ...who },
    ];
    const left = await shop.send(shop.web, retractions);
    assert.deepEqual([left.accepted, left.duplicates, listCodes(left)], [0, 0, ['unsigned_user']]);
    assert.match(left.warnings![0]!.detail, /4 retractions have no effect/);
    await shop.send(
      shop.web,
      retractions.map((event) => ({ ...event, session: 'attacker' })),
    );
    await shop.send(shop.web, { type: 'hide', items: ['shoe-black', 'bowl-black'], ...who });
    await shop.ask('PUT', '/api/projects/retractions/settings', shop.server, {
      events: { weights: { hide: -1 } },
    });
    await holdsAfterReplay(async () => {
      assert.deepEqual(await shop.historyOf('eva'), ['bowl-blue', 'bowl-red']);
      assert.deepEqual(ids(await shop.list('buy-again', shop.server, who)), ['bowl-red']);
      const together = await shop.list('fbt', shop.server, { item: 'shoe-black' });
      assert.equal(together.items[0]?._reason.code, 'bought_together');
    });
    await shop.send(shop.signed('eva'), { type: 'dislike', item: 'bowl-blue' });
    assert.deepEqual(await shop.historyOf('eva'), ['bowl-red']);
  });

  test('it links no session; one that a signed or server key has linked acts for its user', async () => {
    const shop = await openShop('links');
    await shop.send(shop.server, { type: 'view', item: 'bowl-red', user: 'eva' });
    const claim = await shop.send(shop.web, {
      type: 'view',
      item: 'shoe-red',
      user: 'eva',
      session: 'stranger',
    });
    assert.deepEqual([claim.accepted, listCodes(claim)], [1, ['unsigned_user']]);
    // Each way in which a session shows whose it is.
    await shop.send(shop.signed('eva'), { type: 'view', item: 'bowl-blue', session: 'signed' });
    await shop.send(shop.server, { type: 'view', item: 'bowl-green', user: 'eva', session: 'served' });
    await shop.ask('POST', '/api/users/merge', shop.server, {
      project: 'links',
      session: 'joined',
      into: 'eva',
    });
    const history = ['bowl-green', 'bowl-blue', 'bowl-red'];
    await holdsAfterReplay(async () => {
      assert.deepEqual(await shop.historyOf('eva'), history);
      for (const session of ['signed', 'served', 'joined']) {
        for (const asked of [{ session }, { session, user: 'eva' }]) {
          const list = await shop.list('recently-viewed', shop.web, asked);
          assert.deepEqual([ids(list), list.warnings], [history, undefined], session);
        }
        // A session of one user is none of another.
        const other = await shop.list('recently-viewed', shop.web, { session, user: 'ada' });
        assert.deepEqual(listCodes(other), ['unsigned_user']);
      }
      const stranger = await shop.list('recently-viewed', shop.web, { session: 'stranger', user: 'eva' });
      assert.deepEqual([ids(stranger), listCodes(stranger)], [['shoe-red'], ['unsigned_user']]);
    });
    const own = await shop.send(shop.web, [
      { type: 'view', item: 'bowl-black', user: 'eva', session: 'served' },
      { type: 'dislike', item: 'bowl-red', user: 'eva', session: 'served' },
    ]);
    assert.deepEqual([own.accepted, own.warnings], [2, undefined]);
    assert.deepEqual(await shop.historyOf('eva'), ['bowl-black', 'bowl-green', 'bowl-blue']);
  });

  test('Algolia’s clients send no events for an unsigned user either', async () => {
    const shop = await openShop('algolia');
    await shop.send(shop.server, { type: 'view', item: 'bowl-red', user: 'eva' });
    const event = { eventType: 'view', eventName: 'x', index: 'algolia', objectIDs: ['shoe-red'] };
    const insights = async (key: string, more: Sent): Promise<unknown> => {
      const body = { events: [{ ...event, ...more }] };
      const answer = await service.ask<{ message: string }>('POST', `/1/events?X-Algolia-API-Key=${key}`, {
        body,
      });
      assert.equal(answer.status, 200);
      return answer.body.message;
    };
    const claim = { authenticatedUserToken: 'eva' };
    assert.match(String(await insights(shop.web, claim)), /cannot speak for a `user`/);
    assert.match(
      String(await insights(shop.web, { ...claim, userToken: 'stranger' })),
      /cannot speak for a `user`/,
    );
    assert.equal(
      await insights(shop.server, { ...claim, userToken: 'served', objectIDs: ['bowl-blue'] }),
      'OK',
    );
    assert.equal(
      await insights(shop.web, { ...claim, userToken: 'served', objectIDs: ['bowl-green'] }),
      'OK',
    );
    assert.equal(await insights(shop.signed('eva'), { objectIDs: ['bowl-black'] }), 'OK');
    await holdsAfterReplay(async () => {
      assert.deepEqual(await shop.historyOf('eva'), ['bowl-black', 'bowl-green', 'bowl-blue', 'bowl-red']);
      const stranger = await shop.list('recently-viewed', shop.web, { session: 'stranger' });
      assert.deepEqual(ids(stranger), ['shoe-red']);
    });
  });

  test('an erasure also erases what was sent under the name, and under names that were merged', async () => {
    const shop = await openShop('erasure');
    await shop.send(shop.server, fourOrders);
    const purchase = { type: 'purchase', items: ['shoe-black', 'bowl-black'] };
    await shop.send(shop.web, [
      { ...purchase, user: 'eva' },
      { ...purchase, user: 'old' },
    ]);
    await shop.send(shop.server, { type: 'view', item: 'bowl-red', user: 'eva' });
    await shop.ask('POST', '/api/users/merge', shop.server, { project: 'erasure', from: 'old', into: 'eva' });
    const readReason = async (): Promise<string | undefined> =>
      (await shop.list('fbt', shop.server, { item: 'shoe-black' })).items.find(
        ({ id }) => id === 'bowl-black',
      )?._reason.code;
    assert.equal(await readReason(), 'bought_together');
    const erased = await shop.ask('DELETE', '/api/users/eva?project=erasure', shop.server);
    assert.deepEqual(erased.body, { erased: 'eva', events: 3 });
    await holdsAfterReplay(async () => {
      assert.notEqual(await readReason(), 'bought_together');
      const database = new DatabaseSync(join(service.dataDir, 'projects', 'erasure.db'), { readOnly: true });
      const { kept } = database
        .prepare("SELECT count(*) AS kept FROM log WHERE instr(key, 'eva') > 0 OR instr(key, 'old') > 0")
        .get() as { kept: number };
      database.close();
      assert.equal(kept, 0);
    });
  });
});

test('with the setting `any`, and in projects of earlier versions, a web key speaks for the user it names', async () => {
  const shop = await openShop('earlier');
  const check = async (user: string): Promise<void> => {
    await shop.send(shop.server, { type: 'view', item: 'bowl-red', user });
    const sent = await shop.send(shop.web, [
      { type: 'view', item: 'bowl-blue', user, session: `of-${user}` },
      { type: 'dislike', item: 'bowl-red', user },
    ]);
    assert.deepEqual([sent.accepted, sent.warnings], [2, undefined]);
    const list = await shop.list('recently-viewed', shop.web, { user });
    assert.deepEqual([ids(list), list.warnings], [['bowl-blue'], undefined]);
    assert.deepEqual(ids(await shop.list('recently-viewed', shop.web, { session: `of-${user}` })), [
      'bowl-blue',
    ]);
  };
  const settings = async () =>
    (
      await shop.ask<{ version: number; settings: Sent; defaults: Sent }>(
        'GET',
        '/api/projects/earlier/settings',
        shop.server,
      )
    ).body;
  assert.deepEqual((await settings()).settings['visitors'], { unsignedUsers: 'own' });
  await shop.set('any');
  await check('eva');
  await shop.set(null);
  assert.deepEqual(listCodes(await shop.list('recently-viewed', shop.web, { user: 'eva' })), [
    'unsigned_user',
  ]);

  // As an earlier version has created it.
  await service.stop();
  const database = new DatabaseSync(join(service.dataDir, 'vitrine.db'));
  database.exec("UPDATE projects SET json = json_remove(json, '$.defaultsGeneration') WHERE id = 'earlier'");
  database.close();
  await service.restart();
  admin = await service.signIn();
  const { settings: effective, defaults, version } = await settings();
  assert.deepEqual(
    [effective['visitors'], defaults['visitors']],
    [{ unsignedUsers: 'any' }, { unsignedUsers: 'any' }],
  );
  assert.equal(version, 2);
  await check('ada');
  await shop.set('own');
  assert.deepEqual(listCodes(await shop.list('recently-viewed', shop.web, { user: 'ada' })), [
    'unsigned_user',
  ]);
});
