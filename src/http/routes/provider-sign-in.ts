import type { FastifyRequest } from 'fastify';
import type { ConsoleAccess } from '../../domain/projects/console-access.ts';
import { sessionSecondsMax } from '../../domain/projects/console-access.ts';
import { findUserOfIdentity } from '../../domain/team/provider-sign-in.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { VitrineError } from '../../ports/errors.ts';
import type {
  IdentityProvider,
  PendingSignIn,
  ProviderConfig,
} from '../../ports/access/identity-provider.ts';
import type { TeamStore } from '../../ports/access/team.ts';
import { identifySignIn } from '../access/audit.ts';
import { defineOperation, type Operation } from '../operation.ts';
import type { Reply } from '../replies/reply.ts';
import { readCookie, formatSessionCookie } from '../access/session-cookie.ts';

const tag = 'Administration';
const access = { kind: 'public' } as const;
const pendingCookie = 'vitrine_sign_in';
const pendingSecondsMax = 600;
const consolePath = '/console/';

/** Sign-in with a provider of OpenID Connect: redirects of the browser. */
export function createProviderSignInOperations(options: {
  provider: { readonly config: ProviderConfig; readonly client: IdentityProvider } | null;
  access: ConsoleAccess;
  store: TeamStore;
  clock: Clock;
  ids: IdSource;
  secure: boolean;
}): Operation[] {
  const { provider, store, clock, ids, secure } = options;
  const requireProvider = (): NonNullable<typeof provider> => {
    if (provider === null) throw new VitrineError('not_found', 'No identity provider is configured');
    return provider;
  };
  // `Lax`, because the provider redirects from another site, where `Strict` would not send the cookie.
  const formatCookie = (value: string, seconds: number): string =>
    `${pendingCookie}=${value}; Path=/admin/oidc; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
  return [
    defineOperation({
      id: 'beginProviderSignIn',
      method: 'GET',
      path: '/admin/oidc/start',
      tag,
      summary: 'Redirect a browser to the identity provider',
      access,
      carriesSecret: true,
      status: 302,
      reply: null,
      errors: ['not_found'],
      handle: async ({ request }) => {
        const { client, config } = requireProvider();
        try {
          const { url, pending } = await client.begin(config.redirectUri);
          const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
          return redirect(url, [formatCookie(value, pendingSecondsMax)]);
        } catch (error) {
          return redirectFailure(request, error, []);
        }
      },
    }),
    defineOperation({
      id: 'completeProviderSignIn',
      method: 'GET',
      path: '/admin/oidc/callback',
      tag,
      summary: 'Sign in a browser that comes back from the identity provider',
      access,
      audit: { always: true },
      carriesSecret: true,
      status: 302,
      reply: null,
      errors: ['not_found'],
      handle: async ({ request }) => {
        const { client, config } = requireProvider();
        const ended = formatCookie('', 0);
        try {
          const pending = readPendingSignIn(request.headers.cookie);
          const query = new URL(request.url, config.redirectUri).search;
          const identity = await client.complete(new URL(config.redirectUri + query), pending);
          // From here on the audit log has the attempt: the provider has confirmed who it is.
          const known = identity.email === null ? null : options.access.findUser(identity.email);
          if (request.auditNotes !== null) request.auditNotes.actor = identifySignIn(known);
          const user = await findUserOfIdentity(identity, config, { store, clock, ids });
          if (request.auditNotes !== null) request.auditNotes.actor = identifySignIn(user);
          const token = await options.access.startSession(user);
          if (token === null) throw new VitrineError('sign_in_failed', 'The user has changed: sign in again');
          return redirect(consolePath, [ended, formatSessionCookie(token, sessionSecondsMax, secure)]);
        } catch (error) {
          return redirectFailure(request, error, [ended]);
        }
      },
    }),
  ];
}

function redirect(location: string, cookies: readonly string[]): Reply<never> {
  return { status: 302, body: '', headers: { location, 'set-cookie': [...cookies] } };
}

/** Shows the sign-in page with the code, whose text the console has: a text in the address could be anyone's. */
function redirectFailure(request: FastifyRequest, error: unknown, cookies: readonly string[]): Reply<never> {
  if (!(error instanceof VitrineError)) throw error;
  const { code, message, cause } = error;
  const reason = cause instanceof Error ? cause.message : message;
  request.log.warn({ code, reason }, 'a sign-in with the identity provider failed');
  if (request.auditNotes !== null) request.auditNotes.failure = code;
  return redirect(`${consolePath}?sign-in=${code}`, cookies);
}

/** @throws VitrineError sign_in_failed without the cookie, or with a damaged one */
function readPendingSignIn(cookies: string | undefined): PendingSignIn {
  try {
    const text = Buffer.from(readCookie(cookies, pendingCookie) ?? '', 'base64url').toString();
    const { state, nonce, verifier } = JSON.parse(text) as Record<string, unknown>;
    if (typeof state === 'string' && typeof nonce === 'string' && typeof verifier === 'string')
      return { state, nonce, verifier };
  } catch {
    // Reported below.
  }
  throw new VitrineError('sign_in_failed', 'The sign-in took too long, or began in another browser');
}
