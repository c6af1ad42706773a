/** The host of a URL, with its port if it is not the default; empty if the text names none. */
export function readHost(url: string): string {
  return URL.parse(url)?.host ?? '';
}

/** Normalises a host for comparison: lower case, no default port, no dot of a fully qualified name. */
export function normalizeHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
    .replace(/\.(?=$|:\d{1,5}$)/, '');
}
