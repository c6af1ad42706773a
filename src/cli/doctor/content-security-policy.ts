/** What a page loads, with the address and, of a script, the nonce of its tag. */
export interface LoadedResource {
  readonly directive: 'script-src' | 'connect-src' | 'img-src';
  readonly url: string;
  readonly nonce: string | null;
}

/** The first of these policies that refuses a resource, with the directive that does; null if all permit it. */
export function findRefusingDirective(
  policies: readonly string[],
  resource: LoadedResource,
  pageUrl: string,
): string | null {
  // A header may have several policies, each of which holds.
  for (const policy of policies.flatMap((text) => text.split(','))) {
    const directives = parsePolicy(policy);
    const { directive } = resource;
    const names = directive === 'script-src' ? ['script-src-elem', directive] : [directive];
    const name = [...names, 'default-src'].find((one) => directives.has(one));
    if (name === undefined) continue;
    if (!permits(directives.get(name)!, resource, pageUrl))
      return `${name} ${directives.get(name)!.join(' ')}`;
  }
  return null;
}

/** The sources by directive; the first directive of a name counts. */
function parsePolicy(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    const key = name.toLowerCase();
    if (key !== '' && !directives.has(key)) directives.set(key, sources);
  }
  return directives;
}

function permits(
  sources: readonly string[],
  { directive, url, nonce }: LoadedResource,
  pageUrl: string,
): boolean {
  if (directive === 'script-src') {
    if (nonce !== null && sources.includes(`'nonce-${nonce}'`)) return true;
    // Sources by host then count for nothing.
    if (sources.includes("'strict-dynamic'")) return false;
  }
  return sources.some((source) => matches(source, new URL(url), new URL(pageUrl)));
}

/** CSP Level 3, section 6.7.2.8: an http source also permits https, and a host without a port the usual one. */
function matches(source: string, url: URL, page: URL): boolean {
  if (source === "'self'") return url.host === page.host && permitsScheme(page.protocol, url.protocol);
  if (source === '*') return /^(?:https?|wss?):$/.test(url.protocol);
  const scheme = /^([a-z][a-z0-9+.-]*:)$/i.exec(source)?.[1];
  if (scheme !== undefined) return permitsScheme(scheme.toLowerCase(), url.protocol);
  const [, ownScheme = '', host = '', port = '', path = ''] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^:/'\s]+)(?::(\d+|\*))?(\/\S*)?$/i.exec(source) ?? [];
  if (host === '') return false;
  const expected = ownScheme === '' ? page.protocol : ownScheme.toLowerCase();
  if (!permitsScheme(expected, url.protocol)) return false;
  const isHost = host.startsWith('*.')
    ? url.hostname.endsWith(host.slice(1).toLowerCase())
    : host === '*' || url.hostname === host.toLowerCase();
  const ownPort = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const isPort = port === '*' || (port === '' ? url.port === '' : port === ownPort);
  const isPath = path === '' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
  return isHost && isPort && isPath;
}

function permitsScheme(source: string, scheme: string): boolean {
  return source === scheme || (source === 'http:' && scheme === 'https:');
}
