import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { ids, refusal, type Found, type Item, type Problem, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

const address = 'https://shop.example/p/oak-chair';

suite('items by sku, product and address', () => {
  let service: LocalService;
  let key: string;
  let webKey: string;

  const named = (name: string, by: string): string =>
    `/api/items/${encodeURIComponent(name)}?project=shop&by=${by}`;
  const read = async (name: string, by: string): Promise<string> => {
    const answer = await service.ask<{ item: Item }>('GET', named(name, by), { key });
    return answer.status === 200 ? answer.body.item.id : refusal(answer);
  };
  const add = async (...data: Sent[]): Promise<void> => {
    const answer = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  };
  const set = (settings: Sent): Promise<Answer> =>
    service.ask('PUT', '/api/projects/shop/settings', { key, body: settings });
  const send = (data: Sent | Sent[], by = webKey): Promise<Answer<Sent & { errors: Problem['errors'] }>> =>
    service.ask('POST', '/api/events', { key: by, body: { project: 'shop', data } });
  const viewed = async (session: string): Promise<string[]> => {
    const body = { index: 'shop', session };
    return ids((await service.ask<Found>('POST', '/reco/recently-viewed', { key, body })).body);
  };

  before(async () => {
    service = await LocalService.start();
    key = await service.project('shop', [
      'search',
      'recommend',
      'items:read',
      'items:write',
      'events',
      'settings',
      'private',
      'analytics',
    ]);
    const body = { scopes: ['search', 'recommend', 'events'], projects: ['shop'], kind: 'web' };
    webKey = (
      await service.ask<{ key: string }>('POST', '/admin/keys', { body, headers: await service.signIn() })
    ).body.key;
    await add(
      item('oak', { name: 'Oak chair', sku: 'SKU-1', url: `${address}/`, groupId: 'chairs' }),
      item('elm', {
        name: 'Elm chair',
        sku: 'SKU-2',
        url: `${address}?variant=2`,
        groupId: 'chairs',
        active: false,
      }),
      item('ash', { name: 'Ash table', sku: 'SKU-3', link: 'https://shop.example/t/ash', groupId: 'tables' }),
      item('fir', { name: 'Fir table', sku: 'TWICE', url: '/t/fir' }),
      item('yew', { name: 'Yew table', sku: 'TWICE', url: 'https://shop.example/same' }),
      item('box', { name: 'Box table', sku: 'SKU-6', url: 'https://shop.example/same#box' }),
    );
  });
  after(() => service[Symbol.asyncDispose]());

  test('GET /api/items/{name}?by= reads the one item with the name', async () => {
    assert.equal(await read('SKU-1', 'sku'), 'oak');
    assert.equal(await read('tables', 'groupId'), 'ash');
    assert.equal(await read(address, 'url'), 'oak');
    assert.equal(await read('http://SHOP.example/p/oak-chair?utm_source=mail&gclid=3#top', 'url'), 'oak');
    assert.equal(await read(`${address}?fbclid=1&variant=2`, 'url'), 'elm');
    assert.equal(await read('https://shop.example/t/ash', 'url'), 'ash');
    assert.equal(await read('oak', 'id'), 'oak');
    for (const [name, by] of [
      ['sku-1', 'sku'],
      ['oak', 'sku'],
      ['none', 'groupId'],
      [`${address}?variant=3`, 'url'],
    ] as const)
      assert.equal(await read(name, by), '404 item_not_found', `${by} ${name}`);
    assert.equal(await read('javascript:alert(1)', 'url'), '400 invalid_request url');
    assert.equal(await read('SKU-1', 'name'), '400 invalid_request by');
  });

  test('a name of several items is refused, with their ids', async () => {
    const cases = [
      ['TWICE', 'sku', ['fir', 'yew']],
      ['chairs', 'groupId', ['oak', 'elm']],
      ['https://shop.example/same', 'url', ['yew', 'box']],
    ] as const;
    for (const [name, by, expected] of cases)
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { project: 'shop', data: { price: 1 } } : undefined;
        const answer = await service.ask<Problem>(method, named(name, by), {
          key,
          ...(body === undefined ? {} : { body }),
        });
        assert.equal(refusal(answer), '409 item_ambiguous', `${method} ${by}`);
        assert.deepEqual(answer.body['ids'], expected);
      }
  });

  test('relative addresses are compared where the address of the shop is known', async () => {
    assert.equal(await read('/t/fir', 'url'), '400 invalid_request url');
    assert.equal(await read('https://shop.example/t/fir', 'url'), '404 item_not_found');
    await set({ agents: { shopUrl: 'https://shop.example' } });
    assert.equal(await read('https://shop.example/t/fir', 'url'), 'fir');
    assert.equal(await read('/t/fir/', 'url'), 'fir');
    assert.equal(await read('/p/oak-chair', 'url'), 'oak');
    await set({ agents: { shopUrl: null } });
    assert.equal(await read('https://shop.example/t/fir', 'url'), '404 item_not_found');
  });

  test('items without an address have that of the template', async () => {
    await add(item('gum', { name: 'Gum stool' }));
    await set({ items: { urlTemplate: 'https://shop.example/x/{id}' } });
    assert.equal(await read('https://shop.example/x/gum', 'url'), 'gum');
    assert.equal(await read(address, 'url'), 'oak');
    await set({ items: { urlTemplate: null } });
    assert.equal(await read('https://shop.example/x/gum', 'url'), '404 item_not_found');
  });

  test('writes by a name change and delete its item, and later reads follow', async () => {
    await add(item('tmp', { sku: 'TMP', url: 'https://shop.example/tmp' }));
    const put = (name: string, by: string, data: Sent): Promise<Answer> =>
      service.ask('PUT', named(name, by), { key, body: { project: 'shop', data } });
    assert.equal((await put('TMP', 'sku', { sku: 'TMP2' })).status, 200);
    assert.equal(refusal(await put('TMP', 'sku', { sku: 'TMP3' })), '404 item_not_found');
    const moved = { url: 'https://shop.example/moved' };
    assert.equal((await put('https://shop.example/tmp', 'url', moved)).status, 200);
    assert.equal(await read('https://shop.example/tmp', 'url'), '404 item_not_found');
    assert.equal(await read('https://shop.example/moved', 'url'), 'tmp');
    const inBody = {
      project: 'shop',
      _id: 'https://shop.example/moved?utm_source=x',
      data: { groupId: 'moved' },
    };
    assert.equal((await service.ask('PUT', '/api/items?by=url', { key, body: inBody })).status, 200);
    assert.equal(await read('moved', 'groupId'), 'tmp');
    const outdated = await service.ask('PUT', named('moved', 'groupId'), {
      key,
      body: { project: 'shop', data: { price: 3 } },
      headers: { 'if-match': '"1"' },
    });
    assert.equal(refusal(outdated), '412 item_changed');
    assert.equal((await service.ask('DELETE', named('TMP2', 'sku'), { key })).status, 200);
    assert.equal(await read('moved', 'groupId'), '404 item_not_found');
  });

  test('writes by a name at once are all made', async () => {
    await add(item('cnt', { sku: 'CNT', stock: 0 }));
    const body = { project: 'shop', data: { stock: { _operation: 'Increment', value: 1 } } };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => service.ask('PUT', named('CNT', 'sku'), { key, body })),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const { body: after } = await service.ask<{ item: Item }>('GET', named('CNT', 'sku'), { key });
    assert.equal(after.item['stock'], 12);
  });

  test('lists take names, also several kinds', async () => {
    const list = async (path: string, more: Sent): Promise<string> => {
      const answer = await service.ask<Found>('POST', path, {
        key: webKey,
        body: { index: 'shop', ...more },
      });
      return answer.status === 200 ? ids(answer.body).join(' ') : refusal(answer);
    };
    const similar = await list('/reco/similar', { item: 'ash' });
    assert.notEqual(similar, '');
    assert.equal(await list('/reco/similar', { item: 'SKU-3', by: 'sku' }), similar);
    assert.equal(
      await list('/reco/similar', { item: 'https://shop.example/t/ash?utm_source=x', by: 'url' }),
      similar,
    );
    assert.equal(await list('/reco/similar', { item: 'SKU-3', by: ['id', 'sku', 'url'] }), similar);
    const chair = await list('/reco/similar', { item: 'oak' });
    assert.equal(await list('/reco/similar', { item: 'chairs', by: 'groupId' }), chair);
    assert.equal(await list('/reco/similar', { item: 'oak', by: 'sku' }), '404 item_not_found');
    assert.equal(await list('/reco/similar', { item: 'TWICE', by: 'sku' }), '409 item_ambiguous');
    assert.equal(await list('/reco/similar', { item: '/t/ash', by: 'url' }), '400 invalid_request url');
    assert.equal(await list('/reco/similar', { item: 'ash', by: 'name' }), '400 invalid_request by');
    assert.equal(await list('/reco/similar', { item: 'ash', by: [] }), '400 invalid_request by');
    const without = (
      await list('/reco/similar', { item: 'SKU-3', by: 'sku', exclude: ['SKU-1', 'none'] })
    ).split(' ');
    assert.ok(!without.includes('oak') && similar.split(' ').includes('oak'));
    const cart = await list('/reco/fbt', { item: ['SKU-1', 'SKU-3'], by: 'sku' });
    assert.equal(cart, await list('/reco/fbt', { item: ['oak', 'ash'] }));
    const seen = await list('/reco/user-recommendations', { session: 's-seen', seen: ['SKU-3'], by: 'sku' });
    assert.equal(seen, await list('/reco/user-recommendations', { session: 's-seen', seen: ['ash'] }));
  });

  test('a placement takes names, and warns of unknown ones', async () => {
    const placement = { id: 'like', list: 'similar' };
    const put = await service.ask('PUT', '/api/projects/shop/placements/like', { key, body: { placement } });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    const ask = (more: Sent): Promise<Answer<Found>> =>
      service.ask('POST', '/reco/placements/like', { key: webKey, body: { index: 'shop', ...more } });
    const known = await ask({ item: 'SKU-3', by: ['sku', 'id'] });
    assert.deepEqual(ids(known.body), ids((await ask({ item: 'ash' })).body));
    const unknown = await ask({ item: 'ash', by: 'sku' });
    assert.deepEqual(
      (unknown.body['warnings'] as Problem[]).map(({ code }) => code),
      ['item_unknown'],
    );
  });

  test('events are stored with the ids of their items', async () => {
    const views = [
      { type: 'view', session: 'v1', item: 'SKU-1', by: 'sku' },
      { type: 'view', session: 'v1', item: 'tables', by: 'groupId' },
      {
        type: 'view',
        session: 'v1',
        items: [{ id: 'https://shop.example/t/ash?gclid=1' }],
        by: ['id', 'url'],
      },
    ];
    assert.deepEqual((await send(views)).body, { accepted: 3, duplicates: 0, errors: [] });
    assert.deepEqual((await viewed('v1')).sort(), ['ash', 'oak']);
  });

  test('a product stands for its active item, also where that is not the first', async () => {
    await add(item('g1', { groupId: 'grp', active: false }), item('g2', { groupId: 'grp' }));
    assert.equal((await send({ type: 'view', session: 'v-grp', item: 'grp', by: 'groupId' })).status, 201);
    assert.deepEqual(await viewed('v-grp'), ['g2']);
  });

  test('an unknown name is stored as it is, with a warning, and an ambiguous one refuses its event', async () => {
    const sent = await send([
      { type: 'view', session: 'v2', item: 'SKU-99', by: 'sku' },
      { type: 'view', session: 'v2', item: 'TWICE', by: 'sku' },
      { type: 'cart', session: 'v2', items: ['SKU-1', 'TWICE'], by: 'sku' },
      { type: 'view', session: 'v2', item: '/t/ash', by: 'url' },
      { type: 'view', session: 'v2', item: 'a', by: 'ean' },
      { type: 'view', session: 'v2', item: 'x'.repeat(257) },
      { type: 'view', session: 'v2', item: `https://shop.example/${'x'.repeat(256)}`, by: 'url' },
    ]);
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    assert.equal(sent.body['accepted'], 1);
    assert.deepEqual(
      (sent.body.errors as unknown as { index: number; errors: Problem['errors'] }[]).map(
        ({ index, errors }) => [index, errors[0]?.path, errors[0]?.code],
      ),
      [
        [1, 'data[1].item', 'ambiguous'],
        [2, 'data[2].items[1].id', 'ambiguous'],
        [3, 'data[3].item', 'format'],
        [4, 'data[4].by', 'not_allowed'],
        [5, 'data[5].item', 'too_long'],
        [6, 'data[6].item', 'too_long'],
      ],
    );
    assert.deepEqual(
      (sent.body['warnings'] as Problem[]).map(({ code }) => code),
      ['item_unknown'],
    );
    assert.match(JSON.stringify(sent.body.errors), /\\"fir\\", \\"yew\\"/);
  });

  test('a key without private fields learns nothing by names in them', async () => {
    await set({ items: { privateFields: ['url'] } });
    const similar = (name: string, by = webKey): Promise<Answer> =>
      service.ask('POST', '/reco/similar', { key: by, body: { index: 'shop', item: name, by: 'url' } });
    assert.equal(refusal(await similar(address)), '404 item_not_found');
    assert.equal(refusal(await similar('https://shop.example/same')), '404 item_not_found');
    assert.equal((await similar(address, key)).status, 200);
    const twice = await send({ type: 'view', session: 'v3', item: 'https://shop.example/same', by: 'url' });
    assert.equal(twice.status, 201);
    await set({ items: { privateFields: null } });
  });

  test('a key with a filter names the items that it sees', async () => {
    const admin = await service.signIn();
    const limited = { scopes: ['recommend'], projects: ['shop'], kind: 'web', filter: 'NOT id:yew' };
    const { body: created } = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: limited,
      headers: admin,
    });
    const ask = (item: string, by: string): Promise<Answer> =>
      service.ask('POST', '/reco/similar', { key: created.key, body: { index: 'shop', item, by } });
    assert.equal((await ask('TWICE', 'sku')).status, 200);
    assert.equal((await ask('https://shop.example/same', 'url')).status, 200);
  });

  test('names hold after a restart', async () => {
    await service.crash();
    await service.restart();
    assert.deepEqual(
      [await read('SKU-1', 'sku'), await read('tables', 'groupId'), await read(address, 'url')],
      ['oak', 'ash', 'oak'],
    );
  });
});
