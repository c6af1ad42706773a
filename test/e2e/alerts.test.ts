import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alertKinds } from '../../src/ports/operation/alerts.ts';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';
import { isSigned, WebhookReceiver } from '../support/webhook-receiver.ts';

let service: LocalService;
let receiver: WebhookReceiver;
let key = '';
const path = '/api/projects/shop';

before(async () => {
  receiver = await WebhookReceiver.open();
  service = await LocalService.start({ VITRINE_WEBHOOK_HOSTS: receiver.host });
  key = await service.project('shop', ['items:write', 'settings', 'analytics']);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

interface PutReply {
  readonly secret: string | null;
  readonly webhook: Readonly<Record<string, unknown>>;
  readonly version: number;
}
interface AlertsBody {
  readonly open: number;
  readonly alerts: readonly { kind: string; detail: string; resolvedAt: number | null }[];
}

const put = (id: string, more: object = {}, options: { rotateSecret?: boolean; ifMatch?: string } = {}) =>
  service.ask<PutReply & { code: string; errors: { path: string; code: string }[] }>(
    'PUT',
    `${path}/webhooks/${encodeURIComponent(id)}`,
    {
      key,
      headers: options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch },
      body: {
        webhook: { id, url: receiver.url, alerts: ['import_failed'], ...more },
        ...(options.rotateSecret === undefined ? {} : { rotateSecret: options.rotateSecret }),
      },
    },
  );

async function importLines(lines: readonly object[]): Promise<number> {
  const response = await fetch(`${service.url}/api/items/import?project=shop`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  await response.arrayBuffer();
  return response.status;
}

test('PUT /webhooks shows the secret of a new webhook once, and of a rotated one', async () => {
  const created = await put('secrets');
  assert.equal(created.status, 200);
  const { secret } = created.body;
  assert.match(String(secret), /^whsec_/);
  const again = await put('secrets', { alerts: ['no_results'] }, { ifMatch: '"1"' });
  assert.deepEqual([again.status, again.body.secret], [200, null]);
  assert.deepEqual(again.body.webhook['alerts'], ['no_results']);
  assert.equal((await put('secrets', {}, { ifMatch: '"1"' })).body.code, 'webhook_changed');
  const tested = await service.ask('POST', `${path}/webhooks/secrets/test`, { key });
  assert.deepEqual(tested.body, { delivered: true, replied: 204, error: null });
  assert.ok(isSigned(receiver.received.at(-1)!, secret!), 'a change keeps the secret');
  const rotated = await put('secrets', {}, { rotateSecret: true });
  assert.notEqual(rotated.body.secret, secret);
  await service.ask('POST', `${path}/webhooks/secrets/test`, { key });
  assert.ok(isSigned(receiver.received.at(-1)!, rotated.body.secret!));
  assert.ok(!isSigned(receiver.received.at(-1)!, secret!));
  for (const url of ['/webhooks', '/webhooks/secrets', '/alerts']) {
    const { status, body } = await service.ask('GET', path + url, { key });
    assert.equal(status, 200);
    assert.ok(!JSON.stringify(body).includes('whsec_'), url);
  }
  const versions = await service.ask<{ versions: unknown[] }>('GET', `${path}/versions`, { key });
  assert.deepEqual(versions.body.versions, [], 'no version keeps a secret');
  const removed = await service.ask('DELETE', `${path}/webhooks/secrets`, { key });
  assert.ok(!JSON.stringify(removed.body).includes('whsec_'));
  assert.equal((await service.ask('GET', `${path}/webhooks/secrets`, { key })).status, 404);
});

test('PUT /webhooks refuses private addresses, other schemes, unknown kinds and a second id', async () => {
  const errorsOf = async (id: string, more: object): Promise<string[]> => {
    const { status, body } = await put(id, more);
    assert.equal(status, 400, JSON.stringify(body));
    return body.errors.map((error) => `${error.path} ${error.code}`);
  };
  for (const url of [
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://hooks.example.com:22/',
    'https://user:secret@hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks',
  ])
    assert.deepEqual(await errorsOf('a', { url }), ['webhook.url not_allowed'], url);
  assert.deepEqual(await errorsOf('a', { id: 'b' }), ['webhook.id contradiction']);
  assert.deepEqual(await errorsOf('A b', {}), ['webhook.id format']);
  assert.deepEqual(await errorsOf('a', { alerts: ['sale'] }), ['webhook.alerts[0] not_allowed']);
  assert.deepEqual(await errorsOf('a', { alerts: [] }), ['webhook.alerts too_few']);
  assert.deepEqual(await errorsOf('a', { alerts: [], tasks: [] }), ['webhook.alerts too_few']);
  assert.deepEqual(await errorsOf('a', { tasks: ['backup'] }), ['webhook.tasks[0] not_allowed']);
  assert.equal((await put('a', { url: 'https://hooks.example.com/x', alerts: alertKinds })).status, 200);
  await service.ask('DELETE', `${path}/webhooks/a`, { key });
});

test('a webhook has an id, a URL and a number within the limits', async () => {
  const { resourceIdLengthMax, webhookUrlLengthMax, webhooksMax } = limits;
  const longest = 'w'.repeat(resourceIdLengthMax);
  assert.equal((await put(longest)).status, 200);
  assert.equal((await put(`${longest}w`)).status, 400);
  const url = receiver.url.padEnd(webhookUrlLengthMax, 'x');
  assert.equal((await put(longest, { url })).status, 200);
  assert.equal((await put(longest, { url: `${url}x` })).status, 400);
  await service.ask('DELETE', `${path}/webhooks/${longest}`, { key });
  for (let i = 0; i < webhooksMax; i++) assert.equal((await put(`w${i}`)).status, 200);
  const more = await put(`w${webhooksMax}`);
  assert.deepEqual([more.status, more.body.errors[0]!.code], [400, 'too_many']);
  assert.equal((await put('w0')).status, 200, 'one that exists');
  for (let i = 0; i < webhooksMax; i++) await service.ask('DELETE', `${path}/webhooks/w${i}`, { key });
});

test('POST /webhooks/{webhook}/test tells why a receiver does not work', async () => {
  await put('broken');
  receiver.status = 500;
  const outcome = async (): Promise<unknown> =>
    (await service.ask('POST', `${path}/webhooks/broken/test`, { key })).body;
  assert.deepEqual(await outcome(), { delivered: false, replied: 500, error: 'The receiver replied 500' });
  receiver.status = 302;
  assert.deepEqual(await outcome(), {
    delivered: false,
    replied: 302,
    error: 'The receiver redirects (302): redirects are not followed',
  });
  receiver.status = 204;
  await service.ask('DELETE', `${path}/webhooks/broken`, { key });
});

test('a failed import opens an alert that the webhook gets within seconds, and the next good one resolves it', async () => {
  const { body } = await put('on-call');
  const before = receiver.received.length;
  const sent = (): string[] => receiver.types.slice(before);
  assert.equal(await importLines([{ id: 'a' }, { name: 'no id' }]), 200);
  await until('no message', () => sent().length === 1);
  assert.deepEqual(sent(), ['alert.opened']);
  const message = receiver.received.at(-1)!;
  assert.ok(isSigned(message, body.secret!));
  const { data } = JSON.parse(message.body) as { data: { project: string; alert: { detail: string } } };
  assert.deepEqual([data.project, data.alert.detail], ['shop', 'An import rejected 2 of 2 lines']);
  const alerts = await service.ask<AlertsBody>('GET', `${path}/alerts?open=true`, { key });
  assert.deepEqual([alerts.body.open, alerts.body.alerts[0]!.kind], [1, 'import_failed']);
  // It lasts over a restart, without a second message.
  await service.stop();
  await service.restart();
  assert.equal(await importLines([item('a')]), 200);
  await until('not resolved', () => sent().length === 2);
  assert.deepEqual(sent(), ['alert.opened', 'alert.resolved']);
  const after = await service.ask<AlertsBody>('GET', `${path}/alerts`, { key });
  assert.equal(after.body.open, 0);
  assert.notEqual(after.body.alerts[0]!.resolvedAt, null);
  const deliveries = async (): Promise<[message: string, status: string][]> => {
    const listed = await service.ask<{ deliveries: { status: string; message: string }[] }>(
      'GET',
      `${path}/webhooks/on-call`,
      { key },
    );
    return listed.body.deliveries.map(({ status, message: about }) => [about, status]);
  };
  // The reply of the receiver arrives after its message.
  await until('not noted as delivered', async () => (await deliveries())[0]?.[1] === 'delivered');
  assert.deepEqual(await deliveries(), [
    ['resolved', 'delivered'],
    ['opened', 'delivered'],
  ]);
  assert.ok(!service.output.includes('whsec_'), 'no secret in the log');
});

test('a webhook gets the end of the tasks that it names, and none from before it', async () => {
  assert.equal(await importLines([item('before')]), 200);
  const created = await put('jobs', { alerts: [], tasks: ['import', 'reindex'] });
  assert.deepEqual([created.status, created.body.webhook['tasks']], [200, ['import', 'reindex']]);
  interface TaskData {
    readonly project: string;
    readonly task: { kind: string; status: string; figures: Record<string, number>; error: unknown };
  }
  const sent = (): { type: string; data: TaskData }[] =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: TaskData })
      .filter(({ type }) => type.startsWith('task.'));
  assert.equal(await importLines([item('b'), { name: 'no id' }]), 200);
  await until('no message of the import', () => sent().length === 1);
  const [message] = sent();
  assert.deepEqual([message!.type, message!.data.project], ['task.succeeded', 'shop']);
  const { kind, status, figures, error } = message!.data.task;
  assert.deepEqual([kind, status, error], ['import', 'succeeded', null]);
  assert.deepEqual([figures['lines'], figures['created'], figures['failed']], [2, 1, 1]);
  const received = receiver.received.find(({ body }) => body.includes('task.succeeded'))!;
  assert.ok(isSigned(received, created.body.secret!));
  const listed = await service.ask<{ deliveries: Record<string, unknown>[] }>(
    'GET',
    `${path}/webhooks/jobs`,
    { key },
  );
  await until('not delivered', async () => {
    const { body } = await service.ask<typeof listed.body>('GET', `${path}/webhooks/jobs`, { key });
    return body.deliveries[0]?.['status'] === 'delivered';
  });
  const [delivery] = listed.body.deliveries;
  assert.deepEqual([delivery?.['alert'], delivery?.['message']], [null, 'finished']);
  // A restart repeats nothing, and sends what follows.
  await service.stop();
  await service.restart();
  const settings = { search: { stopWords: ['the'] } };
  const changed = await service.ask('PUT', `${path}/settings`, { key, body: settings });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  await until('no message of the rebuild', () => sent().length === 2);
  assert.deepEqual(sent()[1]!.data.task.kind, 'reindex');
  await service.ask('DELETE', `${path}/webhooks/jobs`, { key });
});

test('alerts need the scope analytics, webhooks the scope settings', async () => {
  const reader = await service.project('other', ['analytics', 'search']);
  assert.equal((await service.ask('GET', '/api/projects/other/alerts', { key: reader })).status, 200);
  for (const [method, url] of [
    ['GET', '/webhooks'],
    ['GET', '/webhooks/x'],
    ['POST', '/webhooks/x/test'],
    ['DELETE', '/webhooks/x'],
  ] as const) {
    const { status, body } = await service.ask(method, `/api/projects/other${url}`, { key: reader });
    assert.deepEqual([status, body['code']], [403, 'scope_missing'], url);
  }
  const { status } = await service.ask('GET', `${path}/alerts`, { key: reader });
  assert.equal(status, 403);
});
