import {
  WebhookError,
  type Alert,
  type Webhook,
  type WebhookClient,
  type WebhookDelivery,
} from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { ResourceStore } from '../../ports/configuration/resources.ts';
import type { Clock } from '../../lib/clock.ts';
import { runInBackground, type Tracer } from '../../lib/tracing/tracer.ts';
import { listAlerts } from './alert-log.ts';
import { listFinishedTasks } from './task-messages.ts';
import { createAlertMessage, createTaskMessage, type SignedMessage } from './webhook-message.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** Pauses after each failed attempt, as many as there are retries: 18 hours in all. */
const pausesMs = [
  10 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
] as const;
/** The receiver is gone for good. */
const goneStatus = 410;
/** Messages that are sent at the same time. */
const sendingMax = 8;

/** The outcome of one attempt. */
export interface SendOutcome {
  readonly delivered: boolean;
  /** The HTTP status of the reply, or null. */
  readonly replied: number | null;
  /** Null means delivered. */
  readonly error: string | null;
  /** Whether a retry is useless. */
  readonly isFinal: boolean;
}

type DeliveryPorts = Pick<ProjectEngine, 'id' | 'alerts' | 'finishedTasks' | 'webhooks'>;
/** Subjects of messages. */
type Announced = Pick<Alert, 'id' | 'deliveries'>;
type MessageTo = (webhook: Webhook, delivery: WebhookDelivery, now: number) => SignedMessage;

export const isPending = ({ status }: WebhookDelivery): boolean => status === 'pending';

/** Sends the pending messages of projects to their webhooks, again and again until each is delivered or has failed too often. */
export class WebhookDeliveries implements AsyncDisposable {
  readonly #client: WebhookClient;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #tracer: Tracer | null;
  /** Deliveries in progress, by alert or task, webhook and message. */
  readonly #sending = new Map<string, Promise<void>>();
  #isEnding = false;

  constructor(options: {
    client: WebhookClient;
    clock: Clock;
    onError: (error: unknown) => void;
    tracer?: Tracer | null;
  }) {
    this.#tracer = options.tracer ?? null;
    this.#client = options.client;
    this.#clock = options.clock;
    this.#onError = options.onError;
  }

  /** Begins to send the messages of a project that are due; at most some at a time, oldest first. */
  sendDue(project: DeliveryPorts): void {
    for (const alert of listAlerts(project).toReversed())
      this.#sendDueMessages(project, project.alerts, alert, (webhook, { message }, now) =>
        createAlertMessage(webhook, project.id, alert, message === 'resolved' ? 'resolved' : 'opened', now),
      );
    for (const task of listFinishedTasks(project).toReversed())
      this.#sendDueMessages(project, project.finishedTasks, task, (webhook, _delivery, now) =>
        createTaskMessage(webhook, project.id, task, now),
      );
  }

  /** Waits for the messages being sent. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#sending.values());
  }

  #sendDueMessages<T extends Announced>(
    project: DeliveryPorts,
    store: ResourceStore<T>,
    announced: T,
    messageTo: MessageTo,
  ): void {
    const now = this.#clock.now();
    for (const delivery of announced.deliveries) {
      if (this.#isEnding || this.#sending.size >= sendingMax) return;
      if (!isPending(delivery) || (delivery.nextAt ?? 0) > now) continue;
      const key = `${project.id} ${announced.id} ${delivery.webhook} ${delivery.message}`;
      if (this.#sending.has(key)) continue;
      const sending = runInBackground(
        this.#tracer,
        'deliver webhook',
        () => this.#send(project, store, announced.id, delivery, messageTo),
        { 'vitrine.project': project.id },
      )
        .catch(this.#onError)
        .finally(() => this.#sending.delete(key));
      this.#sending.set(key, sending);
    }
  }

  async #send<T extends Announced>(
    project: DeliveryPorts,
    store: ResourceStore<T>,
    id: string,
    sent: WebhookDelivery,
    messageTo: MessageTo,
  ): Promise<void> {
    const webhook = project.webhooks.current().get(sent.webhook)?.value;
    const now = this.#clock.now();
    const outcome =
      webhook === undefined
        ? { delivered: false, replied: null, error: 'The webhook was deleted', isFinal: true }
        : await sendMessage(this.#client, webhook, messageTo(webhook, sent, now));
    const isSent = ({ webhook: to, message }: WebhookDelivery): boolean =>
      to === sent.webhook && message === sent.message;
    await store.change(id, (current): T | null => {
      const newest = current.get(id)?.value;
      if (newest === undefined) return null;
      const deliveries = newest.deliveries.map((delivery) =>
        isSent(delivery) ? updateAfterAttempt(delivery, outcome, now) : delivery,
      );
      return { ...newest, deliveries };
    });
  }
}

/** Sends a message once. */
export async function sendMessage(
  client: WebhookClient,
  { url }: Webhook,
  { headers, body }: SignedMessage,
): Promise<SendOutcome> {
  try {
    const replied = await client.send(url, headers, body);
    if (replied >= 200 && replied < 300) return { delivered: true, replied, error: null, isFinal: true };
    const error =
      replied >= 300 && replied < 400
        ? `The receiver redirects (${replied}): redirects are not followed`
        : `The receiver replied ${replied}`;
    return { delivered: false, replied, error, isFinal: replied === goneStatus };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return { delivered: false, replied: null, error: error.message, isFinal: error.isRefused };
  }
}

/** @param now the time of the attempt */
export function updateAfterAttempt(
  delivery: WebhookDelivery,
  { delivered, replied, error, isFinal }: SendOutcome,
  now: number,
): WebhookDelivery {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, attemptedAt: now, replied, error };
  if (delivered) return { ...tried, status: 'delivered', nextAt: null };
  if (isFinal || attempts >= limits.webhookAttemptsMax) return { ...tried, status: 'failed', nextAt: null };
  return { ...tried, nextAt: now + pausesMs[Math.min(attempts, pausesMs.length) - 1]! };
}
