import {
  defineComponent,
  defineListSchema,
  defineObjectSchema,
  addNullToSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { webhookField } from '../../domain/alerts/webhook-fields.ts';
import { alertKinds } from '../../ports/operation/alerts.ts';
import { limits } from '../../ports/limits.ts';
import { taskKinds, taskStatuses } from '../../ports/access/projects.ts';
import {
  describeBoolean,
  describeCount,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from './schemas.ts';

const subject = describeString('The picture host or the experiment; empty for other kinds.');
const kind = defineComponent(
  'AlertKind',
  describeChoice(alertKinds, 'What an alert is about: see the guide “Alerts”.'),
);
const alert = defineComponent(
  'Alert',
  defineObjectSchema({
    id: describeString(),
    kind,
    subject,
    detail: describeString('The condition, as a sentence.'),
    figures: {
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'The figures in `detail`, at the opening.',
    } as Schema<Readonly<Record<string, number>>>,
    openedAt: describeTimestamp(),
    resolvedAt: addNullToSchema(describeTimestamp('The time of the end, or null while the alert is open.')),
  }),
);
export const alertsReply = describeReply('AlertsReply', {
  alerts: defineListSchema(alert, { description: 'Newest first.' }),
  open: describeCount('Number of open alerts.'),
});

const httpStatus = addNullToSchema(describeCount('The HTTP status of the reply, or null without a reply.'));
const error = addNullToSchema(describeString('Why the last attempt failed, or null if it did not.'));
const delivery = defineComponent(
  'WebhookDelivery',
  defineObjectSchema({
    alert: addNullToSchema(
      defineObjectSchema(
        { id: describeString(), kind, subject },
        { description: 'The alert, or null if the message is about a task.' },
      ),
    ),
    task: addNullToSchema(
      defineObjectSchema({
        id: describeString(),
        kind: describeChoice(taskKinds),
        status: describeChoice(taskStatuses),
      }),
    ),
    message: describeChoice(['opened', 'resolved', 'finished']),
    status: describeChoice(['pending', 'delivered', 'failed']),
    attempts: describeCount(),
    attemptedAt: addNullToSchema(describeTimestamp()),
    nextAt: addNullToSchema(describeTimestamp('The time of the next attempt.')),
    replied: httpStatus,
    error,
  }),
);
const stored = {
  webhook: webhookField.schema,
  version: describeCount('Each change of a webhook gives it a new version, which no other state has.'),
  changedAt: describeTimestamp(),
  deliveries: defineListSchema(delivery, {
    maxItems: limits.webhookDeliveriesMax,
    description: 'Its newest messages, newest first.',
  }),
};
export const webhookReply = describeReply('WebhookReply', stored);
export const webhooksReply = describeReply('WebhooksReply', {
  webhooks: defineListSchema(defineComponent('StoredWebhook', defineObjectSchema(stored)), {
    description: 'The webhooks, ordered by id.',
  }),
});
export const webhookPutReply = describeReply('WebhookPutReply', {
  ...stored,
  secret: addNullToSchema(
    describeString('The key of its signatures, which is shown only now. Null means that it is unchanged.'),
  ),
});
export const webhookTestReply = describeReply('WebhookTestReply', {
  delivered: describeBoolean('Whether the receiver replied 2xx.'),
  replied: httpStatus,
  error,
});
