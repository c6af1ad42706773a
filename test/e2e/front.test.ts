import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { Connection } from '../support/connection.ts';
import { refusal, type Problem, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { RunningService, type Answer } from '../support/service.ts';
import { until } from '../support/until.ts';

const origin = 'https://shop.example';
const defaults = {
  enabled: true,
  share: 1,
  page: false,
  field: '',
  layout: 'layer',
  container: '',
  resultsUrl: '',
  columns: { phone: 2, desktop: 4 },
  cardFields: ['brand'],
  badges: true,
  oldPrice: true,
  cartUrl: '',
  facets: [],
  sorts: ['price:asc', 'price:desc'],
  photo: true,
  language: '',
  currency: '',
  texts: {},
  lists: [],
  style: { font: '', accent: '', text: '', background: '', radius: '' },
  events: true,
  consent: 'page',
};

suite('settings of the script of shops', () => {
  let service: LocalService;
  let key: string;
  let webKey: string;
  let boundKey: string;
  let eventsKey: string;

  const change = (front: Sent): Promise<Answer<{ settings: { front: Sent }; errors: Problem['errors'] }>> =>
    service.ask('PUT', '/api/projects/shop/settings', { key, body: { front } });
  const read = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${address}`, { headers });
  const readFront = async (): Promise<Sent> =>
    (await read(`/front/shop.json?key=${webKey}`)).json() as Promise<Sent>;

  before(async () => {
    service = await LocalService.start({ VITRINE_LOG_LEVEL: 'trace' });
    key = await service.project('shop', ['search', 'settings', 'private']);
    const headers = await service.signIn();
    const newKey = async (wanted: Sent): Promise<string> => {
      const body = { projects: ['shop'], kind: 'web', ...wanted };
      return (await service.ask<{ key: string }>('POST', '/admin/keys', { body, headers })).body.key;
    };
    webKey = await newKey({ scopes: ['search', 'recommend', 'events'] });
    boundKey = await newKey({ scopes: ['search'], origins: [origin] });
    eventsKey = await newKey({ scopes: ['events'] });
  });
  after(() => service[Symbol.asyncDispose]());

  test('GET /front/{project}.json has the defaults where nothing is set, cached for a minute, for any page', async () => {
    const reply = await read(`/front/shop.json?key=${webKey}`, { origin });
    assert.equal(reply.status, 200);
    assert.deepEqual(await reply.json(), { project: 'shop', settings: defaults, experiment: null });
    assert.equal(reply.headers.get('cache-control'), 'public, max-age=60');
    assert.equal(reply.headers.get('access-control-allow-origin'), origin);
    assert.match(reply.headers.get('vary') ?? '', /origin/);
    assert.match(reply.headers.get('vary') ?? '', /x-api-key/);
    const etag = reply.headers.get('etag') ?? '';
    assert.match(etag, /^(W\/)?"[0-9a-f]{16}"$/);
    const known = await read(`/front/shop.json?key=${webKey}`, { 'if-none-match': `"other", ${etag}` });
    assert.equal(known.status, 304);
    assert.equal(await known.text(), '');
    assert.equal(known.headers.get('cache-control'), 'public, max-age=60');
    assert.equal((await change({ badges: false })).status, 200);
    const changed = await read(`/front/shop.json?key=${webKey}`, { 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
    await change({ badges: null });
  });

  test('it takes the key in the header or as ?key=, and is closed without a valid one', async () => {
    const status = async (address: string, headers: Record<string, string> = {}): Promise<string> => {
      const reply = await read(address, headers);
      return reply.status < 400
        ? String(reply.status)
        : `${reply.status} ${((await reply.json()) as Problem).code}`;
    };
    assert.equal(await status('/front/shop.json', { 'x-api-key': webKey }), '200');
    assert.equal(await status('/front/shop.json'), '401 api_key_missing');
    assert.equal(await status('/front/shop.json?key='), '401 api_key_missing');
    assert.equal(await status('/front/shop.json?key=vtr_other'), '401 api_key_invalid');
    assert.equal(
      await status(`/front/shop.json?key=${webKey}`, { 'x-api-key': 'vtr_other' }),
      '401 api_key_invalid',
    );
    assert.equal(await status(`/front/shop.json?key=${webKey}&key=${webKey}`), '401 api_key_missing');
    assert.equal(await status(`/front/shop.json?key=${eventsKey}`), '403 scope_missing');
    assert.equal(await status(`/front/other.json?key=${webKey}`), '403 project_forbidden');
    assert.equal(
      await status(`/front/shop.json?key=${boundKey}`, { origin: 'https://other.example' }),
      '403 origin_forbidden',
    );
    assert.equal(await status(`/front/shop.json?key=${boundKey}`, { origin }), '200');
    assert.equal(await status(`/search/shop?key=${webKey}`), '401 api_key_missing');
  });

  test('the log has no key of an address', async () => {
    await read(`/front/shop.json?key=${webKey}`);
    await read(`/front/%zz.json?key=${webKey}`);
    await read(`/front/shop.jso?key=${webKey}`);
    assert.match(service.output, /getFront/);
    assert.ok(!service.output.includes(webKey.slice(8)), 'the log has the key');
  });

  test('each setting is stored, read by pages, and reset by null', async () => {
    const list = {
      placement: 'home-top',
      selector: '#main',
      position: 'start',
      pages: 'home',
      title: 'For you',
    };
    const values = {
      enabled: false,
      share: 0.5,
      page: true,
      field: 'form[role=search] input',
      layout: 'container',
      container: '#results',
      resultsUrl: '/search?q={query}',
      columns: { phone: 1, desktop: 6 },
      cardFields: ['brand', 'attrs.colour'],
      badges: false,
      oldPrice: false,
      cartUrl: 'https://shop.example/cart?add={sku}',
      facets: ['brand'],
      sorts: ['name', '-price', 'distance(location,59.33,18.06)'],
      photo: false,
      language: 'pt-BR',
      currency: 'EUR',
      texts: { 'search.placeholder': 'O que procura? <b>' },
      lists: [list],
      style: {
        font: '"Open Sans", serif',
        accent: '#123456',
        text: 'black',
        background: 'var(--bg)',
        radius: '4px',
      },
      events: false,
      consent: 'required',
    };
    const sent = await change(values);
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    assert.deepEqual(sent.body.settings.front, values);
    assert.deepEqual(await readFront(), {
      project: 'shop',
      settings: values,
      experiment: { id: 'front', share: 0.5 },
    });
    await change({
      columns: { phone: null },
      style: { accent: 'red', radius: null },
      texts: { more: 'Mais' },
    });
    const { settings } = (await readFront()) as { settings: typeof values };
    assert.deepEqual(settings.columns, { phone: 2, desktop: 6 });
    assert.deepEqual(settings.style, { ...values.style, accent: 'red', radius: '' });
    assert.deepEqual(settings.texts, { ...values.texts, more: 'Mais' });
    await change({ texts: { more: null }, lists: [{ placement: 'p', selector: 'main' }] });
    const after = (await readFront()) as { settings: typeof values };
    assert.deepEqual(after.settings.texts, values.texts);
    assert.deepEqual(after.settings.lists, [
      { placement: 'p', selector: 'main', position: 'after', pages: 'all', title: '' },
    ]);
    const reset = await change(Object.fromEntries(Object.keys(values).map((name) => [name, null])));
    assert.deepEqual(reset.body.settings.front, defaults);
  });

  test('a draft changes it once it is published, and the version is taken back', async () => {
    const path = '/api/projects/shop';
    const draft = { id: 'look', settings: { front: { columns: { desktop: 6 }, texts: { more: 'More' } } } };
    const put = await service.ask('PUT', `${path}/drafts/look`, { key, body: { draft } });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    const read = async (): Promise<typeof defaults> =>
      ((await readFront()) as { settings: typeof defaults }).settings;
    assert.deepEqual(await read(), defaults);
    const published = await service.ask('POST', `${path}/drafts/look/publish`, { key, body: {} });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    const expected = { ...defaults, columns: { phone: 2, desktop: 6 }, texts: { more: 'More' } };
    assert.deepEqual(await read(), expected);
    const { body } = await service.ask<{ versions: { number: number; parts: unknown }[] }>(
      'GET',
      `${path}/versions`,
      { key },
    );
    const [newest] = body.versions;
    const taken = await service.ask('POST', `${path}/versions/${newest!.number}/rollback`, {
      key,
      body: {},
    });
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    assert.deepEqual(await read(), defaults);
    const wrong = { id: 'bad', settings: { front: { style: { accent: 'red;' } } } };
    const refused = await service.ask('PUT', `${path}/drafts/bad`, { key, body: { draft: wrong } });
    assert.equal(refusal(refused), '400 invalid_request draft.settings.front.style.accent');
  });

  test('names of private fields are not told', async () => {
    await service.ask('PUT', '/api/projects/shop/settings', {
      key,
      body: {
        items: { privateFields: ['margin'] },
        front: { cardFields: ['brand', 'margin.rate'], facets: ['margin'], sorts: ['margin:desc', 'name'] },
      },
    });
    const { settings } = (await readFront()) as { settings: typeof defaults };
    assert.deepEqual([settings.cardFields, settings.facets, settings.sorts], [['brand'], [], ['name']]);
    await service.ask('PUT', '/api/projects/shop/settings', {
      key,
      body: { items: { privateFields: null }, front: { cardFields: null, facets: null, sorts: null } },
    });
  });

  test('wrong values are refused with their path', async () => {
    const list = { placement: 'p', selector: 'main' };
    const wrong: readonly (readonly [Sent, string])[] = [
      [{ enabled: 'yes' }, 'front.enabled'],
      [{ share: 1.01 }, 'front.share'],
      [{ share: -0.1 }, 'front.share'],
      [{ field: 'a{color:red}' }, 'front.field'],
      [{ field: '</script>' }, 'front.field'],
      [{ layout: 'modal' }, 'front.layout'],
      [{ layout: 'container' }, 'front.container'],
      [{ resultsUrl: '/search' }, 'front.resultsUrl'],
      [{ resultsUrl: 'javascript:alert({query})' }, 'front.resultsUrl'],
      [{ resultsUrl: '//evil.example/{query}' }, 'front.resultsUrl'],
      [{ resultsUrl: 'https://{query}.example/' }, 'front.resultsUrl'],
      [{ resultsUrl: '/s?q={query}&x={id}' }, 'front.resultsUrl'],
      [{ cartUrl: '{url}' }, 'front.cartUrl'],
      [{ cartUrl: 'https://shop.example{id}/' }, 'front.cartUrl'],
      [{ cartUrl: '/cart\\{id}' }, 'front.cartUrl'],
      [{ columns: { phone: 4 } }, 'front.columns.phone'],
      [{ columns: { desktop: 1 } }, 'front.columns.desktop'],
      [{ columns: { tablet: 2 } }, 'front.columns.tablet'],
      [{ cardFields: ['a', 'a'] }, 'front.cardFields'],
      [{ sorts: ['price:up:down'] }, 'front.sorts[0]'],
      [{ language: 'english language' }, 'front.language'],
      [{ currency: 'euro' }, 'front.currency'],
      [{ texts: { '<b>': 'x' } }, 'front.texts.<b>'],
      [{ texts: { a: 1 } }, 'front.texts.a'],
      [{ lists: [{ placement: 'p' }] }, 'front.lists[0].selector'],
      [{ lists: [{ ...list, selector: '' }] }, 'front.lists[0].selector'],
      [{ lists: [{ ...list, position: 'inside' }] }, 'front.lists[0].position'],
      [{ lists: [{ ...list, title: 'two\nlines' }] }, 'front.lists[0].title'],
      [{ style: { accent: 'red;background:url(x)' } }, 'front.style.accent'],
      [{ style: { font: 'a}b{' } }, 'front.style.font'],
      [{ style: { radius: '4px;' } }, 'front.style.radius'],
      [{ consent: 'no' }, 'front.consent'],
      [{ colour: 'red' }, 'front.colour'],
    ];
    for (const [front, path] of wrong) {
      const answer = await change(front);
      assert.equal(refusal(answer), `400 invalid_request ${path}`, JSON.stringify(front));
    }
  });

  test('limits hold at n and n + 1', async () => {
    const list = { placement: 'p', selector: 'main' };
    const texts = (count: number): Sent =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, 'x']));
    const atLimit: readonly (readonly [number, (n: number) => Sent])[] = [
      [limits.frontSelectorLengthMax, (n) => ({ field: 'a'.repeat(n) })],
      [limits.frontUrlLengthMax, (n) => ({ cartUrl: `/${'a'.repeat(n - 5)}{id}` })],
      [
        limits.frontStyleLengthMax,
        (n) => ({
          style: {
            font: `${'a, '.repeat(7)}${'b'.repeat(50)}${' c'.repeat(8)}, ${'d'.repeat(50)}, ${'e'.repeat(n - 141)}`,
          },
        }),
      ],
      [limits.frontCardFieldsMax, (n) => ({ cardFields: Array.from({ length: n }, (_, i) => `f${i}`) })],
      [limits.facetsMax, (n) => ({ facets: Array.from({ length: n }, (_, i) => `f${i}`) })],
      [limits.frontSortsMax, (n) => ({ sorts: Array.from({ length: n }, (_, i) => `f${i}`) })],
      [limits.frontListsMax, (n) => ({ lists: Array.from({ length: n }, () => list) })],
      [limits.frontTitleLengthMax, (n) => ({ lists: [{ ...list, title: 'x'.repeat(n) }] })],
      [limits.frontTextKeyLengthMax, (n) => ({ texts: { ['k'.repeat(n)]: 'x' } })],
      [
        limits.frontTextLengthMax,
        (n) => ({ texts: { ['k'.repeat(limits.frontTextKeyLengthMax)]: 'x'.repeat(n) } }),
      ],
    ];
    for (const [max, build] of atLimit) {
      const fits = await change(build(max));
      assert.equal(fits.status, 200, JSON.stringify(fits.body));
      assert.match(refusal(await change(build(max + 1))), /^400 invalid_request front/);
    }
    await change({ texts: { ['k'.repeat(limits.frontTextKeyLengthMax)]: null } });
    assert.equal((await change({ texts: texts(limits.frontTextsMax) })).status, 200);
    const beyond = await change({ texts: { other: 'x' } });
    assert.equal(refusal(beyond), '400 invalid_request front.texts');
    await change(Object.fromEntries(Object.keys(defaults).map((name) => [name, null])));
  });
});

test('every serving thread answers with the newest settings', async (t) => {
  await using service = await RunningService.start({ VITRINE_THREADS: '2' });
  const key = await service.project('shop', ['search', 'settings']);
  const connections = Array.from({ length: 8 }, () => new Connection(service.url));
  t.after(() => connections.forEach((connection) => connection[Symbol.dispose]()));
  const ask = (connection: Connection) => connection.send(`/front/shop.json?key=${key}`, {});
  const forwarded = async (): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const line = text
      .split('\n')
      .find((one) => one.startsWith('vitrine_requests_forwarded_total{operation="getFront"}'));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  await until('not all threads have the project', async () => {
    const before = await forwarded();
    for (const connection of connections) assert.equal((await ask(connection)).status, 200);
    return (await forwarded()) === before;
  });
  for (const columns of [3, 5, 6]) {
    const body = { front: { columns: { desktop: columns } } };
    assert.equal((await service.ask('PUT', '/api/projects/shop/settings', { key, body })).status, 200);
    for (const connection of connections) {
      const { body: text } = await ask(connection);
      assert.equal((JSON.parse(text) as { settings: typeof defaults }).settings.columns.desktop, columns);
    }
  }
});
