import { component, listSchema, objectSchema, orNull, type Schema } from '../../domain/contract/schema.ts';
import { webhookField } from '../../domain/alerts/webhook-fields.ts';
import { alertKinds } from '../../ports/operation/alerts.ts';
import { limits } from '../../ports/limits.ts';
import { taskKinds, taskStatuses } from '../../ports/access/projects.ts';
import { boolean, count, oneOf, reply, string, timestamp } from './schemas.ts';

const subject = string('The picture host or the experiment; empty for other kinds.');
const kind = component('AlertKind', oneOf(alertKinds, 'What an alert is about: see the guide “Alerts”.'));
const alert = component(
  'Alert',
  objectSchema({
    id: string(),
    kind,
    subject,
    detail: string('The condition, as a sentence.'),
    figures: {
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'The figures in `detail`, at the opening.',
    } as Schema<Readonly<Record<string, number>>>,
    openedAt: timestamp(),
    resolvedAt: orNull(timestamp('The time of the end, or null while the alert is open.')),
  }),
);
export const alertsReply = reply('AlertsReply', {
  alerts: listSchema(alert, { description: 'Newest first.' }),
  open: count('Number of open alerts.'),
});

const httpStatus = orNull(count('The HTTP status of the reply, or null without a reply.'));
const error = orNull(string('Why the last attempt failed, or null if it did not.'));
const delivery = component(
  'WebhookDelivery',
  objectSchema({
    alert: orNull(
      objectSchema(
        { id: string(), kind, subject },
        { description: 'The alert, or null if the message is about a task.' },
      ),
    ),
    task: orNull(objectSchema({ id: string(), kind: oneOf(taskKinds), status: oneOf(taskStatuses) })),
    message: oneOf(['opened', 'resolved', 'finished']),
    status: oneOf(['pending', 'delivered', 'failed']),
    attempts: count(),
    attemptedAt: orNull(timestamp()),
    nextAt: orNull(timestamp('The time of the next attempt.')),
    replied: httpStatus,
    error,
  }),
);
const stored = {
  webhook: webhookField.schema,
  version: count('Each change of a webhook gives it a new version, which no other state has.'),
  changedAt: timestamp(),
  deliveries: listSchema(delivery, {
    maxItems: limits.webhookDeliveriesMax,
    description: 'Its newest messages, newest first.',
  }),
};
export const webhookReply = reply('WebhookReply', stored);
export const webhooksReply = reply('WebhooksReply', {
  webhooks: listSchema(component('StoredWebhook', objectSchema(stored)), {
    description: 'The webhooks, ordered by id.',
  }),
});
export const webhookPutReply = reply('WebhookPutReply', {
  ...stored,
  secret: orNull(
    string('The key of its signatures, which is shown only now. Null means that it is unchanged.'),
  ),
});
export const webhookTestReply = reply('WebhookTestReply', {
  delivered: boolean('Whether the receiver replied 2xx.'),
  replied: httpStatus,
  error,
});
