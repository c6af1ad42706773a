/** The host of a URL, with its port if it is not the default; empty: the text names none. */
export function readHost(url: string): string {
  return URL.parse(url)?.host ?? '';
}

/** A host as hosts are compared: in lower case, without a default port, and without the dot of a fully qualified name. */
export function normalizedHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
    .replace(/\.(?=$|:\d{1,5}$)/, '');
}
