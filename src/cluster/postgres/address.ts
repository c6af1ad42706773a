import type { ConnectionOptions } from 'node:tls';

/** libpq's `sslmode`: how far the server must prove who it is. */
export const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

/** A PostgreSQL server, as a URL names it: `postgres://user:password@host1:5432,host2/database?sslmode=verify-full`. */
export interface PostgresAddress {
  /** In the order in which they are tried. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly sslMode: SslMode;
}

/** PEM texts. */
export interface TlsFiles {
  readonly ca: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

const urlForm = /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]*)\/?([^?]*)(?:\?(.*))?$/;
const hostForm = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;
const defaultPort = 5_432;
/** Parameters of libpq that change nothing here: Vitrine looks for the server that accepts writes, and names itself. */
const ignoredParameters = new Set(['target_session_attrs', 'application_name', 'connect_timeout']);

/** Reads a connection URL, with several hosts as libpq takes them. Returns what is wrong with it as a text. */
export function parsePostgresUrl(url: string): PostgresAddress | string {
  const match = urlForm.exec(url.trim());
  if (match === null) return 'a URL as postgres://user:password@host:5432/database';
  const [, user = '', password = '', hostList = '', database = '', query = ''] = match;
  const hosts = hostList.split(',').map((entry) => {
    const [, host = '', port = String(defaultPort)] = hostForm.exec(entry.trim()) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
  if (hosts.some(({ host, port }) => host === '' || port === 0 || port > 65_535))
    return 'a URL with hosts and ports, as postgres://user:password@db-1:5432,db-2:5432/database';
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => name !== 'sslmode' && !ignoredParameters.has(name));
  if (unknown !== undefined) return `a URL without the parameter ${unknown}`;
  const sslMode = parameters.get('sslmode') ?? 'prefer';
  if (!isSslMode(sslMode)) return `a URL whose sslmode is ${sslModes.join(', ')}`;
  try {
    const [name, secret, base] = [user, password, database].map(decodeURIComponent) as [
      string,
      string,
      string,
    ];
    if (name === '') return 'a URL with a user';
    return { hosts, user: name, password: secret, database: base === '' ? name : base, sslMode };
  } catch {
    return 'a URL whose user, password and database are percent-encoded';
  }
}

function isSslMode(text: string): text is SslMode {
  return (sslModes as readonly string[]).includes(text);
}

/**
 * The forms of connection to try, in order: TLS options, or false for none. As in libpq, `require` does not verify the server
 * unless there is a certificate of an authority.
 */
export function tlsAttempts(
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
