import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert, Webhook } from '../../ports/operation/alerts.ts';
import {
  createAlertMessage,
  createWebhookSecret,
  createTestMessage,
  signWebhook,
} from './webhook-message.ts';

const webhook: Webhook = { id: 'on-call', url: '', alerts: [], secret: createWebhookSecret() };
const alert: Alert = {
  id: 'a1',
  kind: 'import_failed',
  subject: '',
  detail: 'An import failed',
  figures: { lines: 3 },
  openedAt: Date.UTC(2026, 0, 1),
  resolvedAt: Date.UTC(2026, 0, 2),
  deliveries: [],
};

void test('signWebhook() equals the example of the specification', () => {
  // Of github.com/standard-webhooks/standard-webhooks.
  const signature = signWebhook(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '1614265330',
    '{"test": 2432232314}',
  );
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

void test('createAlertMessage() has one id and body at all attempts, and the time of each', () => {
  const [first, later] = [1_000_000, 9_000_000].map((now) =>
    createAlertMessage(webhook, 'shop', alert, 'opened', now),
  );
  assert.equal(first!.body, later!.body);
  assert.equal(first!.headers['webhook-id'], later!.headers['webhook-id']);
  assert.equal(first!.headers['webhook-timestamp'], '1000');
  assert.equal(later!.headers['webhook-timestamp'], '9000');
  assert.notEqual(first!.headers['webhook-signature'], later!.headers['webhook-signature']);
});

void test('createAlertMessage() shows the alert as it was at its opening and at its end', () => {
  const { deliveries: _deliveries, ...shown } = alert;
  const opened = createAlertMessage(webhook, 'shop', alert, 'opened', 0);
  assert.deepEqual(JSON.parse(opened.body), {
    type: 'alert.opened',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { project: 'shop', alert: { ...shown, resolvedAt: null } },
  });
  const ended = createAlertMessage(webhook, 'shop', alert, 'resolved', 0);
  assert.deepEqual(JSON.parse(ended.body), {
    type: 'alert.resolved',
    timestamp: '2026-01-02T00:00:00.000Z',
    data: { project: 'shop', alert: shown },
  });
  assert.notEqual(opened.headers['webhook-id'], ended.headers['webhook-id']);
});

void test('no message contains the secret, which has 256 random bits', () => {
  const { secret } = webhook;
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  assert.notEqual(createWebhookSecret(), secret);
  for (const message of [
    createAlertMessage(webhook, 'shop', alert, 'opened', 0),
    createTestMessage(webhook, 'shop', 't', 0),
  ])
    assert.ok(!JSON.stringify(message).includes(secret.slice(6)));
});
