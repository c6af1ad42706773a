import { errors } from '@opensearch-project/opensearch';

/** What keeps a process from its cluster that waiting does not mend, or (`unreachable`) may not. */
export type ConnectionFailure =
  | 'unreachable'
  /** The nodes' certificates are signed by nobody who is trusted here. */
  | 'untrusted'
  /** Their certificates are of other names. */
  | 'misnamed'
  /** They want a client's certificate, or another one. */
  | 'uncertified'
  | 'unauthorized'
  | 'forbidden';

/** The client tells failures of TLS by OpenSSL's and Node's sentences alone. */
const sentences: readonly (readonly [ConnectionFailure, RegExp])[] = [
  ['misnamed', /does not match certificate's altnames/],
  ['uncertified', /alert (?:number 116|certificate|bad certificate|unknown ca|handshake failure)/],
  [
    'untrusted',
    /self-signed certificate|unable to (?:verify|get)|certificate has expired|certificate is not/,
  ],
];

/** Which it is of an error of the client; null: another one. */
export function connectionFailureOf(error: unknown): ConnectionFailure | null {
  if (error instanceof errors.ResponseError) {
    if (error.statusCode === 401) return 'unauthorized';
    return error.statusCode === 403 ? 'forbidden' : null;
  }
  if (error instanceof errors.ConnectionError)
    return sentences.find(([, sentence]) => sentence.test(error.message))?.[0] ?? 'unreachable';
  const isUnreached =
    error instanceof errors.TimeoutError || error instanceof errors.NoLivingConnectionsError;
  return isUnreached ? 'unreachable' : null;
}

/** What a failed request says to whoever runs the service, and not to clients. */
export class ConnectionError extends Error {
  readonly failure: ConnectionFailure | null;

  constructor(message: string, failure: ConnectionFailure | null) {
    super(message);
    this.name = 'LinkError';
    this.failure = failure;
  }
}
