/** The reason why a process cannot use its database or cluster. None resolves by waiting, except possibly `unreachable`. */
export type ConnectionFailure =
  | 'unreachable'
  /** The servers' certificates are not signed by a trusted authority. */
  | 'untrusted'
  /** The servers' certificates are for other names. */
  | 'misnamed'
  /** The servers require a client certificate, or another one. */
  | 'uncertified'
  | 'unauthorized'
  | 'forbidden'
  /** The servers are standbys, or accept only reads. */
  | 'read-only'
  /** The server acknowledges writes that a loss of power loses. */
  | 'unsafe'
  /** The server was the primary before another one was promoted. */
  | 'outdated'
  /** Several servers accept writes, and none is known to be newer. */
  | 'divided'
  /** A write was not confirmed in time, possibly by a synchronous standby. */
  | 'unconfirmed';

/** TLS failures are recognised by the messages of OpenSSL and Node, as clients report nothing else. */
const messages: readonly (readonly [ConnectionFailure, RegExp])[] = [
  ['misnamed', /does not match certificate's altnames/],
  ['uncertified', /alert (?:number 116|certificate|bad certificate|unknown ca|handshake failure)/],
  [
    'untrusted',
    /self-signed certificate|unable to (?:verify|get)|certificate has expired|certificate is not/,
  ],
];

/** The reason why TLS failed, by the message of an error; null means another error. */
export function classifyTlsFailure(message: string): ConnectionFailure | null {
  return messages.find(([, pattern]) => pattern.test(message))?.[0] ?? null;
}

/** The error for the operator of the service, not for its clients. */
export class ConnectionError extends Error {
  readonly failure: ConnectionFailure | null;

  constructor(message: string, failure: ConnectionFailure | null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionError';
    this.failure = failure;
  }
}
