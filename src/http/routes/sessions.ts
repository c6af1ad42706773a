import { hash } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import { type ConsoleAccess, sessionSecondsMax } from '../../domain/projects/console-access.ts';
import { checkAdministers } from '../../domain/projects/grants.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import type { TeamAdministration } from '../../domain/team/team-administration.ts';
import { findFirstOwner, includesRole } from '../../domain/team/users.ts';
import { identifySignIn } from '../access/audit.ts';
import { defineOperation, determineRole, type Operation } from '../operation.ts';
import { defineRequiredTextParameter, defineTextParameter } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { formatSessionCookie, readSessionToken } from '../access/session-cookie.ts';
import * as schema from '../schemas/team-schema.ts';

const tag = 'Administration';
const admin = { kind: 'admin' } as const;
const session = { kind: 'session' } as const;
export const password = defineRequiredTextParameter({
  description: 'Password.',
  lengthMax: limits.passwordLengthMax,
});
const email = defineTextParameter({ description: 'Email address.', lengthMax: limits.emailLengthMax });
/** Marks a request of the console. */
export const consoleHeader = {
  name: 'x-vitrine-console',
  in: 'header',
  required: true,
  description: 'Marks a request of the console.',
  schema: { const: '1' },
};

/** A page of another site can make a browser submit a form, but not with this header. @throws VitrineError cross_site_request */
export function checkConsoleHeader({ headers }: { headers: Readonly<Record<string, unknown>> }): void {
  if (headers['x-vitrine-console'] !== '1')
    throw new VitrineError('cross_site_request', 'Sign-in requires the header `x-vitrine-console: 1`');
}

/** Sign-in, sessions, and the profile of the user. */
export function createSessionOperations(options: {
  access: ConsoleAccess;
  administration: TeamAdministration;
  store: ProjectStore;
  /** Whether cookies require https. */
  secure: boolean;
  operations: () => readonly Operation[];
  /** The identity provider of OpenID Connect, or null if none is configured. */
  provider: { readonly config: { readonly name: string } } | null;
  addresses: { readonly publicUrl: string | null };
}): Operation[] {
  const { access, administration, store } = options;
  const endedCookie = { 'set-cookie': formatSessionCookie('', 0, options.secure) };
  return [
    defineOperation({
      id: 'getSignInOptions',
      method: 'GET',
      path: '/admin/sign-in',
      tag,
      summary: 'Get what the sign-in page asks for',
      access: { kind: 'public' },
      status: 200,
      reply: schema.signInOptions,
      handle: () => {
        const users = [...store.team().users.values()];
        const needsEmail = users.length > 1 || users.some((one) => one.email !== null);
        return createJsonReply(200, { needsEmail, provider: options.provider?.config.name ?? null });
      },
    }),
    defineOperation({
      id: 'signIn',
      method: 'POST',
      path: '/admin/session',
      tag,
      summary: 'Sign in to the console',
      access: { kind: 'public' },
      carriesSecret: true,
      headers: [consoleHeader],
      body: {
        email: { ...email, description: 'The email address. The default is that of the first owner.' },
        password,
      },
      audit: { always: true },
      status: 201,
      reply: schema.signInReply,
      errors: ['sign_in_failed', 'rate_limited', 'cross_site_request'],
      handle: async ({ body, request }) => {
        checkConsoleHeader(request);
        const user = access.findUser(body.email);
        if (request.auditNotes !== null) request.auditNotes.actor = identifySignIn(user);
        const { token } = await access.signIn(body, request.ip);
        return createJsonReply(
          201,
          { expiresInSeconds: sessionSecondsMax },
          { 'set-cookie': formatSessionCookie(token, sessionSecondsMax, options.secure) },
        );
      },
    }),
    defineOperation({
      id: 'getSession',
      method: 'GET',
      path: '/admin/session',
      tag,
      summary: 'Get the session, its user, and what the user may do',
      access: admin,
      role: 'viewer',
      status: 200,
      reply: schema.sessionReply,
      handle: ({ key }) => {
        const user = store.team().users.get(key?.consoleUser?.id ?? '') ?? null;
        return createJsonReply(200, {
          name: key?.name ?? '',
          expiresAt: key?.expiresAt ?? null,
          user: user === null ? null : schema.describeUser(user),
          operations: listAllowedOperations(key, options.operations()),
          publicUrl: options.addresses.publicUrl,
        });
      },
    }),
    defineOperation({
      id: 'signOut',
      method: 'DELETE',
      path: '/admin/session',
      tag,
      summary: 'Sign out',
      access: admin,
      role: 'viewer',
      audit: { always: true },
      status: 200,
      reply: schema.signOutReply,
      handle: async ({ request }) => {
        const token = readSessionToken(request.headers.cookie);
        if (token !== null) await access.signOut(token);
        return createJsonReply(200, { signedOut: true }, endedCookie);
      },
    }),
    defineOperation({
      id: 'listSessions',
      method: 'GET',
      path: '/admin/sessions',
      tag,
      summary: 'List the sessions of the user',
      access: session,
      status: 200,
      reply: schema.sessionsReply,
      handle: ({ key, request }) => {
        const current = hash('sha256', readSessionToken(request.headers.cookie) ?? '');
        const sessions = store.listSessions(readUserId(key)).map(({ tokenHash, createdAt, expiresAt }) => ({
          createdAt,
          expiresAt,
          isCurrent: tokenHash === current,
        }));
        return createJsonReply(200, { sessions });
      },
    }),
    defineOperation({
      id: 'signOutEverywhere',
      method: 'DELETE',
      path: '/admin/sessions',
      tag,
      summary: 'End all sessions of the user',
      access: session,
      audit: { always: true },
      status: 200,
      reply: schema.signOutReply,
      handle: async ({ key }) => {
        await access.endSessions(readUserId(key));
        return createJsonReply(200, { signedOut: true }, endedCookie);
      },
    }),
    defineOperation({
      id: 'changeProfile',
      method: 'PUT',
      path: '/admin/profile',
      tag,
      summary: 'Change name and email address of the user',
      access: session,
      body: {
        name: defineTextParameter({
          description: 'Name.',
          lengthMax: limits.userNameLengthMax,
          isName: true,
        }),
        email,
      },
      audit: { always: true },
      status: 200,
      reply: schema.userReply,
      errors: ['user_exists'],
      handle: async ({ key, body }) => {
        const user = await administration.changeProfile(readUserId(key), body);
        return createJsonReply(200, { user: schema.describeUser(user) });
      },
    }),
    defineOperation({
      id: 'changePassword',
      method: 'PUT',
      path: '/admin/password',
      tag,
      summary: 'Change the password of the user and end all the user’s sessions',
      description: 'Sets the password of the first owner, with a key.',
      access: admin,
      role: 'viewer',
      body: { current: password, next: password },
      audit: { always: true },
      status: 200,
      reply: schema.passwordReply,
      errors: ['sign_in_failed'],
      handle: async ({ key, body, request }) => {
        if (key?.consoleUser == null) checkAdministers(key, null);
        const id = key?.consoleUser?.id ?? findFirstOwner(store.team())?.id ?? '';
        await access.changePassword(id, body, request.ip);
        return createJsonReply(200, { changed: true });
      },
    }),
  ];
}

/** The id of the user of a session; empty: of a command on the data folder. */
function readUserId(key: Caller | null): string {
  return key?.consoleUser?.id ?? '';
}

function listAllowedOperations(key: Caller | null, operations: readonly Operation[]): string[] {
  const role = key?.consoleUser?.role ?? null;
  if (role === null) return [];
  return operations
    .filter((one) => {
      const neededRole = determineRole(one);
      return neededRole === null || includesRole(role, neededRole);
    })
    .map(({ id }) => id);
}
