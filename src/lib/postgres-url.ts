/** The values of libpq's `sslmode`, which says how far the server must prove who it is. */
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

const scheme = /^postgres(?:ql)?:\/\//;
const hostForm = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;
const defaultPort = 5_432;
/** Parameters of libpq that change nothing here: Vitrine looks for the server that accepts writes, and names itself. */
const ignoredParameters = new Set(['target_session_attrs', 'application_name', 'connect_timeout']);

/** Reads a connection URL, with several hosts as libpq takes them. Returns what is wrong with it as a text. */
export function parsePostgresUrl(url: string): PostgresAddress | string {
  const [start] = scheme.exec(url.trim()) ?? [];
  if (start === undefined) return 'a URL as postgres://user:password@host:5432/database';
  const [place, query = ''] = splitOnce(url.trim().slice(start.length), '?');
  const [authority, database = ''] = splitOnce(place, '/');
  const [credentials, hostList] = authority.includes('@') ? splitOnce(authority, '@') : ['', authority];
  const [user, password = ''] = splitOnce(credentials, ':');
  const hosts = (hostList ?? '').split(',').map((entry) => {
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

/** The parts before and after the first separator. */
function splitOnce(text: string, separator: string): [before: string, after?: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
