import type {
  AlertsReply,
  GetAlertsQuery,
  Webhook,
  WebhookPutReply,
  WebhookReply,
  WebhooksReply,
  WebhookTestReply,
} from './contract.ts';
import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
} from './transport.ts';

/** Alerts of a project, and the webhooks that they are sent to. */
export interface AlertOperations {
  /** Alerts, newest first. Requires the scope `analytics`. */
  list(project: string, query?: GetAlertsQuery, options?: RequestOptions): Promise<AlertsReply>;
  readonly webhooks: WebhookOperations;
}

/** Requires the scope `settings`. */
export interface WebhookOperations {
  /** All webhooks with their newest messages, by id. */
  list(project: string, options?: RequestOptions): Promise<WebhooksReply>;
  /** Error: `webhook_not_found`. */
  get(project: string, id: string, options?: RequestOptions): Promise<WebhookReply>;
  /**
   * Creates or replaces a webhook. The reply that creates it has the `secret` of its signatures, which is not shown again;
   * `rotateSecret` makes another one. With `ifVersion` only if it still has this version, with 0 only if there is none. Errors:
   * `invalid_request`, `webhook_changed`.
   *
   * @example
   * ```ts
   * const url = 'https://hooks.example.com/vitrine';
   * const { secret } = await vitrine.alerts.webhooks.put('shop', { id: 'on-call', url, alerts: ['events_stopped'] });
   * ```
   */
  put(
    project: string,
    webhook: Webhook,
    options?: ChangeOptions & { readonly rotateSecret?: boolean },
  ): Promise<WebhookPutReply>;
  /** Sends one message of the type `alert.test`, and returns the outcome. Error: `webhook_not_found`. */
  test(project: string, id: string, options?: RequestOptions): Promise<WebhookTestReply>;
  /** Returns the deleted webhook. Errors: `webhook_not_found`, `webhook_changed`. */
  delete(project: string, id: string, options?: ChangeOptions): Promise<WebhookReply>;
}

export function alertOperations(transport: Transport): AlertOperations {
  const all = (project: string): string => `/api/projects/${segment(project)}/webhooks`;
  const one = (project: string, id: string): string => `${all(project)}/${segment(id)}`;
  return {
    list: (project, query, options) =>
      transport.json(
        { method: 'GET', path: `/api/projects/${segment(project)}/alerts`, query: { ...query } },
        options,
      ),
    webhooks: {
      list: (project, options) => transport.json({ method: 'GET', path: all(project) }, options),
      get: (project, id, options) => transport.json({ method: 'GET', path: one(project, id) }, options),
      put: (project, webhook, options) => {
        const rotateSecret = options?.rotateSecret;
        return transport.json(
          {
            method: 'PUT',
            path: one(project, webhook.id),
            json: { webhook, ...(rotateSecret === undefined ? {} : { rotateSecret }) },
            headers: versionHeader(options),
          },
          options,
        );
      },
      test: (project, id, options) =>
        transport.json({ method: 'POST', path: `${one(project, id)}/test` }, options),
      delete: (project, id, options) =>
        transport.json(
          { method: 'DELETE', path: one(project, id), headers: versionHeader(options) },
          options,
        ),
    },
  };
}
