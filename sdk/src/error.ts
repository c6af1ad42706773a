/** One place of the input that was not right. */
export interface InputError {
  /** Where it stands: `data.price`, `data[3].sku`, `limit`, or a line of a file (`line 17`). */
  readonly path: string;
  /** Stable: `required`, `type`, `too_long`, `out_of_range`, `format`, ... */
  readonly code: string;
  /** A sentence that says what was expected there. */
  readonly detail: string;
}

/** What an error is made of; see the members of {@link VitrineError}. */
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
 * The one error that every operation rejects with (an abort by your own signal apart, which rejects with the
 * signal's reason). Switch on `code`: it is stable. The codes of the service are listed under `/docs/errors`; three
 * more arise here, with `status` 0: `unreachable` (no connection), `timeout` (no whole answer in `timeoutMs`) and
 * `unexpected_reply` (an answer that is not the service's, from a proxy perhaps; its status is kept).
 *
 * @example
 * ```ts
 * try {
 *   await vitrine.items.add('shop', item);
 * } catch (error) {
 *   if (error instanceof VitrineError && error.code === 'item_exists') await vitrine.items.change('shop', item.id, item, { by: 'id' });
 *   else throw error;
 * }
 * ```
 */
export class VitrineError extends Error {
  /** HTTP status, or 0 where there was no answer. */
  readonly status: number;
  /** Stable name of the failure, in snake_case. */
  readonly code: string;
  /** The failure's kind in a few words, the same for every occurrence. */
  readonly title: string;
  /** A sentence about this occurrence; also the `message`. */
  readonly detail: string;
  /** For input that was not right: every place that was wrong. Empty otherwise. */
  readonly errors: readonly InputError[];
  /** Names the request in the service's log, or null where none arrived. */
  readonly requestId: string | null;
  /** Seconds to wait before trying again, or null where the service did not say. */
  readonly retryAfter: number | null;
  /** All members of the error's body, such as `_id` of an `item_exists` or `version` of an `item_changed`. */
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

/** The error that a reply with a failing status stands for. */
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
    const detail = `The answer with status ${reply.status} is not the service's: ${text.slice(0, 100)}`;
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

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
