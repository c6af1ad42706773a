import type { Task, TaskKind } from '../access/projects.ts';

/** Kinds of alerts, in the order of the documentation. */
export const alertKinds = [
  'no_results',
  'events_stopped',
  'import_failed',
  'picture_host_down',
  'sample_ratio',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** A condition of a project that needs attention, from its start to its end. At most one of a kind and subject is open. */
export interface Alert {
  readonly id: string;
  readonly kind: AlertKind;
  /** Its subject: the host of `picture_host_down`, the experiment of `sample_ratio`; else empty. */
  readonly subject: string;
  /** A sentence for people. */
  readonly detail: string;
  /** Its figures at the opening. Shares are 0 to 1, times milliseconds since 1970. */
  readonly figures: Readonly<Record<string, number>>;
  readonly openedAt: number;
  /** Null means that it is open. */
  readonly resolvedAt: number | null;
  /** One for each message to a webhook, in the order of their creation. */
  readonly deliveries: readonly WebhookDelivery[];
}

export type AlertMessage = 'opened' | 'resolved';
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** A message to a webhook. Delivered at least once: a crash may repeat one, with the same id. */
export interface WebhookDelivery {
  /** The id of the webhook. */
  readonly webhook: string;
  /** The subject of `finished` is a task. */
  readonly message: AlertMessage | 'finished';
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** The time of the next attempt, or null if there is none. */
  readonly nextAt: number | null;
  /** Time of the last attempt; null before the first. */
  readonly attemptedAt: number | null;
  /** The HTTP status that the receiver replied, or null if it did not reply. */
  readonly replied: number | null;
  /** Why the last attempt failed, or null if it did not. */
  readonly error: string | null;
}

/** A task that ended, with its messages to webhooks. Kept only if a webhook gets one. */
export interface FinishedTask extends Pick<Task, 'kind' | 'status' | 'startedAt' | 'error'> {
  /** Joins the task's id and its start, as ids of tasks may be used again. */
  readonly id: string;
  readonly task: string;
  readonly finishedAt: number;
  /** The numbers of its progress, such as the rejected lines of an import. */
  readonly figures: Readonly<Record<string, number>>;
  readonly deliveries: readonly WebhookDelivery[];
}

/** A receiver of alerts and of finished tasks. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** The kinds of alerts that are sent. */
  readonly alerts: readonly AlertKind[];
  /** The kinds of tasks whose end is sent; absent means none. */
  readonly tasks?: readonly TaskKind[];
  /** The key of its signatures, as given to the receiver: `whsec_` and base64. Replies show it once; logs never. */
  readonly secret: string;
}

/** Sends messages to the addresses of webhooks. */
export interface WebhookClient {
  /** Whether the URL may be asked; a reason why not, or null. Names are resolved and checked only by `send()`. */
  findRefusal(url: string): string | null;
  /** Resolves with the status of the reply, whatever it is; its body is ignored. @throws WebhookError */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number>;
}

/** A message that got no reply. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Whether the address must not be asked, so that a retry is useless. */
  readonly isRefused: boolean;

  constructor(message: string, isRefused: boolean) {
    super(message);
    this.isRefused = isRefused;
  }
}
