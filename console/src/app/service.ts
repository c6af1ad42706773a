import { createClient, VitrineError, type VitrineClient } from '@vitrine/sdk';

/** Called when the service says that the session is over. */
let onSignedOut: () => void = () => undefined;

export function whenSignedOut(handle: () => void): void {
  onSignedOut = handle;
}

/** The service this page came from. The header tells it that the request is the console's own, not another site's. */
export const service: VitrineClient = createClient({
  url: location.origin,
  headers: { 'x-vitrine-console': '1' },
  fetch: async (input, init) => {
    const reply = await fetch(input, init);
    // A wrong password answers 401 too, and is no end of a session.
    if (reply.status === 401) {
      const body: unknown = await reply
        .clone()
        .json()
        .catch(() => null);
      if (body !== null && typeof body === 'object' && 'code' in body && body.code === 'signed_out')
        onSignedOut();
    }
    return reply;
  },
});

/** What to say of a failure. */
export function messageOf(error: unknown): string {
  if (error instanceof VitrineError) {
    return error.code === 'unreachable' ? 'The service does not answer. Is it still running?' : error.detail;
  }
  return error instanceof Error ? error.message : String(error);
}
