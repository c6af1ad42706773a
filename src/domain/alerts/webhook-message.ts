import { createHmac, randomBytes } from 'node:crypto';
import type { Alert, AlertMessage, FinishedTask, Webhook } from '../../ports/operation/alerts.ts';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** A message as specified by standardwebhooks.com (version 1.0.0): the same id and body at each attempt. */
export interface SignedMessage {
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
  readonly body: string;
}

export const createWebhookSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64');

/** The message about an alert. The time of the attempt is signed, so that receivers refuse old copies. */
export function createAlertMessage(
  webhook: Webhook,
  project: string,
  alert: Alert,
  message: AlertMessage,
  now: number,
): SignedMessage {
  const { deliveries: _internal, ...shown } = alert;
  const at = message === 'opened' ? alert.openedAt : (alert.resolvedAt ?? now);
  // The message about the opening shows an open alert, although it may be resolved already.
  const data = message === 'opened' ? { ...shown, resolvedAt: null } : shown;
  return signMessage(
    webhook,
    `msg_${alert.id}_${message}`,
    `alert.${message}`,
    at,
    { project, alert: data },
    now,
  );
}

/** The message about the end of a task. */
export function createTaskMessage(
  webhook: Webhook,
  project: string,
  { id, task, deliveries: _internal, ...shown }: FinishedTask,
  now: number,
): SignedMessage {
  const data = { project, task: { id: task, ...shown } };
  return signMessage(webhook, `msg_${id}`, `task.${shown.status}`, shown.finishedAt, data, now);
}

/** A message that shows whether a webhook works. */
export function createTestMessage(webhook: Webhook, project: string, id: string, now: number): SignedMessage {
  return signMessage(webhook, `msg_${id}_test`, 'alert.test', now, { project, webhook: webhook.id }, now);
}

function signMessage(
  { secret }: Webhook,
  id: string,
  type: string,
  at: number,
  data: unknown,
  now: number,
): SignedMessage {
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  const seconds = String(Math.floor(now / 1000));
  const signature = signWebhook(secret, id, seconds, body);
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature },
    body,
  };
}

/** HMAC-SHA256 of the id, the time in seconds and the body, with the version of the scheme. */
export function signWebhook(secret: string, id: string, seconds: string, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}
