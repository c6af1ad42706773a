import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';
import { inSeconds, signedKey } from '../support/signed-key.ts';

const origin = 'https://shop.example';
const refusal = ({ status, body }: Answer): string => `${status} ${String(body['code'])}`;

suite('POST /api/events as a beacon', () => {
  let service: LocalService;
  let key: string;
  let eventsKey: string;
  let boundKey: string;
  let newKey: (wanted: Record<string, unknown>) => Promise<string>;
  const event = { type: 'view', session: 'v1', item: 'a', id: 'e1' };
  const beacon = (body: unknown, headers: Record<string, string> = { origin }): Promise<Answer> =>
    service.ask('POST', '/api/events', {
      body,
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    });

  before(async () => {
    service = await LocalService.start();
    key = await service.project('shop');
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: item('a') } });
    const headers = await service.signIn();
    newKey = async (wanted) => {
      const body = { scopes: ['events'], projects: ['shop'], kind: 'web', ...wanted };
      return (await service.ask<{ key: string }>('POST', '/admin/keys', { body, headers })).body.key;
    };
    eventsKey = await newKey({});
    boundKey = await newKey({ origins: ['https://other.example'] });
  });
  after(() => service[Symbol.asyncDispose]());

  test('stores events with the key in the body, each id once', async () => {
    const sent = await beacon({ project: 'shop', key: eventsKey, data: [event, { ...event, id: 'e2' }] });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    assert.deepEqual(sent.body, { accepted: 2, duplicates: 0, errors: [] });
    assert.equal(sent.headers.get('access-control-allow-origin'), origin);
    const again = await beacon({ project: 'shop', key: eventsKey, data: event });
    assert.deepEqual(again.body, { accepted: 0, duplicates: 1, errors: [] });
  });

  test('accepts the one key of a page, with searches and recommendations', async () => {
    const one = await newKey({ scopes: ['search', 'recommend', 'events'] });
    assert.equal((await beacon({ project: 'shop', key: one, data: event })).status, 201);
    const withoutEvents = await newKey({ scopes: ['search', 'recommend'] });
    assert.equal(
      refusal(await beacon({ project: 'shop', key: withoutEvents, data: event })),
      '403 scope_missing',
    );
  });

  test('refuses server keys, and keys of a user that may do more than send events', async () => {
    assert.equal(refusal(await beacon({ project: 'shop', key, data: event })), '403 scope_missing');
    const server = await newKey({ kind: 'server' });
    assert.equal(refusal(await beacon({ project: 'shop', key: server, data: event })), '403 scope_missing');
    const body = { scopes: ['search', 'events'], projects: ['shop'], kind: 'server' };
    const signing = await service.ask<{ id: string; key: string }>('POST', '/admin/keys', {
      body,
      headers: await service.signIn(),
    });
    const sign = (claims: Record<string, unknown>): string =>
      signedKey(signing.body, { exp: inSeconds(60), ...claims });
    const send = (text: string): Promise<Answer> => beacon({ project: 'shop', key: text, data: event });
    assert.equal(refusal(await send(sign({ sub: 'u1' }))), '403 scope_missing');
    assert.equal((await send(sign({ sub: 'u1', scopes: ['events'] }))).status, 201);
    assert.equal((await send(sign({}))).status, 201);
  });

  test('refuses beacons without a key, without an origin, and from other origins than those of the key', async () => {
    const body = { project: 'shop', key: eventsKey, data: event };
    assert.equal(refusal(await beacon({ project: 'shop', data: event })), '401 api_key_missing');
    assert.equal(refusal(await beacon({ ...body, key: 'vtr_unknown' })), '401 api_key_invalid');
    assert.equal(refusal(await beacon(body, {})), '403 origin_forbidden');
    assert.equal(refusal(await beacon({ ...body, key: boundKey })), '403 origin_forbidden');
    assert.equal((await beacon({ ...body, key: boundKey }, { origin: 'https://other.example' })).status, 201);
  });

  test('refuses texts that are not JSON, and beacons above 64 kB', async () => {
    assert.equal(refusal(await beacon('{"project":')), '400 invalid_json');
    assert.equal(refusal(await beacon('null')), '401 api_key_missing');
    const fill = (bytes: number): string => {
      const empty = JSON.stringify({ project: 'shop', key: eventsKey, data: event, fill: '' });
      return JSON.stringify({
        project: 'shop',
        key: eventsKey,
        data: event,
        fill: 'x'.repeat(bytes - empty.length),
      });
    };
    assert.equal((await beacon(fill(65_536))).status, 201);
    assert.equal(refusal(await beacon(fill(65_537))), '413 body_too_large');
  });

  test('accepts keys in the body of beacons only: not as JSON, and not in other operations', async () => {
    const body = { project: 'shop', key: eventsKey, data: event };
    assert.equal(
      refusal(await service.ask('POST', '/api/events', { body, headers: { origin } })),
      '401 api_key_missing',
    );
    const text = { origin, 'content-type': 'text/plain' };
    assert.equal(
      refusal(await service.ask('POST', '/search/shop', { body: { q: 'x', key: eventsKey }, headers: text })),
      '401 api_key_missing',
    );
    assert.equal(
      refusal(await service.ask('POST', '/api/events', { body, key: eventsKey, headers: text })),
      '415 unsupported_media_type',
    );
  });
});
