import { VitrineError } from '../../ports/errors.ts';
import type { SentError } from './replica-messages.ts';

/** An error for another thread. */
export function sentError({ code, message, retryAfterSeconds }: VitrineError): SentError {
  return { code, detail: message, retryAfterSeconds };
}

/** The error that another thread sent. */
export function receivedError({ code, detail, retryAfterSeconds }: SentError): VitrineError {
  return new VitrineError(code, detail, retryAfterSeconds === null ? {} : { retryAfterSeconds });
}
