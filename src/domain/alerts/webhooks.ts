import type { Alert, Webhook, WebhookDelivery } from '../../ports/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { ResourceStore, Versioned } from '../../ports/resources.ts';
import { putResource, type ResourceChangeOptions } from '../resources/change-resource.ts';
import { alertsOf } from './alert-log.ts';
import { webhookTerms, type WebhookInput } from './webhook-fields.ts';
import { newWebhookSecret } from './webhook-message.ts';

/** A message to a webhook, with its alert. */
export interface ListedDelivery extends Omit<WebhookDelivery, 'webhook'> {
  readonly alert: Pick<Alert, 'id' | 'kind' | 'subject'>;
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
  const fresh = newWebhookSecret();
  const merged = (replaced: Webhook | null): Webhook => ({
    ...webhook,
    secret: replaced === null || rotatesSecret ? fresh : replaced.secret,
  });
  const stored = await putResource<Webhook>(
    store,
    { ...webhook, secret: fresh },
    options,
    webhookTerms,
    () => undefined,
    merged,
  );
  return { stored, secret: stored.value.secret === fresh ? fresh : null };
}

/** The newest messages to a webhook, newest first. */
export function deliveriesTo(project: Pick<ProjectEngine, 'alerts'>, webhook: string): ListedDelivery[] {
  return alertsOf(project)
    .flatMap(({ id, kind, subject, deliveries }) =>
      deliveries
        .filter((delivery) => delivery.webhook === webhook)
        .map(({ webhook: _same, ...delivery }) => ({ ...delivery, alert: { id, kind, subject } }))
        .toReversed(),
    )
    .slice(0, limits.webhookDeliveriesMax);
}
