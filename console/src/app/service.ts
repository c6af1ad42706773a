import { createClient, VitrineError, type VitrineClient } from '@vitrine/sdk';
import { connection, isNoAnswer } from './connection.ts';
import { session } from './session.ts';

const requestMsMax = 30_000;
const sessionPath = '/admin/session';

/** The service this page came from. The header tells it that the request is the console's own, not another site's. */
export const service: VitrineClient = createClient({
  url: location.origin,
  headers: { 'x-vitrine-console': '1' },
  // The time that somebody takes to enter the password does not count: each attempt has its own limit.
  timeoutMs: 0,
  fetch: async (input, init = {}) => {
    for (;;) {
      const { opened } = session;
      const reply = await connection.fetch(input, limited(init));
      const isSession = new URL(input instanceof Request ? input.url : input).pathname === sessionPath;
      if (isSession && init.method === 'POST' && reply.ok) session.set('open');
      // Signing out needs no session, and a wrong password is no end of one.
      if (reply.status !== 401 || (isSession && init.method !== 'GET')) return reply;
      if (!(await isSignedOut(reply))) return reply;
      // Sent before somebody signed in again, and refused after that.
      const isOutdated = session.state() === 'open' && opened !== session.opened;
      if (!isOutdated && !(await session.renewed(init))) return reply;
    }
  },
});

/**
 * Waits until the reason of a failure is over: the service answers again, or somebody is signed in again. False where it is another
 * one, which asking again does not change. @throws the signal's reason
 */
export async function recovered(error: unknown, signal: AbortSignal): Promise<boolean> {
  if (isNoAnswer(error)) {
    await connection.check();
    await connection.whenUp(signal);
    return true;
  }
  if (!isSessionEnd(error) || session.state() !== 'paused') return false;
  await session.whenOpen(signal);
  return true;
}

/** What to say of a failure. */
export function messageOf(error: unknown): string {
  if (isNoAnswer(error))
    return 'Vitrine did not answer. Nothing on this page is lost: try again once it responds.';
  if (error instanceof VitrineError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** Whether a failure says that the session has ended. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'signed_out';
}

/** A file may take as long as it takes to be sent. */
function limited(init: RequestInit): RequestInit {
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
