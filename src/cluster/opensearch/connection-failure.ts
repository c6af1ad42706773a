import { errors } from '@opensearch-project/opensearch';
import { classifyTlsFailure, type ConnectionFailure } from '../common/connection-error.ts';

/** The reason of a client's error; null means another error. */
export function classifyConnectionFailure(error: unknown): ConnectionFailure | null {
  if (error instanceof errors.ResponseError) {
    if (error.statusCode === 401) return 'unauthorized';
    return error.statusCode === 403 ? 'forbidden' : null;
  }
  if (error instanceof errors.ConnectionError) return classifyTlsFailure(error.message) ?? 'unreachable';
  const isUnreached =
    error instanceof errors.TimeoutError || error instanceof errors.NoLivingConnectionsError;
  return isUnreached ? 'unreachable' : null;
}
