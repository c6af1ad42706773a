import {
  defineComponent,
  defineListSchema,
  defineObjectSchema,
  addNullToSchema,
  type SchemaValue,
} from '../../domain/contract/schema.ts';
import { roles, type Invitation, type User } from '../../ports/access/team.ts';
import {
  describeBoolean,
  describeCount,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from './schemas.ts';

export const role = defineComponent(
  'Role',
  describeChoice(
    roles,
    '`viewer` reads, `editor` also changes items and the configuration of projects, `owner` also administers keys, users and projects.',
  ),
);
const projects = addNullToSchema(
  defineListSchema(describeString(), { description: 'The ids of the projects. Null means all projects.' }),
);

const user = defineComponent(
  'ConsoleUser',
  defineObjectSchema(
    {
      id: describeString(),
      email: addNullToSchema(describeString('The email address in lower case, or null if it is not set.')),
      name: describeString('May be empty.'),
      role,
      projects,
      hasPassword: describeBoolean(),
      createdAt: describeTimestamp(),
      lastSignInAt: addNullToSchema(
        describeTimestamp('The time in milliseconds since 1970. Null means never.'),
      ),
    },
    { description: 'A user of the console.' },
  ),
);
export const userReply = describeReply('ConsoleUserReply', { user });
export const usersReply = describeReply('ConsoleUsersReply', {
  users: defineListSchema(user, { description: 'The users, in the order of their creation.' }),
});
export const removedUser = describeReply('RemovedConsoleUser', {
  removed: describeString('The id of the user.'),
});

const invitation = defineComponent(
  'Invitation',
  defineObjectSchema(
    {
      id: describeString(),
      user: addNullToSchema(
        describeString(
          'The user who sets a new password with the link. Null means that it invites a new user.',
        ),
      ),
      email: addNullToSchema(describeString()),
      name: describeString(),
      role,
      projects,
      createdAt: describeTimestamp(),
      expiresAt: describeTimestamp(),
    },
    { description: 'A link that works once, without its secret.' },
  ),
);
export const invitationsReply = describeReply('InvitationsReply', {
  invitations: defineListSchema(invitation, { description: 'Those that can be accepted, newest first.' }),
});
export const newInvitation = describeReply('NewInvitation', {
  invitation,
  link: describeString(
    'Path of the console with a secret behind `#`, returned only here. Vitrine sends no mail: pass it on.',
  ),
});
export const revokedInvitation = describeReply('RevokedInvitation', {
  revoked: describeString('The id of the invitation.'),
});
export const invitationCheck = describeReply('InvitationCheck', {
  isNewUser: describeBoolean('False: the link sets a new password of an existing user.'),
  email: addNullToSchema(describeString()),
  name: describeString(),
  expiresAt: describeTimestamp(),
});

export const signInReply = describeReply('SignInReply', { expiresInSeconds: describeCount() });
export const signInOptions = describeReply('SignInOptions', {
  needsEmail: describeBoolean(
    'False: only the password is asked for, as there is one user without an email address.',
  ),
  provider: addNullToSchema(
    describeString(
      'The name of the identity provider that `/admin/oidc/start` leads to, or null if there is none.',
    ),
  ),
});
export const sessionReply = describeReply('SessionReply', {
  name: describeString('Name of the key or the user; of a user without name and email address: console.'),
  expiresAt: addNullToSchema(describeTimestamp('The time in milliseconds since 1970. Null means never.')),
  user: addNullToSchema(user),
  operations: defineListSchema(describeString(), {
    description: 'Ids of the operations that the role of the user allows; of a key: none.',
  }),
  publicUrl: addNullToSchema(
    describeString(
      'The address of the service for pages of shops, `VITRINE_PUBLIC_URL`. Null if it is not set.',
    ),
  ),
});
const session = defineComponent(
  'ConsoleSession',
  defineObjectSchema({
    createdAt: describeTimestamp('Time of the sign-in, in milliseconds since 1970.'),
    expiresAt: describeTimestamp(),
    isCurrent: describeBoolean('Whether it is the session of the request.'),
  }),
);
export const sessionsReply = describeReply('SessionsReply', {
  sessions: defineListSchema(session, { description: 'Newest first.' }),
});
export const signOutReply = describeReply('SignOutReply', { signedOut: describeBoolean() });
export const passwordReply = describeReply('ChangePasswordReply', { changed: describeBoolean() });

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
