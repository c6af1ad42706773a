import type { InputError } from './contract.ts';

/** Members of a {@link VitrineError}. */
export interface ErrorParts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly title?: string;
  readonly errors?: readonly InputError[];
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The error of all operations. An abort by your signal rejects with the signal's reason instead. `code` is stable;
 * `/docs/api/errors` lists the codes of the service. The client adds `unreachable` (no connection) and `timeout` (no complete
 * reply within `timeoutMs`), both with `status` 0, and `unexpected_reply` (a reply from another server, such as a proxy, with
 * its status).
 *
 * @example
 * ```ts
 * try {
 *   await vitrine.items.add('shop', item);
 * } catch (error) {
 *   if (!(error instanceof VitrineError) || error.code !== 'item_exists') throw error;
 *   await vitrine.items.change('shop', item.id, item, { by: 'id' });
 * }
 * ```
 */
export class VitrineError extends Error {
  /** HTTP status; 0 without a reply. */
  readonly status: number;
  /** Stable error code in snake_case. */
  readonly code: string;
  /** Short description of the code. */
  readonly title: string;
  /** Description of this occurrence; also the `message`. */
  readonly detail: string;
  /** All invalid parts of the input; otherwise empty. */
  readonly errors: readonly InputError[];
  /** Id of the request in the service's log; null without a reply. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, or null. */
  readonly retryAfter: number | null;
  /** All members of the body, such as `_id` of an `item_exists` or `version` of an `item_changed`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(parts: ErrorParts) {
    super(parts.detail, parts.cause === undefined ? {} : { cause: parts.cause });
    this.name = 'VitrineError';
    this.status = parts.status;
    this.code = parts.code;
    this.title = parts.title ?? parts.code;
    this.detail = parts.detail;
    this.errors = parts.errors ?? [];
    this.requestId = parts.requestId ?? null;
    this.retryAfter = parts.retryAfter ?? null;
    this.body = parts.body ?? {};
  }
}

/** Converts a reply with an error status. */
export async function errorOfReply(reply: Response): Promise<VitrineError> {
  const retry = Number(reply.headers.get('retry-after') ?? Number.NaN);
  const parts = {
    status: reply.status,
    requestId: reply.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retry) ? retry : null,
  };
  const text = await reply.text();
  const body = objectOf(text);
  if (body === null || typeof body['code'] !== 'string') {
    const detail = `The reply with status ${reply.status} is not from Vitrine: ${text.slice(0, 100)}`;
    return new VitrineError({ ...parts, code: 'unexpected_reply', detail });
  }
  return new VitrineError({
    ...parts,
    code: body['code'],
    title: textOf(body['title'], body['code']),
    detail: textOf(body['detail'], body['code']),
    errors: Array.isArray(body['errors']) ? (body['errors'] as InputError[]) : [],
    body,
  });
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
