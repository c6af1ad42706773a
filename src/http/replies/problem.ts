import { VitrineError } from '../../ports/errors.ts';
import { errorKinds } from '../../ports/error-kinds.ts';
import type { Reply } from './reply.ts';

/** The reply of an error: RFC 9457 with further members. Internal errors do not reveal their cause. `traceId` is null without traces. */
export function createProblemReply(
  error: VitrineError,
  requestId: string,
  traceId: string | null = null,
): Reply {
  const kind = errorKinds[error.code];
  const body = {
    ...error.members,
    type: `/docs/errors#${error.code}`,
    title: kind.title,
    status: kind.status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(traceId === null ? {} : { traceId }),
    errors: error.errors.length > 0 ? error.errors : (error.members['errors'] ?? []),
  };
  const retry = error.retryAfterSeconds;
  const headers: Record<string, string> = retry === null ? {} : { 'retry-after': String(Math.ceil(retry)) };
  return { status: kind.status, body: JSON.stringify(body), headers };
}

/**
 * Maps an exception to an expected error: VitrineError as is, errors of the HTTP server by code, anything else as
 * internal_error.
 */
export function toVitrineError(thrown: unknown): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  const code = (thrown as { code?: unknown } | null)?.code;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new VitrineError('body_too_large', 'The body is larger than this operation takes');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new VitrineError('unsupported_media_type', 'This operation does not take this content type');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new VitrineError('body_incomplete', 'The body ended before its announced length');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new VitrineError('invalid_json', 'Cannot read the JSON as the body is empty');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new VitrineError('malformed_request', 'The address is not well-formed');
    default:
      return new VitrineError('internal_error', 'The service failed to answer; its log has the cause', {
        cause: thrown,
      });
  }
}
