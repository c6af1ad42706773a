import { limits } from '../../ports/limits.ts';
import { roles } from '../../ports/access/team.ts';
import { defineChoice, defineList, allowNull, defineText } from '../../domain/contract/fields.ts';
import { type ConsoleAccess, sessionSecondsMax } from '../../domain/projects/console-access.ts';
import type { NewInvitation, TeamAdministration } from '../../domain/team/team-administration.ts';
import { identifySignIn } from '../access/audit.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  defineParameter,
  defineRequiredParameter,
  defineRequiredTextParameter,
  defineTextParameter,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { formatSessionCookie } from '../access/session-cookie.ts';
import * as schema from '../schemas/team-schema.ts';
import { checkConsoleHeader, consoleHeader, password } from './sessions.ts';
import { VitrineError } from '../../ports/errors.ts';

const tag = 'Team';
const access = { kind: 'session' } as const;
const owner = 'owner' as const;
const userId = { user: { description: 'Id of the user.', component: 'ConsoleUserId' } };
const invitationId = { invitation: { description: 'Id of the invitation.' } };
const roleField = { ...defineChoice(roles), schema: schema.role };
const projectsField = allowNull(
  defineList(defineText({ lengthMax: limits.projectIdLengthMax }), {
    countMax: limits.keyProjectsMax,
    noun: 'project ids',
  }),
);
const secret = defineRequiredTextParameter({
  description: 'The part of the link behind `#`.',
  lengthMax: 100,
});

/** Users of the console, and the links that invite them or set their password. */
export function createTeamOperations(options: {
  administration: TeamAdministration;
  access: ConsoleAccess;
  /** Whether cookies require https. */
  secure: boolean;
}): Operation[] {
  return [...createUserOperations(options), ...createInvitationOperations(options)];
}

function createUserOperations({
  administration,
  access: consoleAccess,
}: {
  administration: TeamAdministration;
  access: ConsoleAccess;
}): Operation[] {
  return [
    defineOperation({
      id: 'listUsers',
      method: 'GET',
      path: '/admin/users',
      tag,
      summary: 'List the users of the console',
      access,
      role: owner,
      status: 200,
      reply: schema.usersReply,
      handle: () => createJsonReply(200, { users: administration.findUsers().map(schema.describeUser) }),
    }),
    defineOperation({
      id: 'changeUser',
      method: 'PUT',
      path: '/admin/users/{user}',
      tag,
      summary: 'Change role and projects of a user and end the user’s sessions',
      access,
      role: owner,
      pathParameters: userId,
      body: {
        role: defineParameter({ description: 'Default: unchanged.' }, roleField, null),
        projects: defineParameter(
          {
            description:
              'The ids of the projects. Null means all projects; by default they do not change. Owners have all.',
          },
          projectsField,
          undefined,
        ),
      },
      status: 200,
      reply: schema.userReply,
      errors: ['user_not_found', 'last_owner'],
      handle: async ({ path, body }) => {
        const user = await administration.changeGrant(path['user'] ?? '', body);
        return createJsonReply(200, { user: schema.describeUser(user) });
      },
    }),
    defineOperation({
      id: 'removeUser',
      method: 'DELETE',
      path: '/admin/users/{user}',
      tag,
      summary: 'Remove a user and end the user’s sessions',
      access,
      role: owner,
      pathParameters: userId,
      status: 200,
      reply: schema.removedUser,
      errors: ['user_not_found', 'last_owner'],
      handle: async ({ path }) => {
        const id = path['user'] ?? '';
        await administration.removeUser(id);
        return createJsonReply(200, { removed: id });
      },
    }),
    defineOperation({
      id: 'endUserSessions',
      method: 'DELETE',
      path: '/admin/users/{user}/sessions',
      tag,
      summary: 'End all sessions of a user',
      description: 'Ends the sessions at once, on every process. The user can sign in again.',
      access,
      role: owner,
      pathParameters: userId,
      status: 200,
      reply: schema.signOutReply,
      errors: ['user_not_found'],
      handle: async ({ path }) => {
        await consoleAccess.endSessions(path['user'] ?? '');
        return createJsonReply(200, { signedOut: true });
      },
    }),
    defineOperation({
      id: 'createPasswordLink',
      method: 'POST',
      path: '/admin/users/{user}/password-link',
      tag,
      summary: 'Create a link with which a user sets a new password',
      access,
      role: owner,
      carriesSecret: true,
      pathParameters: userId,
      status: 201,
      reply: schema.newInvitation,
      errors: ['user_not_found', 'too_many_users'],
      handle: async ({ path }) =>
        createJsonReply(201, describeLink(await administration.createPasswordLink(path['user'] ?? ''))),
    }),
  ];
}

function createInvitationOperations(options: {
  administration: TeamAdministration;
  access: ConsoleAccess;
  secure: boolean;
}): Operation[] {
  const { administration } = options;
  return [
    defineOperation({
      id: 'listInvitations',
      method: 'GET',
      path: '/admin/invitations',
      tag,
      summary: 'List pending invitations and links to set a password',
      access,
      role: owner,
      status: 200,
      reply: schema.invitationsReply,
      handle: () =>
        createJsonReply(200, {
          invitations: administration.findInvitations().map(schema.describeInvitation),
        }),
    }),
    defineOperation({
      id: 'inviteUser',
      method: 'POST',
      path: '/admin/invitations',
      tag,
      summary: 'Invite a user; replaces an earlier invitation of the address',
      description: 'Vitrine sends no mail: pass the link on. It works once, for seven days.',
      access,
      role: owner,
      carriesSecret: true,
      body: {
        email: defineRequiredTextParameter({
          description: 'Email address.',
          lengthMax: limits.emailLengthMax,
        }),
        name: defineTextParameter({
          description: 'Name.',
          lengthMax: limits.userNameLengthMax,
          isName: true,
        }),
        role: defineRequiredParameter({ description: 'Role.' }, roleField),
        projects: defineParameter(
          { description: 'The ids of the projects. Null means all projects.' },
          projectsField,
          null,
        ),
      },
      audit: { target: ({ email }) => String(email) },
      status: 201,
      reply: schema.newInvitation,
      errors: ['user_exists', 'too_many_users'],
      handle: async ({ body }) =>
        createJsonReply(201, describeLink(await administration.invite({ ...body, name: body.name ?? '' }))),
    }),
    defineOperation({
      id: 'revokeInvitation',
      method: 'DELETE',
      path: '/admin/invitations/{invitation}',
      tag,
      summary: 'Revoke an invitation or a link to set a password',
      access,
      role: owner,
      pathParameters: invitationId,
      status: 200,
      reply: schema.revokedInvitation,
      errors: ['invitation_not_found'],
      handle: async ({ path }) => {
        const id = path['invitation'] ?? '';
        await administration.revokeInvitation(id);
        return createJsonReply(200, { revoked: id });
      },
    }),
    defineOperation({
      id: 'checkInvitation',
      method: 'POST',
      path: '/admin/invitations/check',
      tag,
      summary: 'Get what a link is for',
      access: { kind: 'public' },
      body: { secret },
      status: 200,
      reply: schema.invitationCheck,
      errors: ['invitation_invalid'],
      handle: ({ body }) => {
        const { user, email, name, expiresAt } = administration.readInvitation(body.secret);
        return createJsonReply(200, { isNewUser: user === null, email, name, expiresAt });
      },
    }),
    defineOperation({
      id: 'acceptInvitation',
      method: 'POST',
      path: '/admin/invitations/accept',
      tag,
      summary: 'Accept a link: set the password, and sign in',
      access: { kind: 'public' },
      carriesSecret: true,
      headers: [consoleHeader],
      body: {
        secret,
        name: defineTextParameter({
          description: 'The name of a new user. The default is that of the invitation.',
          lengthMax: limits.userNameLengthMax,
          isName: true,
        }),
        password,
      },
      audit: { always: true },
      status: 201,
      reply: schema.signInReply,
      errors: ['invitation_invalid', 'user_exists', 'too_many_users', 'cross_site_request'],
      handle: async ({ body, request }) => {
        checkConsoleHeader(request);
        const user = await administration.accept(body.secret, body, request.ip);
        if (request.auditNotes !== null) request.auditNotes.actor = identifySignIn(user);
        const token = await options.access.startSession(user);
        if (token === null) throw new VitrineError('signed_out', 'Sign in with the new password');
        return createJsonReply(
          201,
          { expiresInSeconds: sessionSecondsMax },
          { 'set-cookie': formatSessionCookie(token, sessionSecondsMax, options.secure) },
        );
      },
    }),
  ];
}

/** Browsers do not send what follows `#`: the secret is in no log. */
function describeLink({ invitation, secret: text }: NewInvitation) {
  return { invitation: schema.describeInvitation(invitation), link: `/console/invitation#${text}` };
}
