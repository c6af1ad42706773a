import type { ConnectionOptions } from 'node:tls';
import type { SslMode } from '../../lib/postgres-url.ts';
import type { TlsFiles } from '../../lib/tls-files.ts';

/**
 * The forms of connection to try, in order: TLS options, or false for none. As in libpq, `require` does not verify the server
 * unless there is a certificate of an authority.
 */
export function listTlsAttempts(
  sslMode: SslMode,
  { ca, certificate, key }: TlsFiles,
): (ConnectionOptions | false)[] {
  const files = {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  };
  const anyName = { checkServerIdentity: () => undefined };
  const unverified = { ...files, ...anyName, rejectUnauthorized: false };
  switch (sslMode) {
    case 'disable':
      return [false];
    case 'allow':
      return [false, unverified];
    case 'prefer':
      return [unverified, false];
    case 'require':
      return [ca === undefined ? unverified : { ...files, ...anyName, rejectUnauthorized: true }];
    case 'verify-ca':
      return [{ ...files, ...anyName, rejectUnauthorized: true }];
    case 'verify-full':
      return [{ ...files, rejectUnauthorized: true }];
  }
}
