import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { vitrine } from '../support/command-line.ts';
import type { Sent } from '../support/http.ts';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly hint: string | null;
}

suite('vitrine doctor --site', () => {
  let service: LocalService;
  let site: LocalServer;
  let admin: string;
  let answer: (response: ServerResponse, path: string) => void;

  const newKey = async (wanted: Sent): Promise<string> =>
    (
      await service.ask<{ key: string }>('POST', '/admin/keys', {
        headers: await service.signIn(),
        body: { projects: ['shop'], kind: 'web', scopes: ['search', 'recommend', 'events'], ...wanted },
      })
    ).body.key;
  const run = async (
    ...more: string[]
  ): Promise<{ status: number | null; checks: readonly Check[]; ok: boolean }> => {
    const words = [
      'doctor',
      '--site',
      `${site.url}/`,
      '--url',
      service.url,
      '--key',
      admin,
      '--json',
      ...more,
    ];
    const environment = { VITRINE_FEED_HOSTS: new URL(site.url).host };
    const { status, stdout, stderr } = await vitrine(words, { environment });
    assert.notEqual(stdout, '', stderr);
    return { status, ...(JSON.parse(stdout) as { checks: Check[]; ok: boolean }) };
  };
  const describeCheck = (checks: readonly Check[], name: string): string => {
    const check = checks.find((one) => one.name === name);
    return check === undefined ? 'absent' : `${check.state} ${check.detail}`;
  };
  const showPage = (tag: string, headers: Record<string, string> = {}, head = ''): void => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/html', ...headers });
      response.end(`<!doctype html><head>${head}${tag}</head><body></body>`);
    };
  };
  const buildTag = (key: string, project = 'shop'): string =>
    `<script src="${service.url}/shop.js" data-project="${project}" data-key="${key}" async></script>`;

  before(async () => {
    site = await LocalServer.start((request, response) => answer(response, request.url ?? ''));
    service = await LocalService.start({ VITRINE_FEED_HOSTS: new URL(site.url).host });
    await service.project('shop');
    admin = (
      await service.ask<{ key: string }>('POST', '/admin/keys', {
        headers: await service.signIn(),
        body: { name: 'doctor', scopes: ['admin', 'items:write'] },
      })
    ).body.key;
    const body = { project: 'shop', data: item('a') };
    await service.ask('POST', '/api/items', { key: admin, body });
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  test('finds nothing to fail on a page with the tag, and says what has not come yet', async () => {
    const key = await newKey({ origins: [site.url] });
    showPage(buildTag(key));
    const { status, checks, ok } = await run('--project', 'shop');
    assert.equal(status, 0, JSON.stringify(checks));
    assert.equal(ok, true);
    assert.equal(describeCheck(checks, 'page'), `ok ${site.url}/`);
    assert.equal(describeCheck(checks, 'tag'), `ok ${service.url}/shop.js for the project shop`);
    assert.equal(describeCheck(checks, 'key'), `ok valid from ${site.url}`);
    assert.equal(describeCheck(checks, 'csp'), 'ok the page has no content security policy');
    assert.match(describeCheck(checks, 'https'), /^warn VITRINE_PUBLIC_URL/);
    assert.match(describeCheck(checks, 'feed'), /^warn the project has no feed/);
    assert.match(describeCheck(checks, 'script'), /^warn no page/);
    assert.match(describeCheck(checks, 'events'), /^warn none came/);
    for (const check of checks) assert.equal(check.hint === null, check.state === 'ok', check.name);
  });

  test('tells the pages and events of the last hour, and unknown items', async () => {
    const key = await newKey({});
    showPage(buildTag(key));
    await service.ask('POST', '/front/shop/pages', { key, body: { page: '/' } });
    const data = ['a', 'a', 'gone'].map((id) => ({ type: 'view', session: 's', item: id }));
    await service.ask('POST', '/api/events', { key, body: { project: 'shop', data } });
    const { checks } = await run();
    assert.equal(describeCheck(checks, 'script'), 'ok ran on 1 pages in the last hour');
    assert.equal(describeCheck(checks, 'events'), 'ok 3 view in the last hour');
    assert.match(describeCheck(checks, 'items'), /^warn .*1 times: "gone"/);
  });

  test('fails without the tag, and names the one to put', async () => {
    showPage('<!-- <script src="/shop.js"></script> --><script src="/other.js"></script>');
    const { status, checks } = await run('--project', 'shop');
    assert.equal(status, 1);
    assert.match(describeCheck(checks, 'tag'), /^fail/);
    assert.match(checks.find(({ name }) => name === 'tag')?.hint ?? '', /data-project="shop"/);
  });

  test('fails for another project, and warns of a second tag', async () => {
    const key = await newKey({});
    showPage(buildTag(key, 'other'));
    const { checks } = await run('--project', 'shop');
    assert.equal(describeCheck(checks, 'tag'), 'fail it is for the project other, not shop');
    assert.equal(describeCheck(checks, 'key'), 'fail the key is not for the project other');
    showPage(buildTag(key) + buildTag(key));
    assert.match(describeCheck((await run()).checks, 'tag'), /^warn the page has it 2 times/);
  });

  test('fails for keys that the page cannot use', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['vtr_unknown', /^fail the key of the tag is unknown/],
      ['', /^fail the tag has no data-key/],
      [await newKey({ origins: ['https://other.example'] }), /^fail the key may not be used from http:\/\//],
      [await newKey({ scopes: ['search'] }), /^fail the key lacks recommend and events$/],
    ];
    for (const [key, expected] of cases) {
      showPage(buildTag(key));
      const { status, checks } = await run();
      assert.equal(status, 1);
      assert.match(describeCheck(checks, 'key'), expected);
    }
  });

  test('fails for content security policies of the header and of the page', async () => {
    const key = await newKey({});
    showPage(buildTag(key), { 'content-security-policy': "default-src 'self'" });
    const { checks } = await run();
    const refused = checks.filter(({ name }) => name === 'csp');
    assert.deepEqual(
      refused.map(({ state }) => state),
      ['fail', 'fail', 'fail'],
    );
    assert.match(refused[0]?.hint ?? '', /^Add http.* to script-src$/);
    const meta = `<meta http-equiv="content-security-policy" content="script-src ${service.url}; connect-src 'none'">`;
    showPage(buildTag(key), {}, meta);
    assert.deepEqual(
      (await run()).checks.filter(({ name }) => name === 'csp').map(({ hint }) => hint?.split(' ').at(-1)),
      ['connect-src'],
    );
    showPage(buildTag(key), { 'content-security-policy': `default-src 'self' ${service.url}` });
    assert.match(describeCheck((await run()).checks, 'csp'), /^ok permits/);
  });

  test('fails for a feed whose newest run failed', async () => {
    const key = await newKey({});
    showPage(buildTag(key));
    const page = answer;
    answer = (response, path) =>
      path === '/missing.csv' ? void response.writeHead(404).end() : page(response, path);
    const headers = await service.signIn();
    const body = { feed: { id: 'erp', url: `${site.url}/missing.csv` } };
    const put = await service.ask('PUT', '/api/projects/shop/feeds/erp', { headers, body });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.equal(describeCheck((await run()).checks, 'feed'), 'fail erp has not run yet');
    await service.ask('POST', '/api/projects/shop/feeds/erp/run', { headers, body: {} });
    await until('the feed has not failed', async () =>
      describeCheck((await run()).checks, 'feed').startsWith('fail erp failed: '),
    );
  });

  test('says why a page cannot be read, and keeps to public addresses', async () => {
    answer = (response) => void response.writeHead(404).end();
    assert.equal(describeCheck((await run()).checks, 'page'), `fail ${site.url}/ replied 404`);
    answer = (response, path) => void response.writeHead(302, { location: `/${path.length}${path}` }).end();
    assert.match(describeCheck((await run()).checks, 'page'), /more than 5 redirects/);
    answer = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    assert.match(describeCheck((await run()).checks, 'page'), /^fail .*not allowed|not a public address/);
    const words = ['doctor', '--site', site.url, '--url', service.url, '--key', admin, '--json'];
    const { status, stdout } = await vitrine(words, {});
    assert.equal(status, 1);
    assert.match(stdout, /VITRINE_FEED_HOSTS/);
    assert.equal((await vitrine(['doctor', '--project', 'shop'], {})).status, 2);
    assert.equal(
      (await vitrine(['doctor', '--site', 'not an address', '--url', service.url, '--key', admin], {}))
        .status,
      2,
    );
  });
});
