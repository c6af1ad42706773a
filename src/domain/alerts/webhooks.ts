import type { Alert, FinishedTask, Webhook, WebhookDelivery } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { TaskStatus } from '../../ports/access/projects.ts';
import type { ResourceStore, Versioned } from '../../ports/configuration/resources.ts';
import { putResource, type ResourceChangeOptions } from '../resources/change-resource.ts';
import { listAlerts } from './alert-log.ts';
import { listFinishedTasks } from './task-messages.ts';
import { webhookTerms, type WebhookInput } from './webhook-fields.ts';
import { createWebhookSecret } from './webhook-message.ts';

/** A message to a webhook, with its subject. */
export interface ListedDelivery extends Omit<WebhookDelivery, 'webhook'> {
  /** A task has null. */
  readonly alert: Pick<Alert, 'id' | 'kind' | 'subject'> | null;
  /** An alert has null. */
  readonly task: (Pick<FinishedTask, 'id' | 'kind'> & { readonly status: TaskStatus }) | null;
}

/**
 * Creates or replaces a webhook. A new one gets a secret; a replaced one keeps its own, unless `rotatesSecret`.
 * @returns `secret` only if it is new
 * @throws VitrineError webhook_changed; invalid_request if the project has too many
 */
export async function putWebhook(
  store: ResourceStore<Webhook>,
  webhook: WebhookInput,
  { rotatesSecret, ...options }: ResourceChangeOptions & { readonly rotatesSecret: boolean },
): Promise<{ stored: Versioned<Webhook>; secret: string | null }> {
  const fresh = createWebhookSecret();
  const mergeWebhook = (replaced: Webhook | null): Webhook => ({
    ...webhook,
    secret: replaced === null || rotatesSecret ? fresh : replaced.secret,
  });
  const stored = await putResource<Webhook>(
    store,
    { ...webhook, secret: fresh },
    options,
    webhookTerms,
    () => undefined,
    mergeWebhook,
  );
  return { stored, secret: stored.value.secret === fresh ? fresh : null };
}

/** The newest messages to a webhook, newest first. */
export function listDeliveries(
  project: Pick<ProjectEngine, 'alerts' | 'finishedTasks'>,
  webhook: string,
): ListedDelivery[] {
  const ofAlerts = listAlerts(project).flatMap(({ id, kind, subject, openedAt, deliveries }) =>
    deliveries
      .toReversed()
      .map((delivery) => ({ at: openedAt, delivery, alert: { id, kind, subject }, task: null })),
  );
  const ofTasks = listFinishedTasks(project).flatMap(({ task: id, kind, status, finishedAt, deliveries }) =>
    deliveries.map((delivery) => ({ at: finishedAt, delivery, alert: null, task: { id, kind, status } })),
  );
  return [...ofAlerts, ...ofTasks]
    .filter(({ delivery }) => delivery.webhook === webhook)
    .sort((a, b) => b.at - a.at)
    .slice(0, limits.webhookDeliveriesMax)
    .map(({ delivery: { webhook: _same, ...delivery }, alert, task }) => ({ ...delivery, alert, task }));
}
