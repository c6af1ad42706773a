import { VitrineError } from '../../ports/errors.ts';
import type { SentError } from './replica-messages.ts';

/** Converts an error for another thread. */
export function convertErrorForTransfer({
  code,
  message,
  errors,
  members,
  retryAfterSeconds,
}: VitrineError): SentError {
  return { code, detail: message, errors, members, retryAfterSeconds };
}

/** Restores an error that another thread sent. */
export function restoreError({ code, detail, errors, members, retryAfterSeconds }: SentError): VitrineError {
  return new VitrineError(code, detail, {
    errors,
    members,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}
