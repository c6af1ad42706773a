import { listAlerts, isOpen } from '../../domain/alerts/alert-log.ts';
import { sendMessage } from '../../domain/alerts/webhook-deliveries.ts';
import {
  checkWebhook,
  webhookField,
  webhookTerms,
  type WebhookInput,
} from '../../domain/alerts/webhook-fields.ts';
import { createTestMessage } from '../../domain/alerts/webhook-message.ts';
import { listDeliveries, putWebhook, type ListedDelivery } from '../../domain/alerts/webhooks.ts';
import { findResource } from '../../domain/resources/change-resource.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { Alert, Webhook, WebhookClient } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import {
  alertsReply,
  webhookPutReply,
  webhookReply,
  webhooksReply,
  webhookTestReply,
} from '../schemas/alert-schema.ts';
import { createAuthorship } from '../access/author.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  defineFlagParameter,
  defineIntegerParameter,
  defineRequiredParameter,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { readIfMatch, ifMatchHeader, projectInPath } from './common.ts';
import { createResourceOperations } from './resource-operations.ts';

const tag = 'Settings';
const inPath = { in: 'path', name: 'project' } as const;
const access = { kind: 'key', scope: 'settings', project: inPath } as const;
const path = '/api/projects/{project}/webhooks';
const webhookPath = `${path}/{webhook}`;
const pathParameters = {
  ...projectInPath,
  webhook: { description: 'Webhook id.', component: 'WebhookInPath' },
};
const alertsDefault = 50;

const webhookResource = createResourceOperations({
  terms: webhookTerms,
  store: ({ webhooks }) => webhooks,
  id: pathParameters.webhook,
  replies: { one: webhookReply, list: webhooksReply },
  members: describeWebhook,
  list: { role: 'editor' },
  get: { role: 'editor' },
  delete: { role: 'owner', description: 'Its pending messages are not sent.' },
});

/** Alerts of a project, and the webhooks that they are sent to. */
export function createAlertOperations(options: {
  clock: Clock;
  ids: IdSource;
  webhookClient: WebhookClient;
}): Operation[] {
  return [createAlertList(), ...createWebhookOperations(options)];
}

function createAlertList(): Operation {
  return defineOperation({
    id: 'getAlerts',
    method: 'GET',
    path: '/api/projects/{project}/alerts',
    tag: 'Analytics',
    summary: 'List alerts',
    description: `Conditions that need attention. Resolved ones are kept for 90 days, at most ${limits.alertsKeptMax}.`,
    access: { kind: 'key', scope: 'analytics', project: inPath },
    pathParameters: projectInPath,
    query: {
      open: defineFlagParameter({ description: 'Only open ones.', fallback: false }),
      limit: defineIntegerParameter({
        description: 'Maximum number of alerts.',
        min: 1,
        max: limits.alertsKeptMax,
        fallback: alertsDefault,
      }),
    },
    status: 200,
    reply: alertsReply,
    handle: ({ project, query }) => {
      const all = listAlerts(project);
      const open = all.filter(isOpen);
      const alerts = (query.open ? open : all).slice(0, query.limit).map(describeAlert);
      return createJsonReply(200, { alerts, open: open.length });
    },
  });
}

function createWebhookOperations({
  clock,
  ids,
  webhookClient,
}: {
  clock: Clock;
  ids: IdSource;
  webhookClient: WebhookClient;
}): Operation[] {
  return [
    webhookResource.list,
    webhookResource.get,
    defineOperation({
      id: 'putWebhook',
      method: 'PUT',
      path: webhookPath,
      tag,
      summary: 'Create or replace a webhook',
      description:
        'The reply that creates it has the `secret` of its signatures. It is not shown again; `rotateSecret` makes another one.',
      access,
      role: 'owner',
      pathParameters,
      headers: [ifMatchHeader],
      body: {
        webhook: defineRequiredParameter({ description: 'The whole webhook.' }, webhookField),
        rotateSecret: defineFlagParameter({ description: 'Replaces the secret at once.', fallback: false }),
      },
      status: 200,
      reply: webhookPutReply,
      errors: ['webhook_changed'],
      carriesSecret: true,
      handle: async ({ project, path: { webhook: id = '' }, body, request, key }) => {
        checkWebhook(body.webhook, id, webhookClient);
        const ifVersion = readIfMatch(request.headers['if-match'], 'the `version` of the webhook');
        const { stored, secret } = await putWebhook(project.webhooks, body.webhook, {
          ifVersion,
          by: createAuthorship(key),
          rotatesSecret: body.rotateSecret,
        });
        return createJsonReply(
          200,
          { ...describeWebhook(project, stored), secret },
          { etag: `"${stored.version}"` },
        );
      },
    }),
    defineOperation({
      id: 'testWebhook',
      method: 'POST',
      path: `${webhookPath}/test`,
      tag,
      summary: 'Send a test message to a webhook',
      description: 'One message of the type `alert.test`, without retries. The reply tells the outcome.',
      access,
      role: 'owner',
      pathParameters,
      status: 200,
      reply: webhookTestReply,
      errors: ['webhook_not_found'],
      handle: async ({ project, projectId, path: { webhook = '' } }) => {
        const { value } = findResource(project.webhooks, webhook, webhookTerms);
        const now = clock.now();
        const message = createTestMessage(value, projectId, ids.next(now), now);
        const { delivered, replied, error } = await sendMessage(webhookClient, value, message);
        return createJsonReply(200, { delivered, replied, error });
      },
    }),
    webhookResource.delete,
  ];
}

function describeAlert({ deliveries: _deliveries, ...alert }: Alert): Omit<Alert, 'deliveries'> {
  return alert;
}

function describeWebhook(
  project: ProjectEngine,
  { value, version, changedAt }: Versioned<Webhook>,
): { webhook: WebhookInput; version: number; changedAt: number; deliveries: ListedDelivery[] } {
  const { secret: _hidden, ...webhook } = value;
  return { webhook, version, changedAt, deliveries: listDeliveries(project, value.id) };
}
