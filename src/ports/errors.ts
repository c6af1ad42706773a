import { errorKinds, type ErrorCode } from './error-kinds.ts';
import type { InputError } from './input-error.ts';

export type { InputError } from './input-error.ts';

/** An ignored part of the input, reported so that a typo is noticed. */
export interface Warning {
  readonly code: string;
  readonly path: string;
  readonly detail: string;
}

/**
 * An expected error. Any other exception is a bug and gives `internal_error`. A mistake of a client has no stack, which costs more
 * than reading the line that is wrong.
 */
export class VitrineError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly InputError[];
  /** Further members of the error body, such as `_id` of the existing item. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      errors?: readonly InputError[];
      members?: Readonly<Record<string, unknown>>;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    const { stackTraceLimit } = Error;
    if (errorKinds[code].status < 500) Error.stackTraceLimit = 0;
    super(detail, more.cause === undefined ? {} : { cause: more.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'VitrineError';
    this.code = code;
    this.errors = more.errors ?? [];
    this.members = more.members ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }

  get status(): number {
    return errorKinds[this.code].status;
  }
}

/** Whether a database could not be read or written. */
export function isStorageError(error: unknown): error is VitrineError {
  return error instanceof VitrineError && ['storage_failed', 'database_damaged'].includes(error.code);
}

/** The error of requests during shutdown. */
export function serviceStopping(): VitrineError {
  return new VitrineError('stopping', 'The service is stopping', { retryAfterSeconds: 5 });
}

export function projectNotFound(id: string): VitrineError {
  return new VitrineError('project_not_found', `There is no project ${JSON.stringify(id)}`);
}
