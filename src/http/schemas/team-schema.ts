import {
  component,
  listSchema,
  objectSchema,
  orNull,
  type SchemaValue,
} from '../../domain/contract/schema.ts';
import { roles, type Invitation, type User } from '../../ports/access/team.ts';
import { boolean, count, oneOf, reply, string, timestamp } from './schemas.ts';

export const role = component(
  'Role',
  oneOf(
    roles,
    '`viewer` reads, `editor` also changes items and the configuration of projects, `owner` also administers keys, users and projects.',
  ),
);
const projects = orNull(
  listSchema(string(), { description: 'The ids of the projects. Null means all projects.' }),
);

const user = component(
  'ConsoleUser',
  objectSchema(
    {
      id: string(),
      email: orNull(string('The email address in lower case, or null if it is not set.')),
      name: string('May be empty.'),
      role,
      projects,
      hasPassword: boolean(),
      createdAt: timestamp(),
      lastSignInAt: orNull(timestamp('The time in milliseconds since 1970. Null means never.')),
    },
    { description: 'A user of the console.' },
  ),
);
export const userReply = reply('ConsoleUserReply', { user });
export const usersReply = reply('ConsoleUsersReply', {
  users: listSchema(user, { description: 'The users, in the order of their creation.' }),
});
export const removedUser = reply('RemovedConsoleUser', { removed: string('The id of the user.') });

const invitation = component(
  'Invitation',
  objectSchema(
    {
      id: string(),
      user: orNull(
        string('The user who sets a new password with the link. Null means that it invites a new user.'),
      ),
      email: orNull(string()),
      name: string(),
      role,
      projects,
      createdAt: timestamp(),
      expiresAt: timestamp(),
    },
    { description: 'A link that works once, without its secret.' },
  ),
);
export const invitationsReply = reply('InvitationsReply', {
  invitations: listSchema(invitation, { description: 'Those that can be accepted, newest first.' }),
});
export const newInvitation = reply('NewInvitation', {
  invitation,
  link: string(
    'Path of the console with a secret behind `#`, returned only here. Vitrine sends no mail: pass it on.',
  ),
});
export const revokedInvitation = reply('RevokedInvitation', { revoked: string('The id of the invitation.') });
export const invitationCheck = reply('InvitationCheck', {
  isNewUser: boolean('False: the link sets a new password of an existing user.'),
  email: orNull(string()),
  name: string(),
  expiresAt: timestamp(),
});

export const signInReply = reply('SignInReply', { expiresInSeconds: count() });
export const signInOptions = reply('SignInOptions', {
  needsEmail: boolean(
    'False: only the password is asked for, as there is one user without an email address.',
  ),
  provider: orNull(
    string('The name of the identity provider that `/admin/oidc/start` leads to, or null if there is none.'),
  ),
});
export const sessionReply = reply('SessionReply', {
  name: string('Name of the key or the user; of a user without name and email address: console.'),
  expiresAt: orNull(timestamp('The time in milliseconds since 1970. Null means never.')),
  user: orNull(user),
  operations: listSchema(string(), {
    description: 'Ids of the operations that the role of the user allows; of a key: none.',
  }),
});
const session = component(
  'ConsoleSession',
  objectSchema({
    createdAt: timestamp('Time of the sign-in, in milliseconds since 1970.'),
    expiresAt: timestamp(),
    isCurrent: boolean('Whether it is the session of the request.'),
  }),
);
export const sessionsReply = reply('SessionsReply', {
  sessions: listSchema(session, { description: 'Newest first.' }),
});
export const signOutReply = reply('SignOutReply', { signedOut: boolean() });
export const passwordReply = reply('ChangePasswordReply', { changed: boolean() });

/** A user as replies show it. */
export function describeUser({ passwordHash, ...shown }: User): SchemaValue<typeof user> {
  return { ...shown, hasPassword: passwordHash !== null };
}

export function describeInvitation({
  tokenHash: _hidden,
  ...shown
}: Invitation): SchemaValue<typeof invitation> {
  return shown;
}
