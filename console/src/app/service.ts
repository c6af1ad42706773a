import { createClient, VitrineError, type VitrineClient } from '@vitrine/sdk';
import { connection, isUnreachable } from './connection.ts';
import { session } from './session.ts';

const requestMsMax = 30_000;
const sessionPath = '/admin/session';

/** The client of the service that serves this page. The header proves that a request comes from the console, not from another site. */
export const service: VitrineClient = createClient({
  url: location.origin,
  headers: { 'x-vitrine-console': '1' },
  // A request may wait for the user to sign in again, so each attempt has its own timeout.
  timeoutMs: 0,
  // `connection` repeats what cannot be sent.
  retries: 0,
  fetch: async (input, init = {}) => {
    for (;;) {
      const { opened } = session;
      const reply = await connection.fetch(input, withTimeout(init));
      const isSession = new URL(input instanceof Request ? input.url : input).pathname === sessionPath;
      if (isSession && init.method === 'POST' && reply.ok) session.set('open');
      // Signing out needs no session, and a wrong password does not end one.
      if (reply.status !== 401 || (isSession && init.method !== 'GET')) return reply;
      if (!(await isSignedOut(reply))) return reply;
      // Sent before the user signed in again, rejected after that.
      const isOutdated = session.state() === 'open' && opened !== session.opened;
      if (!isOutdated && !(await session.renewed(init))) return reply;
    }
  },
});

/**
 * Waits until a failed request can be retried: the service responds again, or the user has signed in again. Returns false if a retry
 * would not help. @throws the signal's reason
 */
export async function waitForRecovery(error: unknown, signal: AbortSignal): Promise<boolean> {
  if (isUnreachable(error)) {
    await connection.check();
    await connection.whenUp(signal);
    return true;
  }
  if (!isSessionEnd(error) || session.state() !== 'paused') return false;
  await session.whenOpen(signal);
  return true;
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error))
    return 'Vitrine did not respond. Nothing on this page is lost: try again once it responds.';
  if (error instanceof VitrineError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error means that the session has ended. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'signed_out';
}

/** Adds the timeout; file uploads have none. */
function withTimeout(init: RequestInit): RequestInit {
  if (init.body instanceof Blob) return init;
  const signals = [init.signal, AbortSignal.timeout(requestMsMax)].filter(
    (one) => one instanceof AbortSignal,
  );
  return { ...init, signal: AbortSignal.any(signals) };
}

async function isSignedOut(reply: Response): Promise<boolean> {
  const body: unknown = await reply
    .clone()
    .json()
    .catch(() => null);
  return body !== null && typeof body === 'object' && 'code' in body && body.code === 'signed_out';
}
