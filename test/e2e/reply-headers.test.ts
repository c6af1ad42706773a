import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { speak } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword } from '../support/service.ts';

/** Security and cache headers, and replies for pages and files. */
let service: LocalService;
let key = '';
let session: Record<string, string> = {};

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
  session = await service.signIn();
});
after(() => service[Symbol.asyncDispose]());

const get = (path: string): Promise<string> =>
  speak(service.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

test('every reply has x-content-type-options: nosniff', async () => {
  const replies = [
    await service.ask('GET', '/search/shop', { key }),
    await service.ask('GET', '/search/shop'),
    await service.ask('GET', '/nothing/here'),
    await service.ask('DELETE', '/search/shop', { key }),
    await service.ask('POST', '/search/shop', { key, body: '{' }),
    await service.ask('GET', '/health'),
    await service.ask('GET', '/admin/keys', { headers: session }),
  ];
  for (const { headers, status } of replies)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', String(status));
  for (const path of ['/console/', '/docs', '/metrics', '/media/x', '/console/assets/x'])
    assert.equal((await fetch(service.url + path)).headers.get('x-content-type-options'), 'nosniff', path);
  assert.match(await speak(service.url, 'nonsense\r\n\r\n'), /^x-content-type-options: nosniff\r$/m);
});

test('replies with secrets and all admin replies have cache-control: no-store', async () => {
  const created = { headers: session, body: { scopes: ['search'], projects: ['shop'] } };
  const signIn = { headers: { 'x-vitrine-console': '1' }, body: { password: adminPassword } };
  const wrong = { headers: { 'x-vitrine-console': '1' }, body: { password: 'wrong password' } };
  for (const reply of [
    await service.ask('POST', '/admin/keys', created),
    await service.ask('GET', '/admin/keys', { headers: session }),
    await service.ask('GET', '/admin/projects', { headers: session }),
    await service.ask('POST', '/admin/session', signIn),
    await service.ask('POST', '/admin/session', wrong),
    await service.ask('GET', '/admin/session'),
  ])
    assert.equal(reply.headers.get('cache-control'), 'no-store', JSON.stringify(reply.body));
});

test('replies have strict-transport-security if the public URL uses https', async () => {
  assert.equal((await fetch(`${service.url}/console/`)).headers.get('strict-transport-security'), null);
  await using secure = await LocalService.start({ VITRINE_PUBLIC_URL: 'https://search.shop.example' });
  for (const path of ['/console/', '/health', '/nothing'])
    assert.equal(
      (await fetch(secure.url + path)).headers.get('strict-transport-security'),
      'max-age=31536000',
      path,
    );
});

test('a path that cannot be a file gets 404', async () => {
  const long = 'a'.repeat(3_000);
  for (const path of [
    '/console/assets//etc/passwd',
    '/console/assets/a%00b',
    `/console/assets/${long}`,
    '/console/assets/%2e%2e/x',
    '/console/assets/%5c%5cx',
    '/console/assets/..%5c..%5cpackage.json',
    '/console/assets/.',
    '/console/assets/x/../y',
    `/media/${long}`,
    '/media/a%00b',
    `/${long}`,
  ])
    assert.match(await get(path), /^HTTP\/1\.1 404 /, path.slice(0, 60));
  assert.doesNotMatch(service.output, /"level":50|internal_error/, service.output);
});
