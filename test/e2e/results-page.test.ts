import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { refusal, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

suite('the results page of a project', () => {
  let service: LocalService;
  let key: string;
  let admin: Record<string, string>;

  const setFront = async (front: Sent): Promise<void> => {
    const answer = await service.ask('PUT', '/api/projects/shop/settings', { key, body: { front } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${service.url}${path}`, { headers: { connection: 'close', ...headers } });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };
  const readKey = async (): Promise<string> =>
    / data-key="([^"]+)"/.exec((await read('/s/shop')).text)?.[1] ?? '';

  before(async () => {
    service = await LocalService.start({ VITRINE_THREADS: '2' });
    key = await service.project('shop', ['settings', 'items:write', 'analytics']);
    await service.project('other');
    admin = await service.signIn();
    const data = item('a', { name: 'Oak chair' });
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  });
  after(() => service[Symbol.asyncDispose]());

  test('is off by default, as if there was no such project', async () => {
    const withoutId = ({ status, text }: { status: number; text: string }): unknown => {
      const { requestId: _requestId, ...body } = JSON.parse(text) as Sent;
      return { status, body };
    };
    const off = withoutId(await read('/s/shop'));
    assert.deepEqual(off, withoutId(await read('/s/nothing')));
    assert.equal((off as { status: number }).status, 404);
    await setFront({ page: true });
    assert.equal((await read('/s/shop')).status, 200);
    assert.equal((await read('/s/shop/')).status, 200);
    await setFront({ page: false });
    assert.deepEqual(withoutId(await read('/s/shop')), off);
    await setFront({ page: true });
    assert.equal((await service.ask('POST', '/s/shop', { body: {} })).status, 405);
  });

  test('has the elements and the script of the service, is not indexed, and runs nothing else', async () => {
    const { headers, text } = await read('/s/shop');
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(text, /<meta name="robots" content="noindex">/);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.equal((await read('/s/shop', { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
    assert.match(text, /<vitrine-search><\/vitrine-search>/);
    assert.match(text, /<vitrine-results><\/vitrine-results>/);
    assert.match(
      text,
      /<script src="\/shop\.js" data-project="shop" data-key="vtr_page_shop_[0-9a-f]{40}" data-currency="EUR" async><\/script>/,
    );
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.ok(!/unsafe|nonce/.test(policy), policy);
    assert.ok(!/<style|style=|<script>| on\w+=/.test(text), 'needs no inline code');
    const css = await read('/s/page.css');
    assert.equal(css.status, 200);
    assert.equal(css.headers.get('content-type'), 'text/css; charset=utf-8');
  });

  test('has the language of the browser, of the settings, or of the catalog, also from right to left', async () => {
    const html = async (language: string): Promise<string> =>
      / lang="[^"]*" dir="[^"]*"/
        .exec((await read('/s/shop', { 'accept-language': language })).text)?.[0]
        .trim() ?? '';
    assert.equal(await html('de-AT, en;q=0.5'), 'lang="de" dir="ltr"');
    assert.equal(await html('xx, fr;q=0.3, ja;q=0.8'), 'lang="ja" dir="ltr"');
    assert.equal(await html('ar'), 'lang="en" dir="ltr"');
    assert.equal(await html('de;q=0, <script>'), 'lang="en" dir="ltr"');
    await setFront({ language: 'ar-EG' });
    assert.equal(await html('de'), 'lang="ar-EG" dir="rtl"');
    await setFront({ language: null });
    assert.match(
      (await read('/s/shop', { 'accept-language': 'pl' })).text,
      /Wyszukiwanie wymaga JavaScriptu/,
    );
  });

  test('has the name of the project as its title, escaped', async () => {
    await service.ask('POST', '/admin/projects', {
      body: { id: 'named', name: 'A & <b>"C"' },
      headers: admin,
    });
    const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { scopes: ['settings'], projects: ['named'] },
      headers: admin,
    });
    await service.ask('PUT', '/api/projects/named/settings', {
      key: body.key,
      body: { front: { page: true } },
    });
    assert.match((await read('/s/named')).text, /<title>A &amp; &lt;b&gt;&quot;C&quot;<\/title>/);
  });

  test('its key searches, recommends and sends events of this project, in pages of the service alone', async () => {
    const own = await readKey();
    const ask = (method: string, path: string, more: Sent = {}): Promise<Answer> =>
      service.ask(method, path, { key: own, ...more });
    for (let i = 0; i < 6; i++)
      assert.equal(
        (
          await ask('POST', '/search/shop', {
            body: { q: 'oak' },
            headers: { origin: service.url, connection: 'close' },
          })
        ).status,
        200,
      );
    assert.equal((await read(`/front/shop.json?key=${own}`)).status, 200);
    assert.equal((await ask('POST', '/rec/trendings', { body: { index: 'shop' } })).status, 200);
    const event = { project: 'shop', data: { type: 'view', session: 's', item: 'a' } };
    assert.equal((await ask('POST', '/api/events', { body: event })).status, 201);
    const beacon = await service.ask('POST', '/front/shop/pages', {
      body: { key: own, page: '/s/shop' },
      headers: { origin: service.url, 'content-type': 'text/plain' },
    });
    assert.equal(beacon.status, 202);
    const elsewhere = await ask('POST', '/search/shop', {
      body: { q: 'oak' },
      headers: { origin: 'https://shop.example' },
    });
    assert.equal(refusal(elsewhere), '403 origin_forbidden');
    assert.equal(refusal(await ask('GET', '/search/other?q=oak')), '403 project_forbidden');
    assert.equal(refusal(await ask('GET', '/api/items?project=shop')), '403 scope_missing');
    assert.equal(refusal(await ask('GET', '/api/projects/shop/settings')), '403 scope_missing');
    const { body } = await service.ask<{ keys: { name: string }[] }>('GET', '/admin/keys', {
      headers: admin,
    });
    assert.ok(!JSON.stringify(body).includes('Results page'), 'it is not listed');
    assert.equal(
      refusal(await service.ask('GET', '/search/shop?q=oak', { key: own.replace(/.$/, 'x') })),
      '401 api_key_invalid',
    );
  });

  test('its key stays the same after a restart, and ends with the page and with the project', async () => {
    const own = await readKey();
    const search = (): Promise<Answer> =>
      service.ask('GET', '/search/shop?q=oak', { key: own, headers: { connection: 'close' } });
    await service.stop();
    await service.restart({ VITRINE_THREADS: '2' });
    assert.equal(await readKey(), own);
    assert.equal((await search()).status, 200);
    await setFront({ page: false });
    for (let i = 0; i < 6; i++) assert.equal(refusal(await search()), '401 api_key_invalid');
    await setFront({ page: true });
    assert.equal((await search()).status, 200);
    admin = await service.signIn();
    await service.ask('DELETE', '/admin/projects/shop', { headers: admin });
    assert.equal(refusal(await search()), '401 api_key_invalid');
    assert.equal((await read('/s/shop')).status, 404);
    await service.ask('POST', '/admin/projects', { body: { id: 'shop' }, headers: admin });
    assert.equal(refusal(await search()), '401 api_key_invalid');
  });
});
