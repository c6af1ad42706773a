import { errors } from '@opensearch-project/opensearch';

/** The reason why a process cannot use its cluster. None resolves by waiting, except possibly `unreachable`. */
export type ConnectionFailure =
  | 'unreachable'
  /** The nodes' certificates are not signed by a trusted authority. */
  | 'untrusted'
  /** The nodes' certificates are for other names. */
  | 'misnamed'
  /** The nodes require a client certificate, or another one. */
  | 'uncertified'
  | 'unauthorized'
  | 'forbidden';

/** TLS failures are recognised by the messages of OpenSSL and Node, as the client reports nothing else. */
const messages: readonly (readonly [ConnectionFailure, RegExp])[] = [
  ['misnamed', /does not match certificate's altnames/],
  ['uncertified', /alert (?:number 116|certificate|bad certificate|unknown ca|handshake failure)/],
  [
    'untrusted',
    /self-signed certificate|unable to (?:verify|get)|certificate has expired|certificate is not/,
  ],
];

/** The reason of a client's error; null means another error. */
export function classifyConnectionFailure(error: unknown): ConnectionFailure | null {
  if (error instanceof errors.ResponseError) {
    if (error.statusCode === 401) return 'unauthorized';
    return error.statusCode === 403 ? 'forbidden' : null;
  }
  if (error instanceof errors.ConnectionError)
    return messages.find(([, message]) => message.test(error.message))?.[0] ?? 'unreachable';
  const isUnreached =
    error instanceof errors.TimeoutError || error instanceof errors.NoLivingConnectionsError;
  return isUnreached ? 'unreachable' : null;
}

/** The error for the operator of the service, not for its clients. */
export class ConnectionError extends Error {
  readonly failure: ConnectionFailure | null;

  constructor(message: string, failure: ConnectionFailure | null) {
    super(message);
    this.name = 'ConnectionError';
    this.failure = failure;
  }
}
