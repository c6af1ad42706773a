/**
 * Tells the service that the script runs on this page: the console says on which pages the tag is, and visits count in the comparison of a share
 * of the visitors. The body is text, as JSON would need a preflight request. No shopper notices a failure.
 */
export async function reportPage({
  url,
  project,
  key,
  session,
}: {
  readonly url: string;
  readonly project: string;
  readonly key: string;
  /** The visit, with consent. */
  readonly session: string | undefined;
}): Promise<void> {
  await fetch(`${url}/front/${encodeURIComponent(project)}/pages`, {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ key, page: location.pathname, session }),
  }).catch(() => null);
}
